import { ImportFailure } from './imported.ts'
import { CallFailure } from './sqs-endpoint.ts'

/** Where calls go, and as whom. */
export type Caller = {
  readonly endpoint: URL
  /** Emulators take the account from a key id of 12 digits. */
  readonly accessKeyId: string
  readonly region: string
  /** Is told what time it is there, epoch milliseconds, at each answer that says it. */
  readonly noteTime: (atMs: number) => void
}

/** One call. */
type Call = {
  /** How errors name it. */
  readonly action: string
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const longestWaitMs = 60_000
const shownCharacters = 200

/** Text of the answer to a call. Throws `CallFailure` for one that is no success, `ImportFailure` where nobody answers. */
export async function answerText(caller: Caller, { action, url, method, headers, body }: Call): Promise<string> {
  let status: number
  let text: string
  try {
    const signal = AbortSignal.timeout(longestWaitMs)
    const init = { method, headers: { ...signed(caller), ...headers }, signal, redirect: 'manual' as const }
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    status = response.status
    const atMs = Date.parse(response.headers.get('Date') ?? '')
    if (!Number.isNaN(atMs)) caller.noteTime(atMs)
    text = await response.text()
  } catch (error) {
    throw new ImportFailure(`${caller.endpoint.origin} cannot be reached: ${reasonOf(error)}`)
  }
  if (status !== 200) throw new CallFailure(`${action} was answered with ${status}: ${shown(text)}`)
  return text
}

/** The form of a signature; emulators look at the key id and the region in it and no further. Source: AWS Signature Version 4. */
function signed({ accessKeyId, region }: Caller): Record<string, string> {
  const now = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${accessKeyId}/${now.slice(0, 8)}/${region}/sqs/aws4_request`
  const signature = '0'.repeat(64)
  return {
    'X-Amz-Date': now,
    Authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  }
}

/** `fetch` hides the reason in its cause, which for a name with several addresses holds several. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return first instanceof Error ? first.message : String(first)
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line
}
