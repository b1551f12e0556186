/** Value below which `share` (0 to 1) of the samples lie, interpolated between neighbours. NaN without samples. */
export function percentile(samples, share) {
  if (samples.length === 0) return Number.NaN
  const sorted = [...samples].sort((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const below = Math.floor(position)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

/** Middle of the samples. */
export function median(samples) {
  return percentile(samples, 0.5)
}

/** Median with the 20th and 80th percentile: `{ median, low, high }`. */
export function spread(samples) {
  return { median: median(samples), low: percentile(samples, 0.2), high: percentile(samples, 0.8) }
}

/** Spread of candidate ÷ base taken pair by pair: if the machine slows for a while, it slows both of a pair. */
export function pairedRatio(candidate, base) {
  return spread(candidate.map((value, pair) => value / base[pair]))
}
