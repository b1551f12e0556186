import { readFile } from 'node:fs/promises'
import type { AccessKey } from '../../protocols/signing/keys.ts'
import type { JsonFault } from '../compiled/compile-json-schema.ts'
import { jsonCheck } from '../compiled/json-check.ts'

/** Why the keys could not be read: file, place and what is wrong there. */
export class KeysUnreadable extends Error {
  override readonly name = 'KeysUnreadable'
}

const keyOf = (cloud: AccessKey['cloud'], account: string): object => ({
  type: 'object',
  required: ['cloud', 'accessKeyId', 'secret', 'account'],
  additionalProperties: false,
  properties: {
    cloud: { const: cloud },
    // Blanks, colons and commas end a key id in a header.
    accessKeyId: { type: 'string', pattern: '^[^\\s:,/]{1,128}$' },
    secret: { type: 'string', minLength: 1 },
    account: { type: 'string', pattern: account },
    sessionToken: { type: 'string', minLength: 1 },
  },
})

const check = jsonCheck({
  type: 'array',
  items: {
    type: 'object',
    required: ['cloud'],
    discriminator: { propertyName: 'cloud' },
    oneOf: [keyOf('aws', '^[0-9]{12}$'), keyOf('alibaba', '^[0-9]{6,20}$')],
  },
})

/** Reads a file of access keys. Rejects with `KeysUnreadable`. */
export async function readKeys(file: string): Promise<readonly AccessKey[]> {
  let text: string
  try {
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    throw new KeysUnreadable(`${file}: the keys cannot be read: ${(error as Error).message}`)
  }
  const given = await parsed(file, text)
  const fault = check(given)
  if (fault) throw new KeysUnreadable(await placeOf(file, text, fault))
  const keys = given as readonly AccessKey[]
  const ids = keys.map(({ cloud, accessKeyId }) => `${cloud} ${accessKeyId}`)
  const again = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (again !== -1) {
    const line = (await places()).lineOfValue(text, [again, 'accessKeyId'])
    throw new KeysUnreadable(`${file}, line ${line}: [${again}].accessKeyId: this key is there before`)
  }
  return keys
}

/** Loaded late: a file that is right does not need it. */
function places() {
  return import('../text/json-places.ts')
}

async function parsed(file: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch {
    const { line, problem } = (await places()).syntaxProblem(text)
    throw new KeysUnreadable(`${file}, line ${line}: ${problem}`)
  }
}

/** Never quotes a value: it may be a secret. */
async function placeOf(
  file: string,
  text: string,
  { instancePath, keyword, params, message }: JsonFault,
): Promise<string> {
  const { lineOfValue } = await places()
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  if (keyword === 'discriminator') path.push('cloud')
  const shown = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return `${file}, line ${lineOfValue(text, path)}: ${shown === '' ? '' : `${shown}: `}${sentence(keyword, params, message)}`
}

function sentence(keyword: string, params: JsonFault['params'], message: string | undefined): string {
  if (keyword === 'additionalProperties') return `there is no member ${params.additionalProperty}`
  if (keyword === 'discriminator') return 'cloud must be "aws" or "alibaba"'
  if (keyword === 'required') return `the member ${params.missingProperty} is missing`
  return message ?? 'not what is expected'
}
