import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses of this machine and of private networks. Sources: RFC 1918; RFC 4193; RFC 6890. */
const near = new BlockList()
near.addSubnet('127.0.0.0', 8, 'ipv4')
near.addSubnet('10.0.0.0', 8, 'ipv4')
near.addSubnet('172.16.0.0', 12, 'ipv4')
near.addSubnet('192.168.0.0', 16, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/** Resolves a name to all its addresses. */
export type Resolve = (
  name: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** An address that no push may go to. */
export class FarAddress extends Error {
  override readonly name = 'FarAddress'
}

/** Whether an address, IPv4 in the form of IPv6 too, is one of this machine or of a private network. */
export function isNear(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && near.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** The address a host of a URL names by itself, without its brackets; undefined: it is a name. */
export function literalAddress(hostname: string): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) > 0 ? address : undefined
}

/**
 * A lookup that gives only addresses of this machine and of private networks. The connection uses the very address that was
 * checked. Fails with `FarAddress` if there is none.
 */
export function nearLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const allowed = addresses.filter(({ address }) => isNear(address))
      const [first] = allowed
      if (!first) return done(new FarAddress(addresses.map(({ address }) => address).join(', ')), '')
      if (options.all) return done(null, allowed)
      return done(null, first.address, first.family)
    })
  }
}
