import { getSystemErrorMap } from 'node:util'

/** What the system said of a path, in the words of the AWS CLI: `[Errno 2] No such file or directory: '/x'`. */
export function systemErrors(error: unknown, path: string): string {
  const number = error instanceof Error && 'errno' in error ? Number(error.errno) : Number.NaN
  const said = getSystemErrorMap().get(number)?.[1]
  if (said === undefined) return error instanceof Error ? error.message : String(error)
  return `[Errno ${-number}] ${said[0]!.toUpperCase()}${said.slice(1)}: '${path}'`
}
