const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const durationForm = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/
const durationPart = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g

/** Latest instant that a clock may show, epoch milliseconds: the end of the year 2199. Documents may hold those of 2200 too, since a message may be hidden for a while. */
export const latestMs = 7_258_118_399_999

/** Milliseconds of a duration such as `250ms`, `1.5s`, `1h30m`; a number is milliseconds. Undefined: not a duration. */
export function parseDuration(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined
  if (!durationForm.test(value)) return undefined
  let totalMs = 0
  for (const [, amount, unit] of value.matchAll(durationPart)) totalMs += Number(amount) * unitsMs[unit!]!
  return totalMs <= latestMs ? Math.round(totalMs) : undefined
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
