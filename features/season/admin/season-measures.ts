/** Figures by which nights are compared, with their words, sums and means. */
import { formatAmount } from '../../../platform/shared/prices.ts'
import { listCurrencies } from '../shared/currencies.ts'
import type { Season, SeasonNight } from '../shared/season.ts'

export interface Measure {
  /** Its name in the address. */
  key: string
  /** Heading of its column. */
  label: string
  /** null: not known of this night. */
  read(night: SeasonNight): number | null
  format(value: number): string
}

const NUMBER = new Intl.NumberFormat('es-AR')
const formatNumber = (value: number): string => NUMBER.format(Math.round(value))

const PEOPLE: Measure = {
  key: 'personas',
  label: 'Personas',
  read: ({ door }) => door?.people ?? null,
  format: formatNumber,
}
const ARRIVALS: Measure = {
  key: 'listas',
  label: 'De las listas',
  read: ({ door }) => door?.arrivals ?? null,
  format: formatNumber,
}
const CLICKS: Measure = {
  key: 'clics',
  label: 'Clics',
  read: ({ site }) => site?.clicks ?? null,
  format: formatNumber,
}
const VISITS: Measure = {
  key: 'visitas',
  label: 'Visitas',
  read: ({ site }) => site?.visits ?? null,
  format: formatNumber,
}

const createMoney = (currency: string, isOnly: boolean): Measure => ({
  key: `plata-${currency.toLowerCase()}`,
  label: isOnly && currency === 'ARS' ? 'Plata' : `Plata (${currency})`,
  read: ({ door }) => door?.money?.find((sum) => sum.currency === currency)?.amount ?? null,
  format: (value) => formatAmount(Math.round(value * 100) / 100, currency),
})

/** Returns the measures of a club. Each currency is one, because currencies do not add up. */
export function listMeasures({ counts, nights }: Pick<Season, 'counts' | 'nights'>): Measure[] {
  const currencies = listCurrencies(nights)
  return [
    ...(counts.door
      ? [PEOPLE, ...currencies.map((one) => createMoney(one, currencies.length === 1)), ARRIVALS]
      : []),
    ...(counts.site ? [CLICKS, VISITS] : []),
  ]
}

interface Totals {
  /** Nights of which the measure is known. */
  nights: number
  sum: number
  /** Over the nights of which the measure is known. A whole number, because cents would not fit a phone */
  mean: number
}

/** Adds a measure up. null when it is known of no night */
export function computeTotals(
  nights: readonly SeasonNight[],
  { read }: Pick<Measure, 'read'>,
): Totals | null {
  const values = nights.map(read).filter((value) => value !== null)
  if (values.length === 0) return null
  const sum = values.reduce((total, value) => total + value, 0)
  return { nights: values.length, sum, mean: Math.round(sum / values.length) }
}

/** Returns the night with the highest value. The first of equal ones. null when the measure is known of no night */
export function findBest(
  nights: readonly SeasonNight[],
  { read }: Pick<Measure, 'read'>,
): SeasonNight | null {
  const [best] = nights
    .filter((night) => read(night) !== null)
    .toSorted((one, other) => Number(read(other)) - Number(read(one)))
  return best ?? null
}

const count = (value: number, one: string, many: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`

/** The measures of the summary, with their words for one and for many. */
const summed: [Measure, one: string, many: string][] = [
  [PEOPLE, 'persona', 'personas'],
  [VISITS, 'visita', 'visitas'],
]

/**
 * Describes a season in one line: '14 fechas, 3.920 personas, 280 por fecha.' Nights without the measure are named apart,
 * because they do not count in the mean.
 */
export function summarizeSeason(nights: readonly SeasonNight[]): string {
  const all = count(nights.length, 'fecha', 'fechas')
  for (const [measure, one, many] of summed) {
    const totals = computeTotals(nights, measure)
    if (!totals) continue
    const sums = `${count(totals.sum, one, many)}, ${formatNumber(totals.mean)} por fecha.`
    if (totals.nights === nights.length) return `${all}, ${sums}`
    return `${all}, ${formatNumber(totals.nights)} con datos: ${sums}`
  }
  return `${all}, todavía sin datos.`
}

/** Describes the best night of a season by the measure of its summary. null for fewer than two nights with it */
export function describeBest(nights: readonly SeasonNight[]): { night: SeasonNight; words: string } | null {
  for (const [measure, one, many] of summed) {
    const night = findBest(nights, measure)
    if (!night) continue
    const isAlone = computeTotals(nights, measure)?.nights === 1
    return isAlone ? null : { night, words: count(Number(measure.read(night)), one, many) }
  }
  return null
}

export const NIGHT_KEY = 'noche'
export const DATE_KEY = 'fecha'

/** Order of a table: the key of a column, and the direction. */
export interface Sorting {
  key: string
  isDescending: boolean
}

/** The latest night is the first one. */
export const USUAL_SORTING: Sorting = { key: DATE_KEY, isDescending: true }

/** Reads an order from an address: 'visitas', or '-visitas' from the highest on. Unknown columns give the usual order. */
export function readSorting(text: string, measures: readonly Measure[]): Sorting {
  const isDescending = text.startsWith('-')
  const key = isDescending ? text.slice(1) : text
  const isKnown = key === NIGHT_KEY || key === DATE_KEY || measures.some((measure) => measure.key === key)
  return isKnown ? { key, isDescending } : USUAL_SORTING
}

export const writeSorting = ({ key, isDescending }: Sorting): string => `${isDescending ? '-' : ''}${key}`

/** Returns the order after a press on the heading of a column. Numbers begin with the highest, names with A. */
export const turnSorting = (sorting: Sorting, key: string): Sorting => ({
  key,
  isDescending: sorting.key === key ? !sorting.isDescending : key !== NIGHT_KEY,
})

const byName = new Intl.Collator('es', { numeric: true })

/** Sorts nights. Nights without the figure come last in both directions. @param nights oldest first */
export function sortNights(
  nights: readonly SeasonNight[],
  { key, isDescending }: Sorting,
  measures: readonly Measure[],
): SeasonNight[] {
  const sign = isDescending ? -1 : 1
  const measure = measures.find((one) => one.key === key)
  const latestFirst = nights.toReversed()
  if (key === NIGHT_KEY)
    return latestFirst.sort((one, other) => sign * byName.compare(one.title, other.title))
  if (!measure) return isDescending ? latestFirst : [...nights]
  return latestFirst.sort((one, other) => {
    const [a, b] = [measure.read(one), measure.read(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (a - b)
  })
}
