import { describe, expect, test } from 'vitest'
import type { QueueUrlOptions } from '../../../protocols/adapter.ts'
import { queueUrl } from '../../../protocols/sqs/endpoint-strategy.ts'
import { queueAt } from '../../../protocols/sqs/names.ts'
import type { QueueAddress } from '../../../src/core/model.ts'

const caller = { account: '111111111111', region: 'eu-west-1' }
const orders: QueueAddress = { ...caller, name: 'orders' }
const at = (reference: string): QueueAddress => queueAt(reference, caller, 'isolated')

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
  ])('%s', (strategy, queue, url) => {
    expect(queueUrl(queue, asked, options(strategy))).toBe(url)
    expect(queueAt(url, { ...caller, region: queue.region }, 'isolated')).toEqual(queue)
  })

  test('whose scheme is an option where the request does not decide it', () => {
    for (const strategy of ['domain', 'path', 'off'] as const)
      expect(queueUrl(orders, asked, options(strategy, 'https'))).toMatch(/^https:/)
    const plain = { ...asked, base: 'http://127.0.0.1:32789' }
    for (const strategy of ['standard', 'dynamic'] as const)
      expect(queueUrl(orders, plain, options(strategy, 'https'))).toMatch(/^http:/)
  })

  test('and the public URL comes before all of them', () => {
    const publicUrl = 'https://mq.example:8443'
    for (const strategy of ['standard', 'domain', 'path', 'dynamic'] as const)
      expect(queueUrl(orders, { ...asked, publicUrl }, options(strategy))).toBe(
        `${publicUrl}/queue/eu-west-1/111111111111/orders`,
      )
    expect(queueUrl(orders, { ...asked, publicUrl }, options('off'))).toBe(`${publicUrl}/111111111111/orders`)
  })
})

function options(strategy: QueueUrlOptions['strategy'], scheme: 'http' | 'https' = 'http'): QueueUrlOptions {
  return { strategy, scheme, host: () => 'localhost.localstack.cloud:4566' }
}
