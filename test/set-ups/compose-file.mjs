import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'

/**
 * What a compose file says of its services, as far as a replay needs it. Source: Compose Specification.
 *
 * @param {string} file
 * @param {Record<string, string>} [variables] for `${NAME:-default}`
 */
export async function readComposeFile(file, variables = {}) {
  const { services } = parse(await readFile(file, 'utf8'))
  const settled = (value) => filledIn(value, variables)
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => [
      name,
      {
        image: service.image,
        environment: environmentOf(service.environment, settled),
        mounts: (service.volumes ?? []).map((text) => mountOf(settled(text), dirname(file))),
        ports: (service.ports ?? []).map((text) => portOf(settled(text))),
        healthCheck: service.healthcheck && healthCheckOf(service.healthcheck),
        names: namesOf(name, service),
        waitsFor: Object.entries(service.depends_on ?? {}).map(([other, { condition }]) => ({ other, condition })),
      },
    ]),
  )
}

function filledIn(text, variables) {
  return String(text).replace(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (_whole, name, otherwise = '') => variables[name] || otherwise,
  )
}

function environmentOf(given = [], settled) {
  const pairs = Array.isArray(given)
    ? given.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
    : Object.entries(given)
  return Object.fromEntries(pairs.map(([name, value]) => [name, settled(value)]))
}

function mountOf(text, base) {
  const [host, container, mode = 'rw'] = text.split(':')
  return { host: resolve(base, host), container, readOnly: mode === 'ro' }
}

function portOf(text) {
  const [container, host] = text.split(':').toReversed()
  return { host, container }
}

/** `test` as a command; durations in milliseconds. */
function healthCheckOf({ test, interval = '30s', timeout = '30s', retries = 3 }) {
  const [kind, ...words] = Array.isArray(test) ? test : ['CMD-SHELL', test]
  const command = kind === 'CMD-SHELL' ? ['sh', '-c', words[0]] : words
  return { command, intervalMs: seconds(interval) * 1000, timeoutMs: seconds(timeout) * 1000, retries }
}

function seconds(text) {
  return Number(/^(\d+)s$/.exec(text)[1])
}

/** Under what names others of its network find it. */
function namesOf(name, { networks = {}, hostname }) {
  const joined = Array.isArray(networks) ? [] : Object.values(networks)
  return [...new Set([name, hostname, ...joined.flatMap((network) => network?.aliases ?? [])])].filter(Boolean)
}
