import { expect, test } from 'vitest'
import { hookEnvironment } from '../../src/hooks/hook-environment.ts'

test('scripts find endpoint, keys and region in their environment', () => {
  expect(hookEnvironment({ PATH: '/bin' }, [{ host: '127.0.0.1', port: 4567 }], 'eu-west-1')).toEqual({
    PATH: '/bin',
    AWS_ENDPOINT_URL: 'http://localhost:4567',
    AWS_ENDPOINT_URL_SQS: 'http://localhost:4567',
    AWS_ENDPOINT_URL_STS: 'http://localhost:4567',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_DEFAULT_REGION: 'eu-west-1',
    LOCALSTACK_HOST: 'localhost:4567',
    TWINMQ_URL: 'http://localhost:4567',
  })
})

test('what would lead a script to another endpoint does not reach it', () => {
  const given = {
    AWS_ENDPOINT_URL_SQS: 'http://elsewhere:1',
    AWS_ENDPOINT_URL: 'https://sqs.example',
    TWINMQ_URL: 'http://elsewhere:2',
    AWS_PROFILE: 'prod',
    AWS_REGION: 'eu-west-3',
  }
  const found = hookEnvironment(given, [{ host: '0.0.0.0', port: 4566 }], 'us-east-1')
  expect(found).toMatchObject({
    AWS_ENDPOINT_URL: 'http://localhost:4566',
    AWS_ENDPOINT_URL_SQS: 'http://localhost:4566',
    TWINMQ_URL: 'http://localhost:4566',
    AWS_PROFILE: undefined,
    AWS_DEFAULT_REGION: 'eu-west-3',
  })
})

test('keys and region that are set stay as they are; what is set to nothing counts as not set', () => {
  const given = { AWS_DEFAULT_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: '', LOCALSTACK_HOST: 'queue.internal' }
  const found = hookEnvironment(given, [{ host: '0.0.0.0', port: 4566 }], 'us-east-1')
  expect(found).toMatchObject({
    AWS_DEFAULT_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    LOCALSTACK_HOST: 'queue.internal',
  })
})

test.each([
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['10.1.2.3', '10.1.2.3'],
  ['fd00::1', '[fd00::1]'],
])('a twinmq that listens on %s is called at %s', (host, called) => {
  const { AWS_ENDPOINT_URL } = hookEnvironment({}, [{ host, port: 4566 }], 'us-east-1')
  expect(AWS_ENDPOINT_URL).toBe(`http://${called}:4566`)
})
