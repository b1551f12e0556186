// What tools that take a queue URL apart count on, over every answer that holds one.
import { afterEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import { type Fields, jsonProtocol, queryProtocol } from './sqs-protocols.ts'

let app: TestApp
afterEach(() => app.close())

type Protocol = typeof jsonProtocol
type Headers = Readonly<Record<string, string>>

const account = '111111111111'

/** Every region of AWS, and regions that only emulators have. Source: AWS General Reference, Amazon SQS endpoints. */
// biome-ignore format: a list reads better in few lines
const regions = [
  'us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'af-south-1', 'ap-east-1', 'ap-east-2', 'ap-south-1', 'ap-south-2',
  'ap-southeast-1', 'ap-southeast-2', 'ap-southeast-3', 'ap-southeast-4', 'ap-southeast-5', 'ap-southeast-6', 'ap-southeast-7',
  'ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ca-central-1', 'ca-west-1', 'eu-central-1', 'eu-central-2',
  'eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-south-1', 'eu-south-2', 'eu-north-1', 'il-central-1', 'me-south-1',
  'me-central-1', 'mx-central-1', 'sa-east-1', 'us-gov-east-1', 'us-gov-west-1', 'us-iso-east-1', 'us-isob-east-1',
  'eusc-de-east-1', 'cn-north-1', 'cn-northwest-1', 'cn-hangzhou', 'elasticmq', 'local',
]

const hosts = [
  'localhost:4566',
  '127.0.0.1:32789',
  'sqs.us-east-1.localhost.localstack.cloud:4566',
  'queue.default.svc',
]

function signedIn(region: string): Headers {
  const scope = `${account}/20260101/${region}/sqs/aws4_request`
  return { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0` }
}

const unsigned: Headers = { authorization: '' }

/** Terraform's AWS provider takes a URL for that of a queue if its path has two segments, and the last one for the name. */
function nameInUrl(url: string): string {
  const parts = new URL(url).pathname.split('/')
  if (parts.length !== 3) throw new Error(`SQS Queue URL (${url}) is in the incorrect format`)
  return parts[2]!
}

async function ask(protocol: Protocol, action: string, input: Fields, headers: Headers): Promise<Fields> {
  const said = protocol.read(await app.request(protocol.request(action, input, headers)))
  if ('error' in said) throw new Error(`${action}: ${said.error.message}`)
  return said.output
}

/** Every URL that answers of SQS hold, of a queue and of its dead-letter queue. */
async function urlsOfAllAnswers(protocol: Protocol, region: string, headers: Headers): Promise<string[]> {
  const of = (action: string, input: Fields): Promise<Fields> => ask(protocol, action, input, headers)
  const dead = (await of('CreateQueue', { QueueName: 'dead' })) as { readonly QueueUrl: string }
  const { Attributes } = await of('GetQueueAttributes', { QueueUrl: dead.QueueUrl, AttributeNames: ['QueueArn'] })
  const deadLetterTargetArn = Object(Attributes).QueueArn
  expect(deadLetterTargetArn).toContain(`:${region}:`)
  const redrive = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 10 })
  const created = await of('CreateQueue', { QueueName: 'orders', Attributes: { RedrivePolicy: redrive } })
  const found = await of('GetQueueUrl', { QueueName: 'orders' })
  const others = await of('GetQueueUrl', { QueueName: 'orders', QueueOwnerAWSAccountId: account })
  const listed = await of('ListQueues', { QueueNamePrefix: 'o' })
  const paged = await of('ListQueues', { QueueNamePrefix: 'o', MaxResults: 1 })
  const sources = await of('ListDeadLetterSourceQueues', { QueueUrl: dead.QueueUrl })
  const lists = [listed.QueueUrls, paged.QueueUrls, sources.queueUrls] as string[][]
  return [created.QueueUrl, found.QueueUrl, others.QueueUrl, ...lists.flat()] as string[]
}

describe.each([jsonProtocol, queryProtocol])('in $name', (protocol) => {
  test.each(hosts)(
    'every URL of every answer at %s, in every region, is host, account and name, and leads back',
    async (host) => {
      app = await startTestApp()
      for (const region of regions) {
        const headers = { host, ...signedIn(region) }
        const urls = await urlsOfAllAnswers(protocol, region, headers)
        expect(urls).toHaveLength(6)
        expect(new Set(urls).size).toBe(1)
        expect(nameInUrl(urls[0]!)).toBe('orders')
        expect(urls[0]).toMatch(new RegExp(`^http://[^/]+/${account}/orders$`))
        await ask(protocol, 'SendMessage', { QueueUrl: urls[0]!, MessageBody: region }, headers)
        const look = `/_aws/sqs/messages?QueueUrl=${encodeURIComponent(urls[0]!)}`
        expect((await app.request({ method: 'GET', target: look, headers })).body).toContain(`<Body>${region}</Body>`)
        // Some SDKs send to the host of the URL and some to their endpoint.
        const followed = { ...headers, host: new URL(urls[0]!).host }
        for (const asked of [headers, followed]) {
          const input = { QueueUrl: urls[0]!, VisibilityTimeout: 0 }
          const { Messages } = await ask(protocol, 'ReceiveMessage', input, asked)
          expect(Messages).toMatchObject([{ Body: region }])
        }
      }
    },
  )

  test('at a host that tells a region other than the call, the URL has the region of the queue in its place', async () => {
    app = await startTestApp()
    const at = async (host: string) =>
      (await ask(protocol, 'CreateQueue', { QueueName: 'orders' }, { host, ...signedIn('eu-west-1') })).QueueUrl
    const domain = 'localhost.localstack.cloud:4566'
    expect(await at(`sqs.us-east-1.${domain}`)).toBe(`http://sqs.eu-west-1.${domain}/${account}/orders`)
    expect(await at(`us-east-2.queue.${domain}`)).toBe(`http://eu-west-1.queue.${domain}/${account}/orders`)
    expect(await at(`queue.${domain}`)).toBe(`http://eu-west-1.queue.${domain}/${account}/orders`)
  })

  test('an unsigned call is in the region of its host, and else in the default one', async () => {
    app = await startTestApp()
    const arnAt = async (host: string) => {
      const { QueueUrl } = await ask(protocol, 'CreateQueue', { QueueName: 'orders' }, { host, ...unsigned })
      const input = { QueueUrl: QueueUrl!, AttributeNames: ['QueueArn'] }
      return Object((await ask(protocol, 'GetQueueAttributes', input, { host, ...unsigned })).Attributes).QueueArn
    }
    expect(await arnAt('sqs.eu-west-1.localhost.localstack.cloud')).toContain(':eu-west-1:')
    expect(await arnAt('ap-south-1.queue.localhost.localstack.cloud')).toContain(':ap-south-1:')
    expect(await arnAt('localhost:4566')).toContain(':us-east-1:')
  })

  test.each<[TestAppOptions]>([[{ publicUrl: 'https://q.ci' }], [{ publicUrl: 'https://sqs.us-east-1.q.ci:8443' }]])(
    'the same holds under a public URL: %j',
    async (options) => {
      app = await startTestApp(options)
      for (const region of ['us-east-1', 'eu-west-1']) {
        const [url] = await urlsOfAllAnswers(protocol, region, signedIn(region))
        expect(nameInUrl(url!)).toBe('orders')
        expect(url).toMatch(/^https:\/\/(?:sqs\.[a-z0-9-]+\.)?q\.ci(?::8443)?\//)
        await ask(protocol, 'SendMessage', { QueueUrl: url!, MessageBody: 'a' }, signedIn(region))
        const { Messages } = await ask(protocol, 'ReceiveMessage', { QueueUrl: url! }, signedIn(region))
        expect(Messages).toHaveLength(1)
      }
    },
  )

  test('"not found" names the region where the queue is, before those of other accounts, and the remedy', async () => {
    app = await startTestApp()
    for (const key of ['222222222222', '333333333333', '444444444444'])
      await ask(
        protocol,
        'CreateQueue',
        { QueueName: 'orders' },
        { authorization: signedIn('eu-west-3').authorization!.replace(account, key) },
      )
    const { QueueUrl } = await ask(protocol, 'CreateQueue', { QueueName: 'orders' }, signedIn('eu-west-1'))
    const look = ask(protocol, 'ReceiveMessage', { QueueUrl: QueueUrl! }, signedIn('us-east-1'))
    await expect(look).rejects.toThrow(
      new RegExp(
        `Looked in region us-east-1 .* exists in region eu-west-1 \\(account ${account}\\), .*--sqs-endpoint-strategy dynamic`,
      ),
    )
  })

  test.each([
    `/${account}/orders`,
    `/${account}/orders/`,
    `/queue/eu-west-1/${account}/orders`,
    '/queue/orders',
    `/sqs/${account}/orders`,
    `/under/queue/eu-west-1/${account}/orders`,
    '/orders',
  ])('a path names the queue as a QueueUrl does: %s', async (target) => {
    app = await startTestApp()
    const headers = signedIn('eu-west-1')
    await ask(protocol, 'CreateQueue', { QueueName: 'orders' }, headers)
    const request = { ...protocol.request('SendMessage', { MessageBody: 'a' }, headers), target }
    expect(protocol.read(await app.request(request))).toMatchObject({
      output: { MD5OfMessageBody: expect.any(String) },
    })
  })

  test.each([
    'sqs.eu-west-1.localhost.localstack.cloud:4566',
    'sqs.eu-west-1.amazonaws.com',
    'eu-west-1.queue.amazonaws.com',
  ])('and so does a path with the host it was sent to: %s', async (host) => {
    app = await startTestApp({ publicUrl: 'https://q.ci' })
    await ask(protocol, 'CreateQueue', { QueueName: 'orders' }, signedIn('eu-west-1'))
    const headers = { host, ...signedIn('us-east-1') }
    const request = { ...protocol.request('SendMessage', { MessageBody: 'a' }, headers), target: `/${account}/orders` }
    expect(protocol.read(await app.request(request))).toHaveProperty('output')
  })
})
