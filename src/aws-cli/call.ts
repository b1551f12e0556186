import { exchange } from './exchange.ts'
import { jsonCall, jsonOutput } from './json-protocol.ts'
import type { Operation } from './operation.ts'
import { queryCall, queryOutput } from './query-protocol.ts'
import type { Service } from './services.ts'
import type { Settings } from './settings.ts'
import type { Values } from './shape.ts'
import { signedHeaders } from './sign.ts'
import type { Given } from './words.ts'

/** Makes one call of an operation and returns its output; refusals are thrown as they are printed. */
export async function callService(
  { name: service, protocol }: Service,
  operation: { readonly name: string; readonly row: Operation },
  parameters: Values,
  { endpoint: url, region, keys }: Settings,
  given: Given,
): Promise<Values> {
  const { name, row } = operation
  const { headers, body } = protocol === 'json' ? jsonCall(name, parameters) : queryCall(name, parameters)
  const unsigned = { url, headers, body, service, region, atMs: Date.now() }
  const all = keys ? signedHeaders(unsigned, keys) : headers
  const answer = await exchange({ url, headers: all, body }, given)
  return protocol === 'json' ? jsonOutput(answer, name, row) : queryOutput(answer, name, row)
}
