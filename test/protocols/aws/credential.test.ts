import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterOptions, WireRequest } from '../../../protocols/adapter.ts'
import { credentialOf, scopeOf } from '../../../protocols/aws/credential.ts'

const options: AdapterOptions = {
  defaultAccount: '000000000000',
  defaultRegion: 'us-east-1',
  namespace: 'isolated',
  strict: false,
  nowMs: () => 0,
  nextRequestId: () => '0'.repeat(32),
  warn: () => {},
}

function signed(authorization: string | undefined, target = '/'): WireRequest {
  const headers = authorization === undefined ? {} : { authorization }
  const body = Buffer.alloc(0)
  return { method: 'GET', target, headers, body, scheme: 'http', base: 'http://localhost', host: 'localhost' }
}

const v4 = (key: string, region = 'eu-west-1'): string =>
  `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/sqs/aws4_request, SignedHeaders=host, Signature=0`

const callerIn = (request: WireRequest) => scopeOf(credentialOf(request), request.host, options)

describe('the account is that of the access key', () => {
  test.each([
    ['123456789012', '123456789012'],
    ['123456789012abc', '123456789012'],
    ['1234567890123456', '123456789012'],
    ['12345678901234567', '000000000000'],
    ['12345678901', '000000000000'],
    ['test', '000000000000'],
    ['', '000000000000'],
    ['AKIARZPUZDIKGB2VALC4', '000000000000'],
    ['ASIAQAAAAAAVNCBMPNSG', '000000000000'],
    ['LSIAQAAAAAAVNCBMPNSG', '000000000042'],
    ['LKIAQAAAAAAVNCBMPNSG', '000000000042'],
    ['LSIAQAAAAAAVQCBMPNSG', '000000000043'],
    ['LSIAQAAAAAAVNCBMPNS', '000000000000'],
    ['LSIAQAAAAA1VNCBMPNSG', '000000000000'],
    ['LSIAAAAAAAAVNCBMPNSG', '000000000000'],
    ['LSIA7777777VNCBMPNSG', '000000000000'],
  ])('%s: %s', (key, account) => {
    expect(callerIn(signed(v4(key))).account).toBe(account)
    expect(callerIn(signed(`AWS ${key}:c2lnbmF0dXJl`)).account).toBe(account)
  })

  test.each([
    ['AKIARZPUZDIKGB2VALC4', '123456789012'],
    ['ASIAQAAAAAAVNCBMPNSG', '000000000042'],
    ['LSIAQAAAAAAVNCBMPNSG', '000000000000'],
    ['123456789012', '123456789012'],
  ])('%s: %s where keys are taken to be those of AWS', (key, account) =>
    expect(scopeOf(credentialOf(signed(v4(key))), 'localhost', { ...options, awsAccessKeys: true }).account).toBe(
      account,
    ),
  )

  test('and the default without a signature', () => {
    expect(callerIn(signed(undefined))).toEqual({ account: '000000000000', region: 'us-east-1' })
  })
})

describe('the region is that of the credential scope', () => {
  test.each(['eu-west-1', 'us-gov-west-1', 'cn-hangzhou', 'us-west-9', 'elasticmq'])('%s as it is', (region) =>
    expect(callerIn(signed(v4('test', region))).region).toBe(region),
  )

  test.each(['', 'US-EAST-1', 'eu west 1', 'eu_west_1', '-', 'a'.repeat(64)])('%j is none: the default', (region) =>
    expect(callerIn(signed(v4('test', region))).region).toBe('us-east-1'),
  )

  test('or that of a presigned URL, which comes before the header', () => {
    const credential = encodeURIComponent('111111111111/20260101/ap-south-1/sqs/aws4_request')
    const target = `/000000000000/orders?Action=ReceiveMessage&X-Amz-Credential=${credential}&X-Amz-Date=20260101T000000Z`
    expect(callerIn(signed(undefined, target))).toEqual({ account: '111111111111', region: 'ap-south-1' })
    expect(callerIn(signed(v4('222222222222'), target))).toEqual({ account: '111111111111', region: 'ap-south-1' })
  })
})

describe('any signature is welcome', () => {
  test.each([
    'AWS4-HMAC-SHA256',
    'AWS4-HMAC-SHA256 Credential=',
    'AWS4-HMAC-SHA256 Credential=////',
    'AWS ',
    'AWS',
    'Bearer token',
    'Basic dGVzdDp0ZXN0',
  ])('%j', (authorization) =>
    expect(callerIn(signed(authorization))).toEqual({ account: '000000000000', region: 'us-east-1' }),
  )

  test('and whatever stands in the header or the URL', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (authorization, credential) => {
        const scope = callerIn(
          signed(`AWS4-${authorization}Credential=${credential}`, `/?X-Amz-Credential=${credential}`),
        )
        expect(scope.account).toMatch(/^\d{12}$/)
      }),
    )
  })
})

describe('without a signature the region is that of the host', () => {
  const regionAt = (host: string, authorization?: string) => callerIn({ ...signed(authorization), host }).region

  test.each([
    ['sqs.eu-west-1.localhost.localstack.cloud:4566', 'eu-west-1'],
    ['sqs.eu-west-1.amazonaws.com', 'eu-west-1'],
    ['sqs.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
    ['eu-west-1.queue.localhost.localstack.cloud', 'eu-west-1'],
    ['vpce-1a2b.sqs.eu-west-1.vpce.amazonaws.com', 'eu-west-1'],
    ['queue.localhost.localstack.cloud', 'us-east-1'],
    ['sqs.internal', 'ap-south-1'],
    ['queue.default.svc', 'ap-south-1'],
    ['twinmq.queue.svc', 'ap-south-1'],
    ['localhost:4566', 'ap-south-1'],
  ])('%s: %s', (host, region) => {
    const elsewhere = { ...options, defaultRegion: 'ap-south-1' }
    expect(scopeOf(undefined, host, elsewhere).region).toBe(region)
  })

  test('but a signature comes before it, unless that names no region', () => {
    expect(regionAt('sqs.eu-west-1.amazonaws.com', v4('test', 'us-west-2'))).toBe('us-west-2')
    expect(regionAt('sqs.eu-west-1.amazonaws.com', v4('test', 'EU WEST'))).toBe('eu-west-1')
    expect(regionAt('sqs.eu-west-1.amazonaws.com', 'AWS test:c2ln')).toBe('eu-west-1')
  })
})
