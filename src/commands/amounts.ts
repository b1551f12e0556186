import { bareNumber, parseDuration } from '../text/time.ts'
import { badOption } from './subcommand.ts'

/** Whole seconds of a duration such as `30s` or `2m`. A bare number, which was seconds once, is refused. Throws `CommandFailure`. */
export function secondsGiven(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (bareNumber(text) !== undefined) throw badOption(`${flag}: ${text} was seconds here: write ${text}s`)
  const durationMs = parseDuration(text)
  if (durationMs === undefined || durationMs % 1_000 !== 0)
    throw badOption(`${flag}: '${text}' is not a duration of whole seconds such as 30s or 2m`)
  return durationMs / 1_000
}

/** A whole number of at least 1. Throws `CommandFailure`. */
export function countGiven(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw badOption(`${flag}: '${text}' is not a number of at least 1`)
  return Number(text)
}
