import { readdir } from 'node:fs/promises'
import type { Environment } from './profile-file.ts'

/** Variables and files that say where a start in this folder would listen. */
const variables = ['TWINMQ_HOST', 'TWINMQ_PORT', 'TWINMQ_LISTEN', 'TWINMQ_CONFIG']
const configFile = /^twinmq\.config\.(?:json|ya?ml)$/

/**
 * Adds `TWINMQ_URL` where only other variables of twinmq, or the config file of the working folder, have the address, so
 * that `aws` and `twinmq` ask the same server. What says nothing clear changes nothing.
 */
export async function withAddressHere(environment: Environment): Promise<Environment> {
  if (environment.TWINMQ_URL || environment.LOCALSTACK_HOST) return environment
  const names = variables.some((name) => environment[name]) ? [] : await readdir(process.cwd()).catch(() => [])
  if (!names.some((name) => configFile.test(name)) && !variables.some((name) => environment[name])) return environment
  const { urlGiven } = await import('../commands/flags.ts')
  const url = await urlGiven({}).catch(() => undefined)
  return url === undefined ? environment : { ...environment, TWINMQ_URL: url }
}
