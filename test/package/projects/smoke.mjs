// The library and the command of an unpacked package, under whatever Node runs this: start, send, receive, stop.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTwinmq } from 'twinmq'

const call = async (url, action, input) => {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })
  assert.equal(response.status, 200)
  return response.json()
}

async function sendAndReceive(url) {
  const { QueueUrl } = await call(url, 'CreateQueue', { QueueName: 'orders' })
  await call(url, 'SendMessage', { QueueUrl, MessageBody: 'a' })
  const mns = { authorization: 'MNS a:b', 'x-mns-version': '2015-06-06' }
  const received = await fetch(`${url}/queues/orders/messages`, { headers: mns })
  assert.match(await received.text(), /<MessageBody>a<\/MessageBody>/)
}

async function library(start) {
  const twinmq = await start({ clock: 'manual' })
  await sendAndReceive(twinmq.url)
  assert.equal((await twinmq.snapshot()).queues.length, 1)
  await twinmq[Symbol.asyncDispose]()
  await assert.rejects(fetch(twinmq.url))
}

async function command() {
  const file = join(fileURLToPath(import.meta.resolve('twinmq/package.json')), '..', 'dist', 'cli.js')
  const child = spawn(process.execPath, [file, '--port', '0', '--memory', '--log-level', 'silent'])
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (/^Ready\.$/m.test(said)) break
  }
  await sendAndReceive(/http:\/\/127\.0\.0\.1:\d+/.exec(said)[0])
  const exited = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  assert.equal(await exited, 0)
}

await library(startTwinmq)
await library(createRequire(import.meta.url)('twinmq').startTwinmq)
await command()
console.log(`fine under Node ${process.version}`)
