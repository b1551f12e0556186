import { describe, expect, test } from 'vitest'
import { listenAddresses, readAddress } from '../../src/config/addresses.ts'

describe('an address is host and port, each of which may be left out', () => {
  test.each([
    ['0.0.0.0:4567', { host: '0.0.0.0', port: 4567 }],
    [':4567', { port: 4567 }],
    ['4567', { port: 4567 }],
    ['0.0.0.0', { host: '0.0.0.0' }],
    ['localhost', { host: 'localhost' }],
    ['localhost:', { host: 'localhost' }],
    ['[::]:4566', { host: '::', port: 4566 }],
    ['[::1]', { host: '::1' }],
    ['::1', { host: '::1' }],
    ['my-host.example:0', { host: 'my-host.example', port: 0 }],
    ['', {}],
  ])('%s', (text, parts) => expect(readAddress(text)).toEqual(parts))

  test.each(['a:b', '127.0.0.1:65536', '[::1', '[nowhere]:4566', 'http://localhost:4566', 'a b', '1:2:3'])(
    '%s is none',
    (text) => expect(readAddress(text)).toBeUndefined(),
  )
})

describe('twinmq listens on', () => {
  const addresses = (listen: readonly string[], host = ['127.0.0.1', '::1'], port = 4566): readonly string[] =>
    listenAddresses({ listen, host, port }).map((address) => `${address.host} ${address.port}`)

  test('every host, all on one port', () => {
    expect(addresses([])).toEqual(['127.0.0.1 4566', '::1 4566'])
  })

  test('addresses with a port each, in their order, what they leave out filled in', () => {
    expect(addresses(['0.0.0.0:4567', '127.0.0.1', ':4568'])).toEqual([
      '0.0.0.0 4567',
      '127.0.0.1 4566',
      '127.0.0.1 4568',
      '::1 4568',
    ])
  })

  test('an address once', () => {
    expect(addresses(['127.0.0.1:1', '127.0.0.1:1', '127.0.0.1:2'])).toEqual(['127.0.0.1 1', '127.0.0.1 2'])
  })

  test('a wildcard in the place of narrower addresses on its port', () => {
    expect(addresses(['127.0.0.1:1', '0.0.0.0:1', '127.0.0.1:2'])).toEqual(['0.0.0.0 1', '127.0.0.1 2'])
    expect(addresses(['0.0.0.0:1', 'localhost:1', '[::1]:1'])).toEqual(['0.0.0.0 1', '::1 1'])
    expect(addresses(['localhost:1'])).toEqual(['127.0.0.1 1', '::1 1'])
    expect(addresses(['0.0.0.0:1', '[::1]:1', '[::]:1'])).toEqual([':: 1'])
    expect(addresses([], ['127.0.0.1', '0.0.0.0'])).toEqual(['0.0.0.0 4566'])
  })
})
