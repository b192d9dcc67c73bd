/** Reads counts of visits and clicks for the back office: lists, weekly reports, and a CSV table. */

import { csvStream } from '../../../platform/api/server/csv.ts'
import type { Content } from '../../../platform/content/server/content.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { Row } from '../../../platform/db/tables.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { nightPath } from '../../../platform/shared/public-paths.ts'
import type { ComparedNight, SiteFigures } from '../../server-manifest.ts'
import { getSourceLabel } from '../shared/source-labels.ts'
import type { NightNumbers, VisitCounts, VisitSummary, VisitWeek } from '../shared/visit-answers.ts'
import { NIGHT_DAYS, VISITS_KEPT_MONTHS } from '../shared/visits.ts'
import { compareByKey, sumByKey, sumCounts } from './count-sums.ts'
import {
  type Night,
  nameNight,
  nameOffer,
  readNightFigures,
  readNightNumbers,
  readNightReach,
} from './night-conversions.ts'
import type { Counts } from './visit-counts.ts'
import { countVisitsByDay, type Days, findFirstDay } from './visit-rows.ts'
import type { SitePages } from './visited-pages.ts'

/** The first and the last day, both inclusive. Either one can be missing. */
type DayRange = { [K in keyof Days]?: Days[K] | undefined }

/** All reports include counts that this process has not written yet. */
export interface Reports {
  /** Reads the counts of each day. Default: the last 28 days. */
  counts(days: DayRange): Promise<VisitCounts>
  /** @param of any day of the week. Default: today */
  week(of?: string): Promise<VisitWeek>
  /** Compares this week until now with the same days of the previous week. */
  summary(): Promise<VisitSummary>
  /** Counts the views and clicks of a night: today, and in the last 90 days. */
  nightNumbers(id: string): Promise<NightNumbers>
  /** Counts all stored views and clicks of nights, by id. Nights before counting began are left out. */
  nightFigures(nights: readonly ComparedNight[]): Promise<Map<string, SiteFigures>>
  /** Streams a CSV table. Default: all stored days. */
  export(days: DayRange): Promise<ReadableStream<Uint8Array>>
}

interface ReportsOptions {
  database: Pick<Database, 'read'>
  content: Pick<Content, 'list' | 'one'>
  counts: Pick<Counts, 'read' | 'reading'>
  pages: Pick<SitePages, 'findTitles'>
  settings: Pick<SettingsService, 'all'>
  today(): Promise<string>
  now: () => number
}

/** Number of days that `counts` covers by default, including today. */
const USUAL_DAYS = 28
const WEEK = 7
const PAGES_SHOWN = 20
const SOURCES_SHOWN = 20
/** Number of days that one query of the CSV export reads. */
const EXPORT_DAYS = 14

export const createReports = (options: ReportsOptions): Reports => ({
  counts: (days) => readCounts(options, days),
  week: (of) => readWeek(options, of),
  summary: () => readSummary(options),
  nightNumbers: (id) => countNight(options, id),
  nightFigures: (nights) =>
    options.counts.reading((pending) => readNightFigures(options.database, nights, pending)),
  export: (days) => exportCounts(options, days),
})

async function readCounts(
  { counts, today }: ReportsOptions,
  { from, to: asked }: DayRange,
): Promise<VisitCounts> {
  const to = asked ?? (await today())
  const { visits, clicks } = await counts.read({ from: from ?? addDays(to, 1 - USUAL_DAYS), to })
  return {
    visits: visits.map(({ day, path, source, count }) => ({ day, path, source: source || null, count })),
    clicks: mergeSources(clicks),
  }
}

/** Sums the clicks of all sources, because only the report of nights lists the sources of clicks. Keeps the order. */
function mergeSources(clicks: readonly Row<'clicks'>[]): VisitCounts['clicks'] {
  const merged = new Map<string, VisitCounts['clicks'][number]>()
  for (const { day, event, offer, count } of clicks) {
    const key = `${day} ${event} ${offer}`
    const before = merged.get(key)
    if (before) before.count += count
    else merged.set(key, { day, event, offer, count })
  }
  return [...merged.values()]
}

/** Returns the Monday of a day's week. @param day `YYYY-MM-DD` */
const getMonday = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % WEEK))

async function readWeek(options: ReportsOptions, of?: string): Promise<VisitWeek> {
  const { counts, pages, database } = options
  const now = await options.today()
  const from = getMonday(of === undefined || of > now ? now : of)
  const sunday = addDays(from, WEEK - 1)
  const to = sunday < now ? sunday : now
  const beforeTo = addDays(to, -WEEK)
  const { visits, clicks } = await counts.read({ from: addDays(from, -WEEK), to })
  const since = await findFirstDay(database.read)
  const splitByWeek = <C extends { day: string }>(all: readonly C[]) => ({
    current: all.filter(({ day }) => day >= from),
    before: all.filter(({ day }) => day <= beforeTo),
  })
  const visitsByWeek = splitByWeek(visits)
  const clicksByWeek = splitByWeek(clicks)
  const byPath = compareByKey(visitsByWeek, ({ path }) => path).slice(0, PAGES_SHOWN)
  const titles = await pages.findTitles(byPath.map(([path]) => path))
  const byDay = new Map(sumByKey(visits, ({ day }) => day))
  return {
    from,
    to,
    since: since ?? visits[0]?.day ?? null,
    total: { count: sumCounts(visitsByWeek.current), before: sumCounts(visitsByWeek.before) },
    clicks: { count: sumCounts(clicksByWeek.current), before: sumCounts(clicksByWeek.before) },
    days: Array.from({ length: WEEK }, (_, index) => {
      const day = addDays(from, index)
      // Sums the whole previous week, including weekdays that have not happened yet in the current week.
      const before = byDay.get(addDays(day, -WEEK)) ?? 0
      return { day, count: day <= to ? (byDay.get(day) ?? 0) : null, before }
    }),
    pages: byPath.map(([path, numbers]) => ({ path, title: titles.get(path) ?? null, ...numbers })),
    sources: compareByKey(visitsByWeek, ({ source }) => source)
      .slice(0, SOURCES_SHOWN)
      .map(([source, numbers]) => ({ source: source || null, ...numbers })),
    nights: await counts.reading((pending) =>
      readNightReach(options, { from: addDays(now, -NIGHT_DAYS), to: now }, pending),
    ),
  }
}

async function readSummary({ counts, database, today }: ReportsOptions): Promise<VisitSummary> {
  const now = await today()
  const monday = getMonday(now)
  const byDay = await counts.reading(async ({ visits }) => {
    const storedVisits = await countVisitsByDay(database.read, { from: addDays(monday, -WEEK), to: now })
    return sumByKey([...storedVisits.map(([day, count]) => ({ day, count })), ...visits], ({ day }) => day)
  })
  const sum = (from: string, to: string) =>
    byDay.reduce((all, [day, count]) => (from <= day && day <= to ? all + count : all), 0)
  return {
    count: sum(monday, now),
    before: sum(addDays(monday, -WEEK), addDays(now, -WEEK)),
    isCounting: byDay.length > 0 || (await findFirstDay(database.read)) !== null,
  }
}

async function countNight(options: ReportsOptions, id: string): Promise<NightNumbers> {
  const { counts, database, settings, today, now } = options
  const to = await today()
  const tonight = currentNight(new Date(now()), (await settings.all()).identity.timeZone)
  const days = { from: addDays(to, -NIGHT_DAYS), to, tonight }
  return counts.reading((pending) => readNightNumbers(database, id, days, pending))
}

async function exportCounts(
  options: ReportsOptions,
  { from, to: asked }: DayRange,
): Promise<ReadableStream<Uint8Array>> {
  const today = await options.today()
  const to = asked ?? today
  const first = (await findFirstDay(options.database.read)) ?? to
  const oldest = addDays(today, -31 * VISITS_KEPT_MONTHS)
  const start = [from ?? first, oldest].toSorted().at(-1) as string
  return csvStream(
    ['Día', 'Qué', 'Página o fecha', 'Título o entrada', 'De dónde', 'Cantidad'],
    exportedRows(options, { from: start, to }),
  )
}

async function* exportedRows(
  { content, counts, pages, now }: ReportsOptions,
  { from, to }: Days,
): AsyncGenerator<string[][]> {
  const nights = new Map<string, Night | null>()
  const findNight = async (id: string): Promise<Night | null> => {
    const known = nights.get(id)
    if (known !== undefined) return known
    const night = (await content.one('events', id, 'administrators'))?.entity ?? null
    nights.set(id, night)
    return night
  }
  for (let day = from; day <= to; day = addDays(day, EXPORT_DAYS)) {
    const last = addDays(day, EXPORT_DAYS - 1)
    const { visits, clicks } = await counts.read({ from: day, to: last < to ? last : to })
    const titles = await pages.findTitles(visits.map(({ path }) => path))
    const row = (
      { day, source, count }: Row<'visits' | 'clicks'>,
      kind: string,
      address: string,
      title: string,
    ) => [formatSpreadsheetDay(day), kind, address, title, getSourceLabel(source || null), String(count)]
    const clickRow = async (click: Row<'clicks'>) => {
      const night = await findNight(click.event)
      const address = night?.slug ? nightPath(night.slug) : click.event
      const title = night ? `${nameNight(night, now())}: ${nameOffer(night, click.offer)}` : ''
      return row(click, 'Clic en entradas', address, title)
    }
    yield [
      ...visits.map((visit) => row(visit, 'Visita', visit.path, titles.get(visit.path) ?? '')),
      ...(await Promise.all(clicks.map(clickRow))),
    ]
  }
}

/** Formats a day as DD-MM-YYYY, which spreadsheets with Argentine settings parse as a date. */
const formatSpreadsheetDay = (day: string): string => day.split('-').toReversed().join('-')
