/** Sums of counts. */
import type { Compared } from '../shared/visits.ts'

interface Counted {
  count: number
}

export const totalOf = (counts: readonly Counted[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

/** @returns the sum of each key, the largest first */
export function sumsBy<C extends Counted>(
  counts: readonly C[],
  keyOf: (counted: C) => string,
): [key: string, sum: number][] {
  const sums = new Map<string, number>()
  for (const counted of counts) sums.set(keyOf(counted), (sums.get(keyOf(counted)) ?? 0) + counted.count)
  return [...sums].sort(([, a], [, b]) => b - a)
}

/** As `sumsBy`, with the sum of each key in the week before. */
export function comparedBy<C extends Counted>(
  { current, before }: { current: readonly C[]; before: readonly C[] },
  keyOf: (counted: C) => string,
): [key: string, numbers: Compared][] {
  const earlier = new Map(sumsBy(before, keyOf))
  return sumsBy(current, keyOf).map(([key, count]) => [key, { count, before: earlier.get(key) ?? 0 }])
}
