import { readFileSync } from 'node:fs'
import { call } from '../client/call.ts'
import type { Connection } from '../client/exchange.ts'
import { NoAnswer, type NoAnswerReason, NotUnderstood, Refused } from '../client/failures.ts'
import type { Operation } from '../client/operations.ts'
import type { Service } from '../client/services.ts'
import type { Values } from '../client/values.ts'
import { exitCodes, Failure } from './failure.ts'
import type { Settings } from './settings.ts'
import type { Given } from './words.ts'

/** Makes one call of an operation and returns its output. Rejects with a `Failure` in the words of the AWS CLI. */
export async function callService(
  service: Service,
  operation: Operation,
  parameters: Values,
  { endpoint: url, region, keys }: Settings,
  given: Given,
): Promise<Values> {
  const endpoint = { url, region, ...(keys && { keys }), connection: connectionFor(given) }
  return call({ service, operation }, parameters, endpoint).catch((error: unknown) => {
    throw failureOf(error, operation.name, url)
  })
}

function connectionFor(given: Given): Connection {
  const limitMs = (option: string): number => 1000 * Number(given.get(option)?.[0] ?? 60)
  const bundle = given.get('ca-bundle')?.[0] ?? process.env.AWS_CA_BUNDLE
  return {
    readTimeoutMs: limitMs('cli-read-timeout'),
    connectTimeoutMs: limitMs('cli-connect-timeout'),
    anyCertificate: given.has('no-verify-ssl'),
    ...(bundle !== undefined && { certificates: bundle && certificatesOf(bundle) }),
  }
}

function certificatesOf(bundle: string): string {
  try {
    return readFileSync(bundle, 'utf8')
  } catch {
    throw new Failure(
      exitCodes.failed,
      `\nCould not find a suitable TLS CA certificate bundle, invalid path: ${bundle}\n`,
    )
  }
}

function failureOf(error: unknown, operation: string, url: URL): unknown {
  if (error instanceof NoAnswer)
    return new Failure(exitCodes.failed, `\n${noAnswer[error.reason](error.message)}: "${url.href}"\n`)
  if (error instanceof Refused) return refused(error.code, operation, error.message)
  if (!(error instanceof NotUnderstood)) return error
  const { status, body } = error.answer
  return refused(String(status), operation, body.trim().slice(0, 200) || 'the answer has no body')
}

function refused(code: string, operation: string, message: string): Failure {
  const said = `An error occurred (${code}) when calling the ${operation} operation: ${message}`
  return new Failure(exitCodes.service, `\n${said}\n`)
}

const noAnswer: Readonly<Record<NoAnswerReason, (message: string) => string>> = {
  noConnection: () => 'Could not connect to the endpoint URL',
  certificate: (message) => `SSL validation failed (${message}; --no-verify-ssl takes any certificate)`,
  closed: () => 'Connection was closed before we received a valid response from endpoint URL',
  connectTimeout: () => 'Connect timeout on endpoint URL',
  readTimeout: () => 'Read timeout on endpoint URL',
}
