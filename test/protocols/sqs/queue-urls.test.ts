import { describe, expect, test } from 'vitest'
import type { QueueUrlOptions } from '../../../protocols/adapter.ts'
import { queueAt } from '../../../protocols/sqs/names.ts'
import { queueUrl } from '../../../protocols/sqs/queue-urls.ts'
import type { QueueAddress } from '../../../src/core/model.ts'

const scope = { account: '111111111111', region: 'eu-west-1' }
const orders: QueueAddress = { ...scope, name: 'orders' }
const at = (reference: string): QueueAddress => queueAt(reference, scope, 'isolated')

describe('the URL of a queue follows the host that was asked', () => {
  const urlFor = (host: string, queue: QueueAddress = orders, scheme = 'http'): string =>
    queueUrl(queue, { host, base: `${scheme}://${host}` }, options('dynamic'))

  test.each([
    ['localhost:4566', 'http://localhost:4566/queue/eu-west-1/111111111111/orders'],
    ['127.0.0.1:32789', 'http://127.0.0.1:32789/queue/eu-west-1/111111111111/orders'],
    ['[::1]:4566', 'http://[::1]:4566/queue/eu-west-1/111111111111/orders'],
    ['sqs.internal:9999', 'http://sqs.internal:9999/queue/eu-west-1/111111111111/orders'],
    ['sqs.team-a.internal:9999', 'http://sqs.team-a.internal:9999/queue/eu-west-1/111111111111/orders'],
    ['queue:4566', 'http://queue:4566/queue/eu-west-1/111111111111/orders'],
    [
      'sqs.us-east-1.localhost.localstack.cloud:4566',
      'http://sqs.eu-west-1.localhost.localstack.cloud:4566/111111111111/orders',
    ],
    [
      'queue.localhost.localstack.cloud:4566',
      'http://eu-west-1.queue.localhost.localstack.cloud:4566/111111111111/orders',
    ],
    [
      'us-east-2.queue.localhost.localstack.cloud:4566',
      'http://eu-west-1.queue.localhost.localstack.cloud:4566/111111111111/orders',
    ],
    ['twinmq.queue.svc:4566', 'http://twinmq.queue.svc:4566/queue/eu-west-1/111111111111/orders'],
  ])('%s', (host, url) => {
    expect(urlFor(host)).toBe(url)
    expect(at(url)).toEqual(orders)
  })

  test('with us-east-1 left out of the older form', () => {
    const queue = { ...orders, region: 'us-east-1' }
    expect(urlFor('eu-west-1.queue.example.com', queue)).toBe('http://queue.example.com/111111111111/orders')
  })

  test('and its scheme', () => {
    expect(urlFor('localhost', orders, 'https')).toMatch(/^https:\/\/localhost\/queue\//)
    expect(urlFor('sqs.us-east-1.example.com', orders, 'https')).toMatch(/^https:\/\/sqs\.eu-west-1\.example\.com\//)
  })

  test('and encodes a name that another API let through', () => {
    const queue = { ...orders, name: 'a b/c' }
    expect(urlFor('localhost', queue)).toBe('http://localhost/queue/eu-west-1/111111111111/a%20b%2Fc')
    expect(at(urlFor('localhost', queue))).toEqual(queue)
  })
})

describe('the URL of a queue has the form of the strategy', () => {
  const asked = { host: '127.0.0.1:32789', base: 'https://127.0.0.1:32789' }
  const inUsEast1 = { ...orders, region: 'us-east-1' }
  const host = 'localhost.localstack.cloud:4566'

  test.each<[QueueUrlOptions['strategy'], QueueAddress, string]>([
    ['standard', orders, `https://sqs.eu-west-1.${host}/111111111111/orders`],
    ['standard', inUsEast1, `https://sqs.us-east-1.${host}/111111111111/orders`],
    ['domain', orders, `http://eu-west-1.queue.${host}/111111111111/orders`],
    ['domain', inUsEast1, `http://queue.${host}/111111111111/orders`],
    ['path', orders, `http://${host}/queue/eu-west-1/111111111111/orders`],
    ['path', inUsEast1, `http://${host}/queue/us-east-1/111111111111/orders`],
    ['off', orders, `http://${host}/111111111111/orders`],
    ['off', inUsEast1, `http://${host}/111111111111/orders`],
    ['dynamic', orders, 'https://127.0.0.1:32789/queue/eu-west-1/111111111111/orders'],
    ['caller', orders, 'https://127.0.0.1:32789/111111111111/orders'],
    ['caller', inUsEast1, 'https://127.0.0.1:32789/111111111111/orders'],
  ])('%s', (strategy, queue, url) => {
    expect(queueUrl(queue, asked, options(strategy))).toBe(url)
    expect(queueAt(url, { ...scope, region: queue.region }, 'isolated')).toEqual(queue)
  })

  test('whose scheme is an option where the request does not decide it', () => {
    for (const strategy of ['domain', 'path', 'off'] as const)
      expect(queueUrl(orders, asked, options(strategy, 'https'))).toMatch(/^https:/)
    const plain = { ...asked, base: 'http://127.0.0.1:32789' }
    for (const strategy of ['standard', 'dynamic', 'caller'] as const)
      expect(queueUrl(orders, plain, options(strategy, 'https'))).toMatch(/^http:/)
  })

  test('and the public URL comes before all of them; its path has the region where that was asked for', () => {
    const publicUrl = 'https://mq.example:8443'
    const urlOf = (strategy?: QueueUrlOptions['strategy']): string =>
      queueUrl(orders, { ...asked, base: publicUrl, publicUrl }, strategy && options(strategy))
    for (const strategy of [undefined, 'caller', 'standard', 'domain', 'off'] as const)
      expect(urlOf(strategy)).toBe(`${publicUrl}/111111111111/orders`)
    for (const strategy of ['path', 'dynamic'] as const)
      expect(urlOf(strategy)).toBe(`${publicUrl}/queue/eu-west-1/111111111111/orders`)
  })
})

describe('the URL of a queue is account and name under the host of the caller', () => {
  const eastern = { ...orders, region: 'us-east-1' }
  const localstack = 'localhost.localstack.cloud:4566'

  test.each<[host: string, queue: QueueAddress, expected: string]>([
    ['localhost:4566', orders, 'localhost:4566'],
    ['[::1]:4566', orders, '[::1]:4566'],
    ['queue:4566', orders, 'queue:4566'],
    ['sqs.internal', orders, 'sqs.internal'],
    ['twinmq.queue.svc', orders, 'twinmq.queue.svc'],
    // A machine of that name, which no name server knows under every region.
    ['queue.default.svc', orders, 'queue.default.svc'],
    // Hosts that tell a region keep it for a queue of that region.
    [`sqs.eu-west-1.${localstack}`, orders, `sqs.eu-west-1.${localstack}`],
    [`eu-west-1.queue.${localstack}`, orders, `eu-west-1.queue.${localstack}`],
    [`us-east-1.queue.${localstack}`, eastern, `us-east-1.queue.${localstack}`],
    [`queue.${localstack}`, eastern, `queue.${localstack}`],
    // And are those of the region of any other queue.
    [`sqs.us-east-1.${localstack}`, orders, `sqs.eu-west-1.${localstack}`],
    [`SQS.US-EAST-1.${localstack}`, orders, `SQS.eu-west-1.${localstack}`],
    ['vpce-1a2b.sqs.us-east-1.vpce.amazonaws.com', orders, 'vpce-1a2b.sqs.eu-west-1.vpce.amazonaws.com'],
    ['sqs-fips.us-east-1.amazonaws.com', orders, 'sqs-fips.eu-west-1.amazonaws.com'],
    [`us-east-2.queue.${localstack}`, orders, `eu-west-1.queue.${localstack}`],
    [`queue.${localstack}`, orders, `eu-west-1.queue.${localstack}`],
    ['sqs.us-east-1.example.com/under/a/path', orders, 'sqs.eu-west-1.example.com/under/a/path'],
  ])('%s', (host, queue, expected) => {
    const base = `https://${host}`
    const url = queueUrl(queue, { host, base })
    expect(url).toBe(`https://${expected}/111111111111/orders`)
    expect(queueAt(url, { ...scope, region: queue.region }, 'isolated')).toEqual(queue)
    expect(queueUrl(queue, { host: 'elsewhere', base, publicUrl: base })).toBe(url)
  })
})

function options(strategy: QueueUrlOptions['strategy'], scheme: 'http' | 'https' = 'http'): QueueUrlOptions {
  return { strategy, scheme, host: () => 'localhost.localstack.cloud:4566' }
}
