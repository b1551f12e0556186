import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Calls } from './calls.mjs'

let faults: string[]
let server: Server
let calls: Calls
/** What the server answers; 0: it breaks the connection. */
let status: number
let text: string

beforeEach(async () => {
  faults = []
  server = createServer((incoming, outgoing) => {
    if (status === 0) incoming.socket.destroy()
    else outgoing.writeHead(status).end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  calls = new Calls(`http://127.0.0.1:${port}`, { report: (kind) => faults.push(kind) }, {})
})

afterEach(() => {
  calls.close()
  server.close()
})

async function outcomeOf(answer: { status: number; text?: string; reads?: boolean }) {
  status = answer.status
  text = answer.text ?? ''
  const call = { method: 'POST', path: '/', reads: answer.reads ?? false, ownForm: /^own form$/ }
  return (await calls.make('call', call)).outcome
}

test('a 5xx on a disk that works is a fault, and its outcome is open', async () => {
  expect(await outcomeOf({ status: 500, text: 'own form' })).toBe('open')
  expect(faults).toEqual(['answers'])
})

test('no answer is a fault, unless the process is being killed', async () => {
  expect(await outcomeOf({ status: 0 })).toBe('open')
  expect(faults).toEqual(['answers'])
  calls.dying = true
  expect(await outcomeOf({ status: 0 })).toBe('open')
  expect(faults).toEqual(['answers'])
})

test('a 5xx of a disk that fails is open, and of a twinmq that said it is degraded a refusal', async () => {
  calls.diskIs('failing')
  expect(await outcomeOf({ status: 500, text: 'own form' })).toBe('open')
  calls.diskIs('degraded')
  expect(await outcomeOf({ status: 500, text: 'own form' })).toBe('refused')
  expect(faults).toEqual([])
})

test('a change that is answered as done while degraded is a fault, a read is none', async () => {
  calls.diskIs('degraded')
  await outcomeOf({ status: 200, reads: true })
  expect(faults).toEqual([])
  await outcomeOf({ status: 200 })
  expect(faults).toEqual(['accepted'])
})

test('a read that fails, and a refusal in a foreign form, are faults while the disk fails', async () => {
  calls.diskIs('degraded')
  await outcomeOf({ status: 500, reads: true })
  await outcomeOf({ status: 500, text: 'another form' })
  expect(faults).toEqual(['reads', 'forms'])
})

test('a read that shares the turn of the write that failed may be refused like it', async () => {
  calls.diskIs('failing')
  expect(await outcomeOf({ status: 500, reads: true, text: 'own form' })).toBe('open')
  expect(faults).toEqual([])
})
