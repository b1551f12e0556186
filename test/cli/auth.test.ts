import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTwinmq } from '../../src/index.ts'
import { Command, newFolder } from '../support/command.ts'
import { type Asked, ask, mnsCall, sqsCall } from '../support/http.ts'

const aws = { cloud: 'aws', accessKeyId: 'AKIDEXAMPLE', secret: 'aws-secret', account: '111122223333' }
const alibaba = { cloud: 'alibaba', accessKeyId: 'LTAIEXAMPLE', secret: 'ali-secret', account: '1234567890123456' }

function keysFile(keys: unknown): string {
  const file = join(newFolder(), 'keys.json')
  writeFileSync(file, typeof keys === 'string' ? keys : JSON.stringify(keys, null, 2))
  return file
}

function signedMns(path: string, secret: string): Asked {
  const date = new Date().toUTCString()
  const text = `PUT\n\n\n${date}\nx-mns-version:2015-06-06\n${path}`
  const signature = createHmac('sha1', secret).update(text).digest('base64')
  const call = mnsCall('PUT', path)
  return { ...call, headers: { ...call.headers, Date: date, Authorization: `MNS LTAIEXAMPLE:${signature}` } }
}

test('a client that takes twinmq for a proxy is checked by path and query alone', async () => {
  const { port } = await Command.start(['--memory', '--auth', keysFile([alibaba])])
  const endpoint = 'http://1234567890123456.mns.cn-hangzhou.aliyuncs.com'
  const throughProxy = (secret: string) => {
    const { headers, ...asked } = signedMns('/queues/orders', secret)
    return ask(port, {
      ...asked,
      path: `${endpoint}/queues/orders`,
      headers: { ...headers, Host: new URL(endpoint).host },
    })
  }
  const created = await throughProxy(alibaba.secret)
  expect([created.status, created.headers.location]).toEqual([201, `${endpoint}/queues/orders`])
  expect((await throughProxy('wrong')).status).toBe(403)
})

for (const by of ['flag', 'variable'])
  test(`keys given by ${by} let in who has one, and nobody else`, async () => {
    const file = keysFile([aws, alibaba])
    const flags = by === 'flag' ? ['--memory', '--auth', file] : ['--memory']
    const started = await Command.start(flags, { variables: by === 'flag' ? {} : { TWINMQ_AUTH: file } })
    const statusOf = async (asked: Asked): Promise<number> => (await ask(started.port, asked)).status
    expect(await statusOf(signedMns('/queues/orders', alibaba.secret))).toBe(201)
    expect(await statusOf(signedMns('/queues/orders', 'wrong'))).toBe(403)
    expect(await statusOf(mnsCall('GET', '/queues/orders'))).toBe(400)
    expect(await statusOf(sqsCall('ListQueues', {}))).toBe(403)
    expect(await statusOf({ path: '/_twinmq/health' })).toBe(200)
    started.signal('SIGTERM')
    await started.exited
    expect(started.stderr).toMatch(/warn the MNS signature of LTAIEXAMPLE does not match.*Signed here: PUT⏎/)
    expect(started.stderr).not.toContain(alibaba.secret)
  })

const bad: Readonly<Record<string, readonly [keys: unknown, said: RegExp]>> = {
  'no JSON': ['[\n  {"cloud": "aws",\n}]', /line 3: not valid JSON/],
  'nothing at all': ['', /line 1: not valid JSON/],
  'no array': [{}, /line 1: must be array/],
  'a key of a third cloud': [[{ ...aws, cloud: 'azure' }], /line 3: \[0\]\.cloud: cloud must be "aws" or "alibaba"/],
  'a key without a cloud': [[{ ...aws, cloud: undefined }], /line 2: \[0\]: the member cloud is missing/],
  'a key without a secret': [[aws, { ...aws, secret: undefined }], /line 8: \[1\]: the member secret is missing/],
  'an empty secret': [[{ ...aws, secret: '' }], /line 5: \[0\]\.secret: /],
  'a member it does not know': [[{ ...aws, secrte: 'x' }], /line 2: \[0\]: there is no member secrte/],
  'an account that AWS cannot have': [[{ ...aws, account: '1' }], /line 6: \[0\]\.account: /],
  'an account that is a number': [[{ ...aws, account: 111_122_223_333 }], /line 6: \[0\]\.account: must be string/],
  'a key twice': [[aws, alibaba, aws], /line 16: \[2\]\.accessKeyId: this key is there before/],
}

for (const [name, [keys, said]] of Object.entries(bad))
  test(`a file that holds ${name} is exit 2, with file and place`, async () => {
    const file = keysFile(keys)
    const { code, stdout, stderr } = await Command.run(['--memory', '--port', '0', '--auth', file])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`twinmq: ${file}, line `)
    expect(stderr).toMatch(said)
    expect(stderr).not.toContain(aws.secret)
  })

test('a file that is not there is exit 2, and says which', async () => {
  const { code, stderr } = await Command.run(['--memory', '--auth', 'nowhere.json'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^twinmq: nowhere\.json: the keys cannot be read: /)
})

test('the library hands out the first key of each cloud', async () => {
  const keys = [{ ...aws, sessionToken: 'token' }, { ...aws, accessKeyId: 'AKIDOTHER' }, alibaba]
  const twinmq = await startTwinmq({ auth: keysFile(keys) })
  const { accessKeyId, secret } = aws
  expect(twinmq.sqs().credentials).toEqual({ accessKeyId, secretAccessKey: secret, sessionToken: 'token' })
  expect(twinmq.mns()).toMatchObject({ accountId: alibaba.account, accessKeySecret: alibaba.secret })
  expect(twinmq.mns()).not.toHaveProperty('securityToken')
  await twinmq.stop()
})
