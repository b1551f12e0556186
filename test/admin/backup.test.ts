import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/command.ts'
import { TestEmulator } from '../support/emulator.ts'
import { type Answered, json } from '../support/http.ts'

const minimal = (name: string, body = 'x') => ({ queues: [{ name, messages: [{ body }] }] })

/** One that keeps its state in a file, with a queue `before` that holds a message. */
async function persistent(): Promise<{ twinmq: TestEmulator; data: string }> {
  const data = join(newFolder(), 'state.json')
  const twinmq = await TestEmulator.start({ memory: false, data })
  const QueueUrl = await twinmq.queue('before')
  await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'kept' })
  return { twinmq, data }
}

function put(twinmq: TestEmulator, document: string | object, query = '', type = 'application/json') {
  const body = typeof document === 'string' ? document : JSON.stringify(document)
  return twinmq.ask({ method: 'PUT', path: `/_twinmq/snapshot${query}`, headers: { 'Content-Type': type }, body })
}

const shown = ({ status, body }: Answered) => [status, body === '' ? body : JSON.parse(body)]
const namesIn = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')).queues.map(({ name }: { name: string }) => name)
const names = async (twinmq: TestEmulator) =>
  Object(await twinmq.show('/queues')).queues.map(({ name }: { name: string }) => name)

test('a load over a state in a file folds the one before into a file beside it, and says where', async () => {
  const { twinmq, data } = await persistent()
  const backup = `${data}.bak`
  expect(shown(await put(twinmq, minimal('first')))).toEqual([200, { backup }])
  const kept = JSON.parse(readFileSync(backup, 'utf8'))
  expect(kept.queues).toMatchObject([{ name: 'before', messages: [{ body: 'kept' }] }])
  expect(kept).not.toHaveProperty('journalFrom')
  expect(await names(twinmq)).toEqual(['first'])
  expect(readdirSync(dirname(data)).filter((name) => name.includes('.bak'))).toEqual(['state.json.bak'])

  expect(shown(await put(twinmq, minimal('second')))).toEqual([200, { backup }])
  expect(namesIn(backup)).toEqual(['first'])
  expect(shown(await put(twinmq, readFileSync(backup, 'utf8')))).toEqual([200, { backup }])
  expect([await names(twinmq), namesIn(backup)]).toEqual([['first'], ['second']])
})

test('what adds, what is refused and what empties leaves the file of the state before alone', async () => {
  const { twinmq, data } = await persistent()
  expect((await put(twinmq, minimal('more'), '?merge=true')).status).toBe(204)
  expect((await put(twinmq, { queues: [{}] })).status).toBe(400)
  expect((await twinmq.ask({ method: 'POST', path: '/_twinmq/reset' })).status).toBe(204)
  expect(readdirSync(dirname(data))).not.toContain('state.json.bak')
})

test('a state in memory has no file for the one before', async () => {
  const twinmq = await TestEmulator.start()
  await twinmq.queue('before')
  expect(shown(await put(twinmq, minimal('a')))).toEqual([204, ''])
})

test('who may read the state may read the one before, and no others', async () => {
  const { twinmq, data } = await persistent()
  await put(twinmq, minimal('a'))
  for (const mode of [0o600, 0o666]) {
    chmodSync(data, mode)
    await put(twinmq, minimal('b'))
    expect([data, `${data}.bak`].map((file) => statSync(file).mode & 0o777)).toEqual([mode, mode])
  }
})

test('a load is refused, with nothing changed, when the state before cannot be kept', async () => {
  const { twinmq, data } = await persistent()
  mkdirSync(join(`${data}.bak`, 'taken'), { recursive: true })
  const refused = await put(twinmq, minimal('after'))
  expect(shown(refused)).toEqual([
    503,
    {
      error: 'storageUnavailable',
      message: expect.stringMatching(
        /^the previous state cannot be backed up, so nothing was loaded: .*state\.json\.bak: /,
      ),
      path: '',
    },
  ])
  expect(await names(twinmq)).toEqual(['before'])
  expect(readdirSync(dirname(data)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  await twinmq.queue('still')
  expect(await names(twinmq)).toEqual(['before', 'still'])
})

const inYaml = 'queues:\n  - name: orders\n    messages:\n      - { body: NO, visibleIn: 30s }\n'

for (const type of ['application/yaml', 'application/x-yaml; charset=utf-8', 'text/yaml', 'text/x-yaml'])
  test(`a document of ${type} is read as YAML`, async () => {
    const twinmq = await TestEmulator.start()
    expect(shown(await put(twinmq, inYaml, '', type))).toEqual([204, ''])
    expect(await twinmq.show('/messages?queue=orders')).toMatchObject({
      messages: [{ body: 'NO', visibleAt: '2026-01-01T00:00:30.000Z' }],
    })
    const more = await put(twinmq, 'queues: [{ name: more }]\n', '?merge=true', type)
    expect([more.status, await names(twinmq)]).toEqual([204, ['more', 'orders']])
    const wrong = json(await put(twinmq, `${inYaml}      - bodi: x\n`, '', type))
    expect(wrong).toMatchObject({ error: 'invalidSnapshot', path: 'queues[0].messages[1].bodi', line: 5 })
    expect(await names(twinmq)).toEqual(['more', 'orders'])
  })

test('YAML that is not said to be YAML is no JSON, and other types are 415', async () => {
  const twinmq = await TestEmulator.start()
  expect(json(await put(twinmq, inYaml))).toMatchObject({ error: 'invalidSnapshot', line: 1 })
  const other = await put(twinmq, inYaml, '', 'text/plain')
  expect(shown(other)).toEqual([
    415,
    expect.objectContaining({ message: 'send application/json or application/yaml, not text/plain' }),
  ])
})
