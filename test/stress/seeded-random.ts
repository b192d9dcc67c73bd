/** Random numbers that a seed reproduces. */
import type { Scale } from './stress-section.ts'

/**
 * Seed of the short forms. Each run of CI tests the same, so a change of the code causes each new failure. With this seed
 * the crash test kills a server in its first start, under load, while it recovers, and under load again.
 */
const CI_SEED = 1_012

/** Returns the seed of a run. `STRESS_SEED` repeats another run. */
export const chooseSeed = (scale: Scale): number =>
  Number(process.env.STRESS_SEED) || (scale === 'short' ? CI_SEED : Date.now() % 2 ** 31)

export interface SeededRandom {
  /** Returns a number from 0 up to, but not including, 1. */
  (): number
  /** Returns a whole number from 0 up to, but not including, `end`. */
  below(end: number): number
  oneOf<T>(some: readonly T[]): T
  /** Creates a separate generator. Its use does not change the next numbers of this generator. */
  branch(): SeededRandom
}

/** Creates a SplitMix32 generator (Steele, Lea and Flood 2014), which is random enough to choose the moment of a kill. */
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
