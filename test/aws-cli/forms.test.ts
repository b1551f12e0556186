import { expect, test } from 'vitest'
import { run } from '../../src/aws-cli/run.ts'
import { TestEmulator } from '../support/emulator.ts'

const environment = { HOME: '/nonexistent' }

async function started() {
  const emulator = await TestEmulator.start()
  const url = `http://127.0.0.1:${emulator.port}`
  const aws = (...words: string[]) => run([...words, '--endpoint-url', url], environment, 80)
  const { out } = await aws('sqs', 'create-queue', '--queue-name', 'q', '--query', 'QueueUrl', '--output', 'text')
  return { aws, queue: out.trim() }
}

test('binary values are base64 in both directions', async () => {
  const { aws, queue } = await started()
  const attributes = 'k={DataType=Binary,BinaryValue=aGk=}'
  const here = ['--queue-url', queue]
  expect(
    await aws('sqs', 'send-message', ...here, '--message-body', 'x', '--message-attributes', attributes),
  ).toMatchObject({ code: 0 })
  const query = 'Messages[0].MessageAttributes.k.BinaryValue'
  const received = await aws('sqs', 'receive-message', ...here, '--message-attribute-names', 'All', '--query', query)
  expect(received.out).toBe('"aGk="\n')
})

test('YAML is an output of version 2', async () => {
  const { aws, queue } = await started()
  expect((await aws('sqs', 'list-queues', '--output', 'yaml')).out).toBe(`QueueUrls:\n- ${queue}\n`)
  expect((await aws('sqs', 'list-queues', '--output', 'off')).out).toBe('')
})

test('another service is a wrong word, and is told what there is', async () => {
  const { code, err } = await run(['s3', 'ls'], environment, 80)
  expect(code).toBe(252)
  expect(err).toContain('the small aws command of twinmq')
})

test('help says that the real cloud is never called by itself, and knows every parameter', async () => {
  expect((await run(['help'], environment, 80)).out).toContain('never calls the real cloud by itself')
  expect((await run(['sqs', 'send-message', 'help'], environment, 80)).out).toContain('--message-body')
  expect((await run(['--version'], environment, 80)).out).toMatch(/^aws-cli\/2\./)
})
