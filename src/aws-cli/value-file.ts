import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { getSystemErrorMap } from 'node:util'

/** A file that was named as a value could not be read. */
export class ValueFileFault extends Error {}

/** The value itself, or what the file holds that it names as `file://` or `fileb://`; bytes become base64. */
export function valueOrFile(value: string): string {
  const scheme = /^fileb?:\/\//.exec(value)?.[0]
  if (!scheme) return value
  const path = expanded(value.slice(scheme.length))
  try {
    return readFileSync(path, scheme === 'file://' ? 'utf8' : 'base64')
  } catch (error) {
    throw new ValueFileFault(`Unable to load paramfile ${value}: ${systemErrors(error, path)}`)
  }
}

/** Fills in the home folder and variables. */
function expanded(path: string): string {
  return path
    .replace(/^~(?=\/|$)/, () => process.env.HOME ?? homedir())
    .replace(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced, plain) => process.env[braced ?? plain] ?? all)
}

/** What the system said of a path, in the words of the AWS CLI: `[Errno 2] No such file or directory: '/x'`. */
function systemErrors(error: unknown, path: string): string {
  const number = error instanceof Error && 'errno' in error ? Number(error.errno) : Number.NaN
  const said = getSystemErrorMap().get(number)?.[1]
  if (said === undefined) return error instanceof Error ? error.message : String(error)
  return `[Errno ${-number}] ${said[0]!.toUpperCase()}${said.slice(1)}: '${path}'`
}
