/** What was counted, as administrators look at it. */

import { csvStream } from '../../../platform/api/server/csv.ts'
import type { Content } from '../../../platform/content/server/content.ts'
import { declarationOf, type EntityOf } from '../../../platform/content/shared/resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { slugsOf } from '../../../platform/db/slugs.ts'
import type { Row } from '../../../platform/db/tables.ts'
import type { SiteWords } from '../../../platform/settings/server/site.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { pathIn } from '../../../platform/shared/languages.ts'
import { fullNameOf } from '../../../platform/shared/names.ts'
import { dayAfter } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_PATH, nightPath } from '../../../platform/shared/public-addresses.ts'
import { sourceLabel } from '../shared/source-labels.ts'
import {
  type Compared,
  NIGHT_DAYS,
  NIGHT_URL,
  type NightReach,
  VISITS_KEPT_MONTHS,
  type VisitCounts,
  type VisitSummary,
  type VisitWeek,
} from '../shared/visits.ts'
import type { CountRows, Counts, Days } from './visit-counts.ts'
import { clicksIn, firstDayOfVisits, viewsOf, visitsByDay } from './visit-rows.ts'
import type { SitePages } from './visited-pages.ts'

/** A first and a last day, both inclusive; each one can be missing. */
type DayRange = { [K in keyof Days]?: Days[K] | undefined }

export interface Reports {
  /** What this process has not written yet is in it. */
  counts(days: DayRange): Promise<VisitCounts>
  /** The week of a day, this one unless told. */
  week(of?: string): Promise<VisitWeek>
  /** This week until now, beside the last one. */
  summary(): Promise<VisitSummary>
  /** A table for spreadsheets, of all that is kept unless told. */
  export(days: DayRange): Promise<ReadableStream<Uint8Array>>
}

interface ReportsOptions {
  database: Pick<Database, 'read'>
  content: Pick<Content, 'list' | 'one'>
  counts: Pick<Counts, 'read' | 'reading'>
  pages: Pick<SitePages, 'titlesOf'>
  site: Pick<SiteWords, 'all'>
  today(): Promise<string>
  now: () => number
}

/** What `counts` tells unless it is told otherwise, today included. */
const USUAL_DAYS = 28
const WEEK = 7
const PAGES_SHOWN = 20
const SOURCES_SHOWN = 20
/** Nights: those that were lately, and the next ones. */
const PAST_NIGHT_DAYS = 30
const NIGHTS_SHOWN = 12
/** A table is read so many days at a time. */
const EXPORT_DAYS = 14

type Night = EntityOf<'events'>

/** The Monday of a day's week. @param day `YYYY-MM-DD` */
const mondayOf = (day: string): string =>
  dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % WEEK))

export function createReports({
  database: { read },
  content,
  counts,
  pages,
  site,
  today,
  now,
}: ReportsOptions): Reports {
  const nightName = (night: Night) => fullNameOf(declarationOf('events'), { ...night }, new Date(now()))

  /** The nights that were lately and come next, as administrators see them. */
  async function nightsAround(): Promise<Night[]> {
    const { timeZone } = (await site.all()).identity
    const from = dayAfter(currentNight(new Date(now()), timeZone), -PAST_NIGHT_DAYS)
    const { items } = await content.list('events', {
      from,
      state: 'all',
      order: 'oldest',
      limit: NIGHTS_SHOWN,
    })
    return items
  }

  async function nightsReached(days: Days, held: CountRows): Promise<NightReach[]> {
    const nights = await nightsAround()
    const clicks = [...(await clicksIn(read, days)), ...held.clicks]
    const slugs = await slugsOf(
      read,
      `${NIGHTS_PATH}/`,
      nights.map(({ _id }) => _id),
    )
    const views = await viewsOf(
      read,
      slugs.flatMap(({ slug }) => pathsOf(slug)),
      days,
    )
    return nights.flatMap((night) => {
      const seen = slugs
        .filter(({ itemId }) => itemId === night._id)
        .flatMap(({ slug }) => pathsOf(slug))
        .reduce(
          (sum, path) => sum + (views.get(path) ?? 0) + total(held.visits.filter((one) => one.path === path)),
          0,
        )
      const gone = clicks.filter(({ event }) => event === night._id)
      if (seen === 0 && gone.length === 0) return []
      return {
        _id: night._id,
        title: nightName(night),
        date: night.date,
        slug: night.slug,
        views: seen,
        clicks: total(gone),
        offers: sums(gone, ({ offer }) => offer).map(([offer, count]) => ({
          offer,
          name: offerName(night, offer),
          count,
        })),
        sources: sums(gone, ({ source }) => source).map(([source, count]) => ({
          source: source || null,
          count,
        })),
      }
    })
  }

  async function week(of?: string): Promise<VisitWeek> {
    const now = await today()
    const from = mondayOf(of === undefined || of > now ? now : of)
    const sunday = dayAfter(from, WEEK - 1)
    const to = sunday < now ? sunday : now
    const beforeTo = dayAfter(to, -WEEK)
    const { visits, clicks } = await counts.read({ from: dayAfter(from, -WEEK), to })
    const since = await firstDayOfVisits(read)
    const isNow = ({ day }: { day: string }) => day >= from
    const isBefore = ({ day }: { day: string }) => day <= beforeTo
    const sides = <C extends { day: string; count: number }>(all: readonly C[]) => ({
      current: all.filter(isNow),
      before: all.filter(isBefore),
    })
    const seen = sides(visits)
    const gone = sides(clicks)
    const byPath = compared(seen, ({ path }) => path).slice(0, PAGES_SHOWN)
    const titles = await pages.titlesOf(byPath.map(([path]) => path))
    const byDay = new Map(sums(visits, ({ day }) => day))
    return {
      from,
      to,
      since: since ?? visits[0]?.day ?? null,
      total: { count: total(seen.current), before: total(seen.before) },
      clicks: { count: total(gone.current), before: total(gone.before) },
      days: Array.from({ length: WEEK }, (_, index) => {
        const day = dayAfter(from, index)
        // All of the week before, also the days that are still to come in this one.
        const before = byDay.get(dayAfter(day, -WEEK)) ?? 0
        return { day, count: day <= to ? (byDay.get(day) ?? 0) : null, before }
      }),
      pages: byPath.map(([path, numbers]) => ({ path, title: titles.get(path) ?? null, ...numbers })),
      sources: compared(seen, ({ source }) => source)
        .slice(0, SOURCES_SHOWN)
        .map(([source, numbers]) => ({ source: source || null, ...numbers })),
      nights: await counts.reading((held) =>
        nightsReached({ from: dayAfter(now, -NIGHT_DAYS), to: now }, held),
      ),
    }
  }

  async function* rows({ from, to }: Days): AsyncGenerator<string[][]> {
    const nights = new Map<string, Night | null>()
    const nightWith = async (id: string) => {
      const known = nights.get(id)
      if (known !== undefined) return known
      const found = (await content.one('events', id, 'administrators'))?.entity ?? null
      nights.set(id, found as Night | null)
      return found as Night | null
    }
    for (let day = from; day <= to; day = dayAfter(day, EXPORT_DAYS)) {
      const last = dayAfter(day, EXPORT_DAYS - 1)
      const { visits, clicks } = await counts.read({ from: day, to: last < to ? last : to })
      const titles = await pages.titlesOf(visits.map(({ path }) => path))
      yield [
        ...visits.map(({ day, path, source, count }) => [
          spreadsheetDay(day),
          'Visita',
          path,
          titles.get(path) ?? '',
          sourceLabel(source || null),
          String(count),
        ]),
        ...(await Promise.all(
          clicks.map(async ({ day, event, offer, source, count }) => {
            const night = await nightWith(event)
            return [
              spreadsheetDay(day),
              'Clic en entradas',
              night?.slug ? nightPath(night.slug) : event,
              night ? `${nightName(night)}: ${offerName(night, offer)}` : '',
              sourceLabel(source || null),
              String(count),
            ]
          }),
        )),
      ]
    }
  }

  return {
    week,

    async counts({ to: asked, from }) {
      const to = asked ?? (await today())
      const found = await counts.read({ from: from ?? dayAfter(to, 1 - USUAL_DAYS), to })
      return {
        visits: found.visits.map(({ day, path, source, count }) => ({
          day,
          path,
          source: source || null,
          count,
        })),
        clicks: bySource(found.clicks),
      }
    },

    async summary() {
      const now = await today()
      const monday = mondayOf(now)
      const byDay = await counts.reading(async ({ visits }) => {
        const written = await visitsByDay(read, { from: dayAfter(monday, -WEEK), to: now })
        return new Map(
          sums([...written.map(([day, count]) => ({ day, count })), ...visits], ({ day }) => day),
        )
      })
      const sum = (from: string, to: string) =>
        [...byDay].reduce((all, [day, count]) => (from <= day && day <= to ? all + count : all), 0)
      return {
        count: sum(monday, now),
        before: sum(dayAfter(monday, -WEEK), dayAfter(now, -WEEK)),
        isCounting: byDay.size > 0 || (await firstDayOfVisits(read)) !== null,
      }
    },

    async export({ to: asked, from }) {
      const to = asked ?? (await today())
      const first = (await firstDayOfVisits(read)) ?? to
      const oldest = dayAfter(await today(), -31 * VISITS_KEPT_MONTHS)
      const start = [from ?? first, oldest].toSorted().at(-1) as string
      return csvStream(
        ['Día', 'Qué', 'Página o noche', 'Título o entrada', 'De dónde', 'Cantidad'],
        rows({ from: start, to }),
      )
    },
  }
}

/** Of a night's page, in both languages. */
const pathsOf = (slug: string): string[] => [nightPath(slug), pathIn('en', nightPath(slug))]

const offerName = ({ offers }: Night, offer: string): string =>
  offer === NIGHT_URL
    ? 'Enlace de la noche'
    : (offers.find(({ _id }) => _id === offer)?.name ?? 'Una que ya no está')

const total = (all: readonly { count: number }[]): number => all.reduce((sum, { count }) => sum + count, 0)

/** By what they share, the most first. */
function sums<C extends { count: number }>(
  all: readonly C[],
  keyOf: (counted: C) => string,
): [string, number][] {
  const found = new Map<string, number>()
  for (const counted of all) found.set(keyOf(counted), (found.get(keyOf(counted)) ?? 0) + counted.count)
  return [...found].sort(([, a], [, b]) => b - a)
}

/** As `sums`, of a week beside those of the week before. */
function compared<C extends { count: number }>(
  { current, before }: { current: readonly C[]; before: readonly C[] },
  keyOf: (counted: C) => string,
): [string, Compared][] {
  const earlier = new Map(sums(before, keyOf))
  return sums(current, keyOf).map(([key, count]) => [key, { count, before: earlier.get(key) ?? 0 }])
}

/** Where somebody came from is told of nights as a whole. In the order in which they come. */
function bySource(clicks: readonly Row<'clicks'>[]) {
  const found = new Map<string, { day: string; event: string; offer: string; count: number }>()
  for (const { day, event, offer, count } of clicks) {
    const key = `${day} ${event} ${offer}`
    const before = found.get(key)
    if (before) before.count += count
    else found.set(key, { day, event, offer, count })
  }
  return [...found.values()]
}

/** As spreadsheets of the club's country read days: DD-MM-YYYY. */
const spreadsheetDay = (day: string): string => day.split('-').toReversed().join('-')
