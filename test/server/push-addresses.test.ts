import { expect, test } from 'vitest'
import { isNear, literalAddress, nearLookup } from '../../src/server/push-addresses.ts'

test.each([
  '127.0.0.1',
  '127.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.168.0.0',
  '192.168.255.255',
  '::1',
  'fc00::',
  'fdff:ffff::1',
  '::ffff:127.0.0.1',
  '::ffff:10.1.2.3',
  '::ffff:c0a8:1',
])('%s is this machine or a private network', (address) => {
  expect(isNear(address)).toBe(true)
})

test.each([
  '8.8.8.8',
  '0.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.64.0.1',
  '126.255.255.255',
  '128.0.0.0',
  '169.254.169.254',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '255.255.255.255',
  '::',
  '::2',
  'fbff::',
  'fe00::',
  'fe80::1',
  '2001:db8::1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'localhost',
  '',
])('%s is not', (address) => {
  expect(isNear(address)).toBe(false)
})

test('a host of a URL that is an address is one, whatever its brackets', () => {
  expect(literalAddress('127.0.0.1')).toBe('127.0.0.1')
  expect(literalAddress('[::1]')).toBe('::1')
  expect(literalAddress('localhost')).toBeUndefined()
})

const both = [
  { address: '8.8.8.8', family: 4 },
  { address: 'fd00::1', family: 6 },
  { address: '10.0.0.1', family: 4 },
]

test('a lookup gives what is allowed of all addresses, or the first of them', () => {
  const given: unknown[] = []
  const lookup = nearLookup((_name, _options, done) => done(null, both))
  lookup('mixed.test', { all: true }, (_error, addresses) => given.push(addresses))
  lookup('mixed.test', {}, (_error, address, family) => given.push([address, family]))
  expect(given).toEqual([both.slice(1), ['fd00::1', 6]])
})

test('a lookup that finds nothing allowed fails, and names what it found', () => {
  let failure: Error | null | undefined
  const lookup = nearLookup((_name, _options, done) => done(null, both.slice(0, 1)))
  lookup('far.test', { all: true }, (error) => {
    failure = error
  })
  expect(failure).toMatchObject({ name: 'FarAddress', message: '8.8.8.8' })
})
