import { describe, expect, test } from 'vitest'
import { readDocument } from '../../src/document/read-document.ts'
import { contextAt, readText } from '../store/read-text.ts'
import { badDocuments } from './bad-documents.ts'
import { badValues } from './bad-values.ts'

const context = contextAt(Date.UTC(2026, 10, 30, 12))

describe('a document that does not fit is refused with the place where', () => {
  test.each([...badDocuments, ...badValues])('%s', async (_what, document, path, problem) => {
    const refusal = readText(JSON.stringify(document), context)
    await expect(refusal).rejects.toMatchObject({ path, line: 1 })
    await expect(refusal).rejects.toThrow(`it, line 1: ${path === '' ? '' : `${path}: `}`)
    await expect(refusal).rejects.toThrow(problem)
  })
})

describe('what is no document is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0), undefined, 'this is empty'],
    ['space', Buffer.from(' \n'), 2, 'not valid JSON'],
    ['a part', Buffer.from('{\n"queues": [\n{ "name"'), 3, 'not valid JSON'],
    ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff]), undefined, 'this is not UTF-8 text'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), undefined, 'this is not UTF-8 text but UTF-16'],
    ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), 1, 'it holds a NUL'],
    ['ten million brackets', Buffer.alloc(1e7, '['), 1, 'not valid JSON'],
    ['depth', Buffer.from(`${'['.repeat(1e6)}${']'.repeat(1e6)}`), 1, 'an object is expected'],
  ])('%s', async (_what, bytes, line, problem) => {
    const refusal = readText(bytes, context)
    await expect(refusal).rejects.toMatchObject({ line, path: '' })
    await expect(refusal).rejects.toThrow(problem)
  })

  test('a body of great depth', async () => {
    const deep = `${'['.repeat(1e6)}${']'.repeat(1e6)}`
    const text = `{"queues":[{"name":"q","messages":[\n{"json":${deep}}]}]}`
    const path = 'queues[0].messages[0].json'
    await expect(readText(text, context)).rejects.toMatchObject({ path, line: 2 })
  })
})

describe('what is not JSON is refused with its column, and what may be meant', () => {
  test.each([
    ['{\n "queues": [ { "name": "a" }, ] }', 2, 31, 'remove the comma before the closing bracket'],
    ['{ // mine\n}', 1, 3, 'JSON has no comments'],
    ["{ 'queues': [] }", 1, 3, 'texts must be double-quoted'],
    ['{ queues: [] }', 1, 3, 'keys must be double-quoted'],
    ['{ "queues": []\n "topics": [] }', 2, 2, 'a comma may be missing before it'],
    ['{ "queues": [', 1, 14, 'it ends too early'],
  ])('%s', async (text, line, column, hint) => {
    const refusal = readText(text, context)
    await expect(refusal).rejects.toMatchObject({ line })
    await expect(refusal).rejects.toThrow(`not valid JSON at column ${column}: ${hint}`)
  })
})

describe('a name that stands twice in one object is refused', () => {
  test.each([
    ['{"queues":[],\n"queues":[]}', 2, 'queues'],
    ['{"queues":[{"name":"a"},{"name":"b",\n\n"n\\u0061me":"c"}]}', 3, 'queues[1].name'],
    [
      '{"queues":[{"name":"a","messages":[{"body":"\\"{,\\\\"},{"json":[{"a":1,"a":2}]}]}]}',
      1,
      'queues[0].messages[1].json[0].a',
    ],
  ])('%s', async (text, line, path) => {
    const refusal = readText(text, context)
    await expect(refusal).rejects.toMatchObject({ line, path })
    await expect(refusal).rejects.toThrow('this object already has the name')
  })

  test('but not in two of them, as a name and as a text, or in what twinmq saved', async () => {
    const queues = '"queues":[{"name":"name","tags":{"name":"name"}},{"name":"b"}]'
    expect((await readText(`{${queues}}`, context)).snapshot.state.queues.size).toBe(2)
    const saved = `{"savedAt":"2026-11-30T11:00:00Z","queues":[],${queues}}`
    expect((await readText(saved, context)).snapshot.state.queues.size).toBe(2)
  })
})

test('a question ends what is wrong', async () => {
  await expect(readText('{"queue":[]}', context)).rejects.toThrow('did you mean "queues"? Nothing was changed.')
})

test('what twinmq saved is read as it stands', async () => {
  const accepted = [...badValues].filter(([, document]) => {
    const { queues = [] } = Object(document)
    return queues.some(({ messages = [], tags, account, region }: Record<string, unknown[]>) =>
      Boolean(messages.length || tags || account || region),
    )
  })
  const numbers = /receives|receipt|sequence/
  const savedAt = '2026-11-30T11:00:00Z'
  let read = 0
  for (const [what, document, path] of accepted) {
    if (numbers.test(path)) continue
    const text = JSON.stringify({ savedAt, ...Object(document) })
    expect((await readText(text, context).catch((error: Error) => error)) instanceof Error, what).toBe(false)
    read += 1
  }
  expect(read).toBeGreaterThan(30)
})

test('the line is that of the value, wherever it stands', async () => {
  const text =
    '{\n"queues": [\n{ "name": "a" },\n{ "name": "b", "messages": [\n{ "body": "x" }, {\n"body": "y",\n"sent": "noon"\n}]}]}'
  await expect(readText(text, context)).rejects.toThrow('it, line 7: queues[1].messages[1].sent: an instant')
})

test('names that lie within a text have the line of the text', async () => {
  const text = '{"queues":[{"name":"a","attributes":{\n"RedrivePolicy":"{\\"maxReceiveCount\\":[]}"}}]}'
  await expect(readText(text, context)).rejects.toThrow('line 2: queues[0].attributes.RedrivePolicy.maxReceiveCount')
})

test('in the shared namespace a name is that of one queue', async () => {
  const queues = [{ name: 'q' }, { name: 'q', region: 'eu-west-1' }]
  const text = JSON.stringify({ queues })
  expect((await readText(text, context)).snapshot.state.queues.size).toBe(2)
  const shared = readText(text, { ...context, namespace: 'shared' })
  await expect(shared).rejects.toThrow('queues[1]: there is a queue q already, as can be in a file written with')
})

test('who is refused halfway lets go of what is read', async () => {
  let open = true
  async function* bytes() {
    try {
      yield Buffer.from('{\n')
      yield Buffer.from('no\n')
      yield Buffer.from('}\n')
    } finally {
      open = false
    }
  }
  await expect(readDocument(bytes(), 'it', context, 0)).rejects.toThrow('it, line 2: this line is not where twinmq')
  expect(open).toBe(false)
})
