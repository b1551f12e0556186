/**
 * A small generator of pseudo-random numbers (mulberry32, public domain): one seed gives one run of choices.
 *
 * @param {number} seed
 */
export function randomFrom(seed) {
  let state = seed | 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end) => Math.floor(fraction() * end)
  return {
    /** A whole number from 0, below `end`. */
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => fraction() < share,
    oneOf: (list) => list[below(list.length)],
  }
}
