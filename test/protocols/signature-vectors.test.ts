import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { WireRequest } from '../../protocols/adapter.ts'
import { signatureCheck } from '../../protocols/aws/sigv4.ts'
import { signedParts } from '../../protocols/mns/signature.ts'
import { readClaim } from '../../protocols/mns/signature-schemes.ts'

/** A signed request, and the text that its signature is over. */
type Vector = {
  readonly rule: string
  readonly source: string
  readonly key: { readonly accessKeyId: string; readonly secret: string; readonly sessionToken?: string }
  readonly request: {
    readonly method: string
    readonly target: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** MNS: the text itself. SQS: the canonical request, whose hash is signed. */
  readonly signed: string
}

function vectorsOf(cloud: 'mns' | 'sqs'): readonly (readonly [string, Vector, WireRequest])[] {
  const folder = new URL(`../../fixtures/signatures/${cloud}/`, import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => {
      const vector: Vector = parse(readFileSync(new URL(file, folder), 'utf8'))
      return [file, vector, wireOf(vector.request)]
    })
}

function wireOf({ method, target, headers, body = '' }: Vector['request']): WireRequest {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const host = lower.host ?? '127.0.0.1:4566'
  return { method, target, headers: lower, body: Buffer.from(body), scheme: 'http', host, base: `http://${host}` }
}

describe('MNS', () => {
  test.each(vectorsOf('mns'))('%s', (_, { key, signed }, wire) => {
    const claim = readClaim(String(wire.headers.authorization))!
    const parts = signedParts(wire, String(wire.headers['x-mns-date'] ?? wire.headers.date))
    expect(claim.accessKeyId).toBe(key.accessKeyId)
    expect(claim.text(parts)).toBe(signed)
    expect(claim.sign(key.secret, parts)).toBe(claim.signature)
    expect(claim.sign(`${key.secret}x`, parts)).not.toBe(claim.signature)
  })
})

describe('SQS', () => {
  test.each(vectorsOf('sqs'))('%s', (_, { key, signed }, wire) => {
    const date = /20\d{6}T\d{6}Z/.exec(String(wire.headers['x-amz-date'] ?? wire.target))![0]
    const atMs = Date.parse(date.replace(/(....)(..)(.....)(..)(..)/, '$1-$2-$3:$4:$5'))
    const named = decodeURIComponent(String(wire.headers.authorization ?? wire.target))
    const service = /\/([^/]+)\/aws4_request/.exec(named)![1]!
    const warnings: string[] = []
    const options = {
      defaultAccount: '000000000000',
      defaultRegion: 'us-east-1',
      strict: false,
      namespace: 'isolated',
      nowMs: () => atMs,
      nextRequestId: () => '0'.repeat(32),
      warn: (line: string) => warnings.push(line),
    } as const
    const checked = (secret: string) => {
      const keys = [{ ...key, secret, cloud: 'aws', account: '111122223333' } as const]
      return signatureCheck(options, { keys, realNowMs: () => atMs }, service)(wire)
    }
    const keys = [{ ...key, cloud: 'aws', account: '111122223333' } as const]
    const foreign = signatureCheck(options, { keys, realNowMs: () => atMs }, 'another')(wire)
    expect(foreign).toMatchObject({ status: 403, shape: 'InvalidSignatureException' })
    expect(checked(key.secret)).toEqual({ account: '111122223333' })
    expect(warnings).toEqual([])
    expect(checked(`${key.secret}x`)).toMatchObject({ status: 403, shape: 'InvalidSignatureException' })
    expect(warnings[0]).toContain(`Signed here: ${signed.replaceAll('\n', '⏎')}⏎⏎AWS4-HMAC-SHA256⏎`)
  })
})
