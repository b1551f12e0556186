import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { State } from '../../src/core/state.ts'
import { documentChunks } from '../../src/document/writer.ts'
import { localFileSystem } from '../../src/store/file-system.ts'
import { SnapshotFile } from '../../src/store/snapshot-file.ts'
import { contextAt } from '../store/read-text.ts'
import { temporaryFolder } from '../store/test-disk.ts'

const here = { account: '000000000000', region: 'us-east-1' }
const changedAtMs = Date.UTC(2026, 10, 30, 12)

const whole = `{
  "$schema": "urn:twinmq:snapshot:1",
  "twinmq": 1,
  "savedAt": "2026-11-30T12:00:00.000Z",
  "sequence": 12,
  "changedAt": "2026-11-30T12:00:00.000Z",
  "journalFrom": 13,
  "accounts": [{ "account": "000000000000", "LoggingBucket": "logs" }, { "account": "1234567890123456", "LoggingBucket": "", "TraceEnabled": 1 }],
  "queues": [
  ],
  "topics": [
    { "name": "news", "account": "000000000000", "region": "us-east-1", "id": 1, "created": "2026-11-30T11:00:00.000Z", "modified": "2026-11-30T11:30:00.000Z", "attributes": { "MaximumMessageSize": 1024, "LoggingEnabled": false }, "subscriptions": [{ "name": "to-inbox", "endpoint": "queue:inbox", "FilterTag": "vip" }, { "name": "to-sdk", "endpoint": "acs:mns:us-east-1:127:queues/inbox", "deliversTo": { "queue": "inbox" }, "NotifyStrategy": "EXPONENTIAL_DECAY_RETRY", "NotifyContentFormat": "SIMPLIFIED", "subscriber": "1234567890123456", "created": "2026-11-30T11:10:00.000Z", "modified": "2026-11-30T11:20:00.000Z" }, { "name": "to-port", "endpoint": "acs:mns:0:localhost:23000:queues/inbox", "deliversTo": { "queue": "inbox" } }, { "name": "far", "endpoint": "acs:mns:cn-hangzhou:1234567890123456:queues/inbox" }, { "name": "to-http", "endpoint": "http://127.0.0.1:8080/in", "NotifyContentFormat": "JSON" }, { "name": "by-mail", "endpoint": "mail:directmail:a@b.test" }] },
    { "name": "empty", "account": "000000000000", "region": "us-east-1", "id": 2, "created": "2026-11-30T11:00:00.000Z" }
  ],
  "deliveries": [
    { "body": "hello", "attributes": { "kind": { "type": "String", "value": "greeting" } }, "id": "00000000000040008000000000000001", "topic": 1, "subscription": "to-http", "subscriber": "1234567890123456", "tag": "vip", "sender": "AROA:me", "groupId": "g", "systemProperties": { "x": "y" }, "published": "2026-11-30T11:59:00.000Z", "attempts": 2, "next": "2026-11-30T12:00:04.000Z" },
    { "body": "new", "id": "00000000000040008000000000000002", "topic": 1, "subscription": "to-http", "published": "2026-11-30T12:00:00.000Z" }
  ]
}
`

async function read(text: string, wholeBytes = 1e6): Promise<State> {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'state.json')
  writeFileSync(file, text)
  const { signal } = new AbortController()
  const beforeReplace = async () => {}
  const context = contextAt(changedAtMs)
  const options = { fileSystem: localFileSystem, context, nowMs: () => 0, beforeReplace, signal } as const
  return (await new SnapshotFile({ ...options, file, wholeBytes }).read())!.state
}

function documentOf(state: State): string {
  return [...documentChunks({ snapshot: { state, journalFrom: 13 }, savedAtMs: changedAtMs })].join('')
}

describe.each([1e6, 0])('topics and deliveries (read at once up to %i bytes)', (wholeBytes) => {
  test('stand one a line, under names of MNS, with nothing that stands at its default', async () => {
    expect(documentOf(await read(whole, wholeBytes))).toBe(whole)
  })

  test('deliver where their endpoints say', async () => {
    const state = await read(whole, wholeBytes)
    const { subscriptions } = state.topics.byId.get(1)!
    const inbox = { kind: 'queue', queue: { ...here, name: 'inbox' } }
    const settingsOf = (name: string) => subscriptions.get(name)?.settings
    expect(settingsOf('to-inbox')).toEqual({
      endpointText: 'acs:mns:us-east-1:000000000000:queues/inbox',
      endpoint: inbox,
      filterTag: 'vip',
      strategy: 'backoff',
      format: 'xml',
    })
    expect(settingsOf('to-sdk')).toMatchObject({ endpointText: 'acs:mns:us-east-1:127:queues/inbox', endpoint: inbox })
    expect(settingsOf('to-port')?.endpoint).toEqual(inbox)
    expect(settingsOf('far')?.endpoint).toEqual({
      kind: 'queue',
      queue: { account: '1234567890123456', region: 'cn-hangzhou', name: 'inbox' },
    })
    expect(settingsOf('to-http')?.endpoint).toEqual({ kind: 'http', url: 'http://127.0.0.1:8080/in' })
    expect(settingsOf('by-mail')?.endpoint).toEqual({ kind: 'unsupported' })
  })

  test('a delivery has its topic, its tries and the time of the next one', async () => {
    const { topics } = await read(whole, wholeBytes)
    const [first, second] = topics.deliveries.values()
    expect(first).toMatchObject({ topicId: 1, attempts: 2, nextAtMs: changedAtMs + 4_000 })
    expect(first?.notification).toMatchObject({ topic: { ...here, name: 'news' }, senderId: 'AROA:me', tag: 'vip' })
    expect(second).toMatchObject({ attempts: 0, nextAtMs: changedAtMs })
    expect(topics.nextDelivery).toBe(second)
  })

  test.each([
    ['two topics of one name', '"empty"', '"news"', /topic 000000000000\/us-east-1\/news already exists/],
    ['two topics with one id', '"id": 2', '"id": 1', /a topic with id 1 already exists/],
    ['a delivery of a topic that is not there', '"topic": 1', '"topic": 7', /there is no topic with id 7/],
    ['two deliveries alike', '0000000000002", "topic"', '0000000000001", "topic"', /delivery .* already exists/],
    ['a strategy that is not known', 'EXPONENTIAL_DECAY_RETRY', 'NEVER', /"BACKOFF_RETRY" or .* is expected/],
    ['a format that is not known', '"SIMPLIFIED"', '"simplified"', /"XML" or "JSON" or .* is expected/],
    [
      'a subscription without an endpoint',
      '"endpoint": "http://127.0.0.1:8080/in", ',
      '',
      /a member "endpoint" is expected/,
    ],
    ['a place of no kind', '"deliversTo": { "queue": "inbox" }', '"deliversTo": { "mail": "a" }', /"queue" or "url"/],
    ['an attribute that is not known', '"LoggingEnabled"', '"loggingEnabled"', /no such member is known/],
    ['an account without its name', '"account": "1234567890123456", "L', '"L', /a member "account" is expected/],
  ])('refuses %s, and says where', async (_what, there, instead, reason) => {
    expect(whole).toContain(there)
    const refused = read(whole.replace(there, instead), wholeBytes)
    await expect(refused).rejects.toThrow(reason)
    await expect(refused).rejects.toThrow(/line \d+/)
  })
})

test('a file without a sequence leads to no id twice', async () => {
  const text = whole.replace('"sequence": 12,\n  ', '').replace('"id": 2', '"id": 40')
  expect((await read(text)).sequence).toBe(40)
})
