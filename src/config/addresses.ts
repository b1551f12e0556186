import { isIPv6 } from 'node:net'
import type { Config } from './options.ts'

/** An address to listen on. */
export type ListenAddress = {
  /** IP address without brackets, or a name. */
  readonly host: string
  /** 0: a free one. */
  readonly port: number
}

/** The parts that an address has; the others have their defaults. */
type AddressParts = { readonly host?: string; readonly port?: number }

const addressForm = /^(?:\[([^\]]*)\]|([^:[\]\s/]*))(?::(\d{1,5})?)?$/
const onlyPort = /^\d{1,5}$/

/** Reads `host:port` or one of its parts: `:4567`, `0.0.0.0`, `[::1]:4566`, `4567`, `::1`; undefined: none of these. */
export function readAddress(text: string): AddressParts | undefined {
  if (isIPv6(text)) return { host: text }
  if (onlyPort.test(text)) return withPort({}, text)
  const [, bracketed, plain, port] = addressForm.exec(text) ?? []
  if (bracketed !== undefined && !isIPv6(bracketed)) return undefined
  const host = bracketed ?? plain
  if (host === undefined) return undefined
  return withPort(host === '' ? {} : { host }, port)
}

function withPort(parts: AddressParts, port: string | undefined): AddressParts | undefined {
  if (port === undefined) return parts
  return Number(port) <= 65_535 ? { ...parts, port: Number(port) } : undefined
}

/** Every address to listen on, without those that another one includes. The first gives the port of URLs. */
export function listenAddresses({
  listen,
  host,
  port,
}: Pick<Config, 'listen' | 'host' | 'port'>): readonly ListenAddress[] {
  const asked = listen.length === 0 ? host.map((name) => ({ host: name, port })) : listen.flatMap(expand)
  const wanted = asked.flatMap(bothFamilies)
  return wanted.filter(
    (address, place) =>
      !wanted.some((other, otherPlace) => otherPlace !== place && takesIn(other, address, otherPlace < place)),
  )

  function expand(text: string): readonly ListenAddress[] {
    const named = readAddress(text) ?? {}
    const hosts = named.host === undefined ? host : [named.host]
    return hosts.map((name) => ({ host: name, port: named.port ?? port }))
  }
}

/** `localhost` means both loopback addresses, even if the hosts file says otherwise. */
function bothFamilies({ host, port }: ListenAddress): readonly ListenAddress[] {
  if (host.toLowerCase() !== 'localhost') return [{ host, port }]
  return ['127.0.0.1', '::1'].map((address) => ({ host: address, port }))
}

/** A wildcard includes narrower addresses on its port; that of IPv6 includes all. Of two equal ones the earlier stays. */
function takesIn(wide: ListenAddress, narrow: ListenAddress, earlier: boolean): boolean {
  if (wide.port !== narrow.port) return false
  if (wide.host === narrow.host) return earlier
  return wide.host === '::' || (wide.host === '0.0.0.0' && !isIPv6(narrow.host))
}

/** The host at which a program on this machine reaches a listener. A wildcard is reached by loopback. */
export function reachableHost(host: string): string {
  return host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host
}

/** A host as in URLs: IPv6 addresses have brackets. */
export function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}
