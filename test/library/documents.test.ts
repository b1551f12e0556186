import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTwinmq } from '../../src/index.ts'

const yaml = 'queues:\n  - name: orders\n    messages: [{ body: NO, visibleIn: 30s }]\n'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'twinmq-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  writeFileSync(join(path, 'world.yaml'), yaml)
  writeFileSync(join(path, 'wrong.yml'), yaml.replace('30s', '30000'))
  return path
}

test('a fixture and a load may be files in YAML, and a load says where the state before is', async () => {
  const here = folder()
  const file = join(here, 'world.yaml')
  const data = join(here, 'state.json')
  const twinmq = await startTwinmq({ fixture: file, data, now: '2026-01-01T00:00:00Z' })
  onTestFinished(() => twinmq.stop())
  const [queue] = (await twinmq.snapshot()).queues!
  expect(queue!.messages).toMatchObject([{ body: 'NO', visibleAt: '2026-01-01T00:00:30.000Z' }])
  expect(await twinmq.load({ queues: [{ name: 'other' }] })).toEqual({ backup: `${data}.bak` })
  expect(await twinmq.load(file, { merge: true })).toEqual({ backup: undefined })
  await expect(twinmq.load(join(here, 'wrong.yml'))).rejects.toMatchObject({
    code: 'documentRefused',
    message: expect.stringMatching(
      /line 3: queues\[0\]\.messages\[0\]\.visibleIn: 30000 was milliseconds here: write "30s"/,
    ),
  })
  await twinmq.load(`${data}.bak`)
  expect((await twinmq.snapshot()).queues!.map(({ name }) => name)).toEqual(['orders'])
})

test('a load over a state in memory keeps nothing', async () => {
  const twinmq = await startTwinmq()
  onTestFinished(() => twinmq.stop())
  expect(await twinmq.load({ queues: [] })).toEqual({ backup: undefined })
})
