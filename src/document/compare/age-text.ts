const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** A length of time in its two largest units: `5m`, `1h30m`, `20ms`. */
export function spanText(lengthMs: number): string {
  let leftMs = lengthMs
  const said: string[] = []
  for (const [unit, unitMs] of units) {
    const amount = Math.floor(leftMs / unitMs)
    leftMs -= amount * unitMs
    if (amount > 0) said.push(`${amount}${unit}`)
    else if (said.length > 0) break
    if (said.length === 2 || (said.length > 0 && unit === 's')) break
  }
  return said.join('') || '0s'
}

/** How far an instant lies behind or ahead, `laterMs` negative or positive: `5m ago`, `in 20s`. */
export function agoText(laterMs: number): string {
  if (laterMs === 0) return 'now'
  return laterMs < 0 ? `${spanText(-laterMs)} ago` : `in ${spanText(laterMs)}`
}
