import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importQueues } from '../../src/commands/import.ts'
import { check } from '../../src/commands/snapshot/check.ts'
import { diff } from '../../src/commands/snapshot/diff.ts'
import { load } from '../../src/commands/snapshot/load.ts'
import { startTwinmq } from '../../src/index.ts'
import { newFolder } from '../support/command.ts'
import { TestEmulator } from '../support/emulator.ts'
import { run } from './captured.ts'

const yaml = `queues:
  - name: orders
    messages:
      - { body: hello, sent: -5m }
`
const wrong = `${yaml}      - body: x\n        sent: soon\n`
const json = '{ "queues": [ { "name": "orders", "messages": [ { "body": "hello", "sent": "-5m" } ] } ] }'

function fileWith(name: string, text: string): string {
  const file = join(newFolder(), name)
  writeFileSync(file, text)
  return file
}

async function persistent(): Promise<{ url: string; data: string }> {
  const data = join(newFolder(), 'state.json')
  const twinmq = await TestEmulator.start({ memory: false, data })
  await twinmq.queue('before')
  return { url: `http://127.0.0.1:${twinmq.port}`, data }
}

for (const name of ['world.yaml', 'world.YML']) {
  test(`${name} is checked, compared and loaded as YAML`, async () => {
    const file = fileWith(name, yaml)
    expect(await run(check, [file])).toEqual({ code: 0, stdout: `${file}: 1 queue, 1 message\n`, stderr: '' })
    expect(await run(diff, [file, fileWith('world.json', json)])).toEqual({ code: 0, stdout: '', stderr: '' })
    const twinmq = await TestEmulator.start()
    const loaded = await run(load, [file, '--url', `http://127.0.0.1:${twinmq.port}`])
    expect(loaded).toEqual({ code: 0, stdout: `loaded ${file}: 1 queue, 1 message\n`, stderr: '' })
    expect(await twinmq.show('/messages?queue=orders')).toMatchObject({ messages: [{ body: 'hello' }] })
  })

  test(`${name} that is wrong is refused with its line and path everywhere`, async () => {
    const file = fileWith(name, wrong)
    const said = `${file}, line 6: queues[0].messages[1].sent: an instant`
    const { url, data } = await persistent()
    const rest = join(newFolder(), 'state.json')
    for (const refused of [
      await run(check, [file]),
      await run(load, [file, '--url', url]),
      await run(load, [file, '--data', rest]),
      await run(diff, [file, fileWith('world.json', json)]),
    ])
      expect([refused.stdout, refused.stderr]).toEqual(['', expect.stringContaining(said)])
    await expect(startTwinmq({ fixture: file })).rejects.toMatchObject({
      code: 'dataUnusable',
      message: expect.stringContaining(said),
    })
    expect(readFileSync(`${data}.journal`, 'utf8')).not.toContain('orders')
  })
}

test('a save in YAML is compared by when it was saved', async () => {
  const saved = (sent: string) =>
    `savedAt: 2026-01-01T00:00:00.000Z\nqueues: [{ name: a, messages: [{ body: x, sent: ${sent}, id: ${'a'.repeat(32)} }] }]\n`
  const absolute = fileWith('a.yaml', saved('2025-12-31T23:59:00.000Z'))
  expect(await run(diff, [absolute, fileWith('b.yaml', saved('-1m'))])).toMatchObject({ code: 0, stdout: '' })
})

test('a load says where the state before is', async () => {
  const file = fileWith('world.json', json)
  const { url, data } = await persistent()
  expect(await run(load, [file, '--url', url])).toEqual({
    code: 0,
    stdout: `loaded ${file}: 1 queue, 1 message\nthe state before is in ${data}.bak\n`,
    stderr: '',
  })
  expect(JSON.parse((await run(load, [file, '--url', url, '--json'])).stdout)).toEqual({
    file,
    queues: 1,
    messages: 1,
    backup: `${data}.bak`,
  })
  expect((await run(check, [`${data}.bak`])).stdout).toBe(`${data}.bak: 1 queue, 1 message\n`)
})

test('a load into a file at rest keeps what was there, if anything was', async () => {
  const file = fileWith('world.yaml', yaml)
  const data = join(newFolder(), 'state.json')
  const first = await run(load, [file, '--data', data])
  expect(first.stdout).toBe(`loaded ${file}: 1 queue, 1 message\n`)
  const other = fileWith('other.json', '{ "queues": [ { "name": "other" } ] }')
  expect((await run(load, [other, '--data', data])).stdout).toBe(
    `loaded ${other}: 1 queue, 0 messages\nthe state before is in ${data}.bak\n`,
  )
  expect((await run(diff, [file, `${data}.bak`])).stdout).toBe('')
  expect((await run(load, [file, '--merge', '--data', data])).stdout).not.toContain('.bak')
  const imported = await run(importQueues, ['fixtures/import/goaws.yaml', '--data', data])
  expect(imported.stderr).toContain(`twinmq: the state before is in ${data}.bak\n`)
  expect((await run(check, [`${data}.bak`])).stdout).toBe(`${data}.bak: 2 queues, 1 message\n`)
})
