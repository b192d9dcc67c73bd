/** Finds the currencies in which the doors of nights took money. */
import type { SeasonNight } from './season.ts'

/** Returns the currencies of nights, the most common first. */
export function listCurrencies(nights: readonly Pick<SeasonNight, 'door'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency } of nights.flatMap(({ door }) => door?.money ?? []))
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).map(([name]) => name)
}
