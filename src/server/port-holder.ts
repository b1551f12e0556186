import { request } from 'node:http'
import { reachableHost, urlHost } from '../config/addresses.ts'

/** Time that the program on a port has to answer, real milliseconds. */
const patienceMs = 500
/** Most bytes of an answer that are read. */
const longestBytes = 64 * 1024
/** Form of a version that may be printed. */
const versionForm = /^[\w.+-]{1,40}$/

/** Says which program holds an address that is in use, and what to do about it. twinmq and LocalStack are known by their health. */
export async function portHolder(host: string, port: number): Promise<string> {
  const url = `http://${urlHost(reachableHost(host))}:${port}`
  const [own, theirs] = await Promise.all([membersAt(`${url}/_twinmq/health`), membersAt(`${url}/_localstack/health`)])
  const other = 'or choose another port with --port, or 0 for a free one'
  if (typeof own.status === 'string' && 'durability' in own)
    return `in use by twinmq${versionText(own)}: use that one (twinmq health --url ${url}), stop it, ${other}`
  if (typeof theirs.services === 'object' && 'edition' in theirs)
    return `in use by LocalStack${versionText(theirs)}: stop it (localstack stop, or its container), ${other}`
  return `in use by something else, neither twinmq nor LocalStack: stop it (lsof -i :${port} names it), ${other}`
}

function versionText({ version }: Readonly<Record<string, unknown>>): string {
  return typeof version === 'string' && versionForm.test(version) ? ` ${version}` : ''
}

/** The JSON object of the answer, or an empty one if none comes in time. The status does not count, since a program that is loading is there too. */
function membersAt(url: string): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve) => {
    const asked = request(url, { agent: false, signal: AbortSignal.timeout(patienceMs) }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => {
        text += piece
        if (text.length > longestBytes) asked.destroy()
      })
      answer.on('end', () => resolve(membersIn(text)))
      answer.on('error', () => resolve({}))
      answer.on('close', () => resolve({}))
    })
    asked.on('error', () => resolve({}))
    asked.end()
  })
}

function membersIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}
