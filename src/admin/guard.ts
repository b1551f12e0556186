import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { problem } from './problem.ts'

/** Endings of names that stand for machines of one's own. */
const localEndings = ['.localhost', '.local', '.internal', '.test', '.svc', '.localstack.cloud', '.aliyuncs.com']

/**
 * Keeps web pages from driving a local twinmq: refuses a request whose Origin is not its own Host, and one whose Host is
 * a public name, which a page could have pointed at this machine (DNS rebinding).
 */
export function guard(allowedHosts: readonly string[]): MiddlewareHandler {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  return async (context, next) => {
    const host = context.req.header('host') ?? ''
    const origin = context.req.header('origin')
    if (!isLocal(hostName(host), allowed))
      return problem(
        context,
        403,
        'hostNotAllowed',
        `host ${host} is not a local name; allow it with --allow-host`,
        'Host',
      )
    if (origin !== undefined && originHost(origin) !== host.toLowerCase())
      return problem(context, 403, 'originNotAllowed', `a page of ${origin} may not use this API`, 'Origin')
    return next()
  }
}

/** Whether a Host header names a local machine: no foreign page can have pointed such a name here. */
export function isLocalHost(host: string): boolean {
  return isLocal(hostName(host), new Set())
}

function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase()
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host.toLowerCase() : undefined
}

function isLocal(name: string, allowed: ReadonlySet<string>): boolean {
  if (isIP(name.replace(/^\[|\]$/g, '')) > 0 || !name.includes('.') || allowed.has(name)) return true
  return localEndings.some((ending) => name.endsWith(ending))
}
