import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'

const mebibyte = 1024 * 1024
const clock = { method: 'POST', path: '/_twinmq/clock' }
const problem = { error: expect.any(String), message: expect.any(String), path: expect.any(String) }

for (const path of ['/_twinmq', '/_twinmq/', '/_twinmq/nothing', '/_twinmq/health/more', '/_twinmq/__proto__'])
  test(`${path} is not there: 404`, async () => {
    const twinmq = await TestEmulator.start()
    const answer = await twinmq.ask({ path })
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.body)).toEqual(problem)
  })

test('a path that only begins like ours is not ours', async () => {
  const twinmq = await TestEmulator.start()
  const answer = await twinmq.ask({ path: '/_twinmqs' })
  expect(answer.headers['content-type']).not.toMatch(/application\/json/)
})

for (const [method, path, allowed] of [
  ['POST', '/health', 'GET'],
  ['GET', '/reset', 'POST'],
  ['DELETE', '/reset', 'POST'],
  ['PUT', '/clock', 'GET, POST'],
  ['POST', '/queues', 'GET'],
  ['DELETE', '/messages', 'GET'],
  ['POST', '/deliveries', 'GET'],
  ['POST', '/mns/certificate.pem', 'GET'],
] as const)
  test(`${method} ${path} is 405, and says what is allowed`, async () => {
    const twinmq = await TestEmulator.start()
    const answer = await twinmq.ask({ method, path: `/_twinmq${path}` })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe(allowed)
    expect(JSON.parse(answer.body)).toEqual(problem)
  })

for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonp'])
  test(`a body of type ${type} is 415`, async () => {
    const twinmq = await TestEmulator.start()
    const answer = await twinmq.ask({ ...clock, headers: { 'Content-Type': type }, body: '{"next":true}' })
    expect(answer.status).toBe(415)
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'unsupportedMediaType', path: 'Content-Type' })
  })

for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/problem+json'])
  test(`a body of type ${type} is read`, async () => {
    const twinmq = await TestEmulator.start()
    const answer = await twinmq.ask({ ...clock, headers: { 'Content-Type': type }, body: '{"next":true}' })
    expect(answer.status).toBe(200)
  })

test('what curl sends without being told a type is read', async () => {
  const twinmq = await TestEmulator.start()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await twinmq.ask({ ...clock, headers, body: '{"next":true}' })).status).toBe(200)
  expect((await twinmq.ask({ ...clock, body: '{"next":true}' })).status).toBe(200)
})

test('a body of a mebibyte is read, a byte more is 413', async () => {
  const twinmq = await TestEmulator.start()
  const body = '{"next":true}'.padEnd(mebibyte, ' ')
  expect((await twinmq.ask({ ...clock, body })).status).toBe(200)
  const answer = await twinmq.ask({ ...clock, body: `${body} ` })
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.body)).toMatchObject({ error: 'bodyTooLarge' })
})

test('a body that comes in chunks is 413 once it is larger than a mebibyte', async () => {
  const twinmq = await TestEmulator.start()
  const connection = await twinmq.connect()
  connection.write('POST /_twinmq/clock HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
  const chunk = Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`)
  for (let count = 0; count < 17; count++) connection.write(chunk)
  expect(await connection.until(/bodyTooLarge/)).toMatch(/^HTTP\/1\.1 413 /)
  connection.leave()
  expect((await twinmq.ask({ path: '/_twinmq/health' })).status).toBe(200)
})
