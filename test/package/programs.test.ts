import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { consumer, emptyFolder, missingTool, run, toolAt } from './consumer.ts'

/** What a child says until a line of it has this form. */
async function saidUntil(child: ChildProcess, form: RegExp): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout!) {
    said += chunk
    if (form.test(said)) return said
  }
  throw new Error(`it ended, and said: ${said}`)
}

test('npx of the package starts in an empty folder, without a network, and answers clients of both clouds', async () => {
  const folder = emptyFolder()
  const name = basename(inject('tarball'))
  copyFileSync(inject('tarball'), join(folder, name))
  const env = { PATH: process.env.PATH, HOME: emptyFolder(), npm_config_offline: 'true', npm_config_yes: 'true' }
  const child = spawn('npx', [`./${name}`, '--port', '0', '--memory'], { cwd: folder, env, detached: true })
  let open = true
  const ended = new Promise<void>((done) => {
    child.on('close', () => {
      open = false
      done()
    })
  })
  onTestFinished(() => {
    if (open) process.kill(-child.pid!, 'SIGKILL')
  })
  const [endpoint] = /http:\/\/127\.0\.0\.1:\d+/.exec(await saidUntil(child, /^Ready\.$/m))!

  const sqs = new SQSClient({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
  onTestFinished(() => sqs.destroy())
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }))
  const sent = await fetch(`${endpoint}/queues/orders/messages`, {
    method: 'POST',
    headers: { authorization: 'MNS a:b', 'x-mns-version': '2015-06-06' },
    body: '<Message><MessageBody>a</MessageBody></Message>',
  })
  expect(sent.status).toBe(201)
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
  expect(Messages).toMatchObject([{ Body: 'a' }])

  // As a terminal does: to npx and to what it started.
  process.kill(-child.pid!, 'SIGINT')
  await ended
  await expect(fetch(endpoint)).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([name])
})

for (const [version, node] of [
  [process.version, process.execPath],
  ['22', 'node22/bin/node'],
  ['24', 'node24/bin/node'],
] as const)
  test(`library and command work under Node ${version}`, async (context) => {
    const missing = node === process.execPath ? undefined : missingTool(node)
    if (missing !== undefined) context.skip(missing)
    const { code, output } = await run(
      ['smoke.mjs'],
      consumer('smoke.mjs'),
      node === process.execPath ? node : toolAt(node),
    )
    expect(output).toMatch(/^fine under Node v\d+/)
    expect(code).toBe(0)
  })
