/** Reproducible random numbers from a seed. */

export interface SeededRandom {
  /** From 0 up to 1, excluding 1. */
  (): number
  /** A whole number from 0 up to `end`, excluding `end`. */
  below(end: number): number
  oneOf<T>(some: readonly T[]): T
  /** A separate generator: its numbers do not affect this one. */
  branch(): SeededRandom
}

/** SplitMix32 (Steele, Lea and Flood 2014). Random enough for choosing the moment of a kill. */
export function createRandom(seed: number): SeededRandom {
  let state = seed | 0
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return Object.assign(next, {
    below,
    oneOf: <T>(some: readonly T[]) => some[below(some.length)] as T,
    branch: () => createRandom(below(2 ** 31)),
  })
}
