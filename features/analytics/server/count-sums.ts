/** Adds up counts of visits and clicks. */
import type { Compared } from '../shared/visit-answers.ts'

interface Counted {
  count: number
}

/** Adds a count to the stored count with the same key. */
export function addCount<C extends Counted>(counts: Map<string, C>, key: string, added: C): void {
  const before = counts.get(key)
  if (before) before.count += added.count
  else counts.set(key, added)
}

export const sumCounts = (counts: readonly Counted[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

/** @returns the sum of the counts of each key, the largest first */
export function sumByKey<C extends Counted>(
  counts: readonly C[],
  keyOf: (counted: C) => string,
): [key: string, sum: number][] {
  const sums = new Map<string, number>()
  for (const counted of counts) sums.set(keyOf(counted), (sums.get(keyOf(counted)) ?? 0) + counted.count)
  return [...sums].sort(([, a], [, b]) => b - a)
}

/** @returns the sum of each key as in `sumByKey`, with its sum in the week before */
export function compareByKey<C extends Counted>(
  { current, before }: { current: readonly C[]; before: readonly C[] },
  keyOf: (counted: C) => string,
): [key: string, numbers: Compared][] {
  const earlier = new Map(sumByKey(before, keyOf))
  return sumByKey(current, keyOf).map(([key, count]) => [key, { count, before: earlier.get(key) ?? 0 }])
}

/** Merges the counts of each key, and sorts the keys. */
export function mergeSorted<C extends Counted>(all: readonly C[], keyOf: (counted: C) => string): C[] {
  const merged = new Map<string, C>()
  for (const counted of all) addCount(merged, keyOf(counted), { ...counted })
  return [...merged].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, counted]) => counted)
}
