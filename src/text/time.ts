const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const durationForm = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/
const durationPart = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g

/** Latest instant that a clock may show, epoch milliseconds: the end of the year 2199. Documents may hold those of 2200 too, since a message may be hidden for a while. */
export const latestMs = 7_258_118_399_999

/** Milliseconds of a duration such as `250ms`, `1.5s`, `1h30m`, which always has a unit. Undefined: not a duration. */
export function parseDuration(text: string): number | undefined {
  if (!durationForm.test(text)) return undefined
  let totalMs = 0
  for (const [, amount, unit] of text.matchAll(durationPart)) totalMs += Number(amount) * unitsMs[unit!]!
  return totalMs <= latestMs ? Math.round(totalMs) : undefined
}

/** A duration as `parseDuration` reads it: `1h30m`, `2m30.25s`, `0s`. */
export function durationText(durationMs: number): string {
  const seconds = (durationMs % 60_000) / 1_000
  const minutes = Math.floor(durationMs / 60_000)
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'm'],
    [seconds, 's'],
  ] as const
  const told = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`)
  return told.length === 0 ? '0s' : told.join('')
}

/**
 * Why a value is no duration. `30000`: what to write where a bare number was milliseconds once, `30000 was milliseconds
 * here: write "30s"`.
 */
export function durationProblem(value: unknown): string {
  const isText = typeof value === 'string'
  const ms = isText ? bareNumber(value) : value
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= latestMs)) return 'a duration such as "30s" or "1h30m" is expected'
  const wholeMs = Math.round(ms)
  const meant = wholeMs > 0 && wholeMs < 1_000 ? `${wholeMs}ms` : durationText(wholeMs)
  const said = isText ? `${JSON.stringify(value)} has no unit; a number` : value
  return `${said} was milliseconds here: write "${meant}"`
}

/** The number that a text is; undefined: it says more, or something else. */
export function bareNumber(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** Epoch milliseconds of an instant: ISO 8601 text, or epoch milliseconds as a number or digits. Undefined: not an instant, or not one of the years 1970 to 2199. */
export function parseInstant(value: string | number): number | undefined {
  const instantMs = typeof value === 'number' || /^\d+$/.test(value) ? Number(value) : isoInstant(value)
  return Number.isSafeInteger(instantMs) && instantMs >= 0 && instantMs <= latestMs ? instantMs : undefined
}

function isoInstant(value: string): number {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(value)
  return form && isDay(form[1]!) ? Date.parse(value) : Number.NaN
}

/** Date takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  const instantMs = Date.parse(day)
  return !Number.isNaN(instantMs) && new Date(instantMs).toISOString().startsWith(day)
}
