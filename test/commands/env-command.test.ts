import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { env } from '../../src/commands/env.ts'
import { run } from './captured.ts'

const plain = {
  AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:4566',
  AWS_ENDPOINT_URL_STS: 'http://127.0.0.1:4566',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  MNS_ENDPOINT: 'http://127.0.0.1:4566',
  ALIBABA_CLOUD_ACCESS_KEY_ID: 'test',
  ALIBABA_CLOUD_ACCESS_KEY_SECRET: 'test',
  TWINMQ_URL: 'http://127.0.0.1:4566',
}

test('JSON holds every variable', async () => {
  for (const words of [['--format', 'json'], ['--json']])
    expect(JSON.parse((await run(env, words)).stdout)).toEqual(plain)
})

test('account and region of the clients go into their credentials', async () => {
  const { stdout } = await run(env, [
    '--json',
    '--account',
    '111111111111',
    '--region',
    'cn-hangzhou',
    '--url',
    'http://mq:1/',
  ])
  expect(JSON.parse(stdout)).toMatchObject({
    AWS_ACCESS_KEY_ID: '111111111111',
    ALIBABA_CLOUD_ACCESS_KEY_ID: '111111111111',
    AWS_DEFAULT_REGION: 'cn-hangzhou',
    MNS_ENDPOINT: 'http://mq:1',
  })
})

test('sh takes the exports, whatever a URL holds', async () => {
  const url = "http://127.0.0.1:4566/a b'$(touch x)"
  const { stdout } = await run(env, ['--url', url])
  const shown = execFileSync('sh', ['-c', 'eval "$1"; printf "%s" "$AWS_ENDPOINT_URL_SQS $AWS_REGION"', 'sh', stdout])
  expect(String(shown)).toBe(`${url} us-east-1`)
})

test('dotenv has a line for each', async () => {
  const { stdout } = await run(env, ['--format', 'dotenv'])
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'AWS_ENDPOINT_URL_SQS=http://127.0.0.1:4566',
    'AWS_ENDPOINT_URL_STS=http://127.0.0.1:4566',
    'AWS_ACCESS_KEY_ID=test',
  ])
})

test('TWINMQ_URL is where the clients go', async () => {
  expect((await run(env, [], { TWINMQ_URL: 'http://mq:4566' })).stdout).toContain(
    'export MNS_ENDPOINT=http://mq:4566\n',
  )
})

test('another format is exit 2', async () => {
  expect(await run(env, ['--format', 'fish'])).toMatchObject({
    code: 2,
    stderr: "twinmq: --format: 'fish' is not shell|dotenv|json; --help says more\n",
  })
})
