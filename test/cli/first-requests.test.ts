import { spawn } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Command, newFolder } from '../support/command.ts'
import { type Asked, ask, mnsCall, sqsCall } from '../support/http.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const query = (body: string): Asked => ({ method: 'POST', headers: form, body })
const message = '<Message><MessageBody>a</MessageBody></Message>'
const attribute = { DataType: 'String', StringValue: 'x' }

/** Requests of every protocol, answers with parts that are seldom there, and errors. */
const requests: readonly (readonly [number, Asked])[] = [
  [200, sqsCall('CreateQueue', { QueueName: 'orders', tags: { a: 'b' } })],
  [200, sqsCall('SendMessage', { QueueUrl: 'orders', MessageBody: 'a', MessageAttributes: { attribute } })],
  [400, sqsCall('SendMessage', { QueueUrl: 'orders', MessageBody: 1 })],
  [200, query('Action=ReceiveMessage&QueueUrl=orders&AttributeName.1=All&MessageAttributeName.1=All')],
  [200, query('Action=ListQueueTags&QueueUrl=orders')],
  [200, query('Action=SendMessageBatch&QueueUrl=orders&SendMessageBatchRequestEntry.1.Id=a')],
  [400, query('Action=CreateQueue')],
  [201, mnsCall('PUT', '/queues/jobs')],
  [201, mnsCall('POST', '/queues/jobs/messages', message)],
  [200, mnsCall('GET', '/queues/jobs/messages')],
  [200, mnsCall('GET', '/queues')],
  [201, mnsCall('PUT', '/topics/news')],
  [404, mnsCall('GET', '/queues/none')],
  [200, query('Action=GetCallerIdentity&Version=2011-06-15')],
  // hono's adapter loads when one of these two APIs is first asked: an idle twinmq needs less memory without it.
  [500, { path: '/_twinmq/health' }],
  [500, { path: '/_localstack/health' }],
]

/** A copy of what is built, to be taken away from a program that runs. */
function copyOfBuilt(): string {
  const copy = join(newFolder(), 'dist')
  cpSync(resolve('dist'), copy, { recursive: true })
  return copy
}

async function answersAll(port: number): Promise<void> {
  for (const [status, asked] of requests) {
    const answered = await ask(port, asked)
    expect(answered.status, `${asked.method} ${asked.path} ${asked.body}: ${answered.body}`).toBe(status)
  }
}

test('after Ready. nothing is left to load: requests of every protocol are answered by a program whose files are gone', async () => {
  const program = copyOfBuilt()
  const { port } = await Command.start(['--memory'], { program: join(program, 'cli.js') })
  rmSync(program, { recursive: true })
  await answersAll(port)
})

test('nor is it once startTwinmq() has resolved', async () => {
  const program = copyOfBuilt()
  const script = join(program, 'run.mjs')
  writeFileSync(
    script,
    `import { startTwinmq } from './index.js'\nconsole.log((await startTwinmq()).url)\nprocess.stdin.on('end', () => process.exit()).resume()\n`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((done) => child.stdout.once('data', (said) => done(String(said).trim())))
  rmSync(program, { recursive: true })
  await answersAll(Number(new URL(url).port))
})

test('no bundle holds the compiler of JSON Schemas or the builder of XML', () => {
  const ajv = { words: 'strict mode: ', from: 'node_modules/ajv/dist/compile/util.js' }
  const builder = {
    words: 'Document root element is null',
    from: 'node_modules/xmlbuilder2/lib/builder/XMLBuilderImpl.js',
  }
  const bundles = readdirSync('dist').filter((file) => file.endsWith('.js'))
  for (const { words, from } of [ajv, builder]) {
    expect(readFileSync(from, 'utf8')).toContain(words)
    expect(bundles.filter((file) => readFileSync(join('dist', file), 'utf8').includes(words))).toEqual([])
  }
})
