/** Reports how often visitors saw the page of each night, and how often they followed its ticket links. */
import type { Content } from '../../../platform/content/server/content.ts'
import { formatDatedItemName } from '../../../platform/content/shared/item-names.ts'
import { type EntityOf, getDeclaration } from '../../../platform/content/shared/resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { listSlugs } from '../../../platform/db/slugs.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { localizePath } from '../../../platform/shared/languages.ts'
import { PAGE_SIZE_MAX } from '../../../platform/shared/limits.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_PATH, nightPath } from '../../../platform/shared/public-paths.ts'
import type { ComparedNight, SiteFigures } from '../../server-manifest.ts'
import type { NightNumbers, NightReach } from '../shared/visit-answers.ts'
import { NIGHT_URL } from '../shared/visits.ts'
import { sumByKey, sumCounts } from './count-sums.ts'
import type { CountRows } from './pending-counts.ts'
import { countClicks, countViews, type Days, findFirstDay, readClicks } from './visit-rows.ts'

export type Night = EntityOf<'events'>

interface NightReachSources {
  database: Pick<Database, 'read'>
  content: Pick<Content, 'list'>
  settings: Pick<SettingsService, 'all'>
  now: () => number
}

/** The report contains nights of the last 30 days, and the coming ones. */
const PAST_NIGHT_DAYS = 30

const ALL_DAYS: Days = { from: '0000-01-01', to: '9999-12-31' }

export const nameNight = (night: Night, now: number): string =>
  formatDatedItemName(getDeclaration('events'), { ...night }, new Date(now))

export const nameOffer = ({ offers }: Night, offer: string): string =>
  offer === NIGHT_URL
    ? 'Enlace de la fecha'
    : (offers.find(({ _id }) => _id === offer)?.name ?? 'Una que ya no está')

const listNightPaths = (slug: string): string[] => [nightPath(slug), localizePath('en', nightPath(slug))]

/**
 * @param pending counts that this process has not written to the database yet.
 * @returns nights with at least one view or click
 */
export async function readNightReach(
  { database: { read }, content, settings, now }: NightReachSources,
  days: Days,
  pending: CountRows,
): Promise<NightReach[]> {
  const { timeZone } = (await settings.all()).identity
  const from = addDays(currentNight(new Date(now()), timeZone), -PAST_NIGHT_DAYS)
  const { items: nights } = await content.list('events', {
    from,
    state: 'all',
    order: 'oldest',
    limit: PAGE_SIZE_MAX,
  })
  const allClicks = [...(await readClicks(read, days)), ...pending.clicks]
  const slugs = await listSlugs(
    read,
    `${NIGHTS_PATH}/`,
    nights.map(({ _id }) => _id),
  )
  const storedViews = await countViews(
    read,
    slugs.flatMap(({ slug }) => listNightPaths(slug)),
    days,
  )
  const pendingViews = new Map(sumByKey(pending.visits, ({ path }) => path))
  const viewsAt = (path: string) => (storedViews.get(path) ?? 0) + (pendingViews.get(path) ?? 0)
  return nights.flatMap((night) => {
    const paths = slugs
      .filter(({ itemId }) => itemId === night._id)
      .flatMap(({ slug }) => listNightPaths(slug))
    const views = paths.reduce((sum, path) => sum + viewsAt(path), 0)
    const clicks = allClicks.filter(({ event }) => event === night._id)
    if (views === 0 && clicks.length === 0) return []
    return {
      _id: night._id,
      title: nameNight(night, now()),
      date: night.date,
      slug: night.slug,
      views,
      clicks: sumCounts(clicks),
      offers: sumByKey(clicks, ({ offer }) => offer).map(([offer, count]) => ({
        offer,
        name: nameOffer(night, offer),
        count,
      })),
      sources: sumByKey(clicks, ({ source }) => source).map(([source, count]) => ({
        source: source || null,
        count,
      })),
    }
  })
}

/** Counts the views and clicks of one night. @param tonight the first day that counts as today, `YYYY-MM-DD` */
export async function readNightNumbers(
  { read }: Pick<Database, 'read'>,
  id: string,
  { from, to, tonight }: Days & { tonight: string },
  pending: CountRows,
): Promise<NightNumbers> {
  const slugs = await listSlugs(read, `${NIGHTS_PATH}/`, [id])
  const paths = slugs.flatMap(({ slug }) => listNightPaths(slug))
  const countSince = async (first: string) => {
    const days = { from: first, to }
    const [views, clicks] = await Promise.all([countViews(read, paths, days), countClicks(read, [id], days)])
    const isCounted = ({ day }: { day: string }) => day >= first && day <= to
    const pendingViews = pending.visits.filter((visit) => isCounted(visit) && paths.includes(visit.path))
    const pendingClicks = pending.clicks.filter((click) => isCounted(click) && click.event === id)
    return {
      views: [...views.values()].reduce((sum, count) => sum + count, sumCounts(pendingViews)),
      clicks: (clicks.get(id) ?? 0) + sumCounts(pendingClicks),
    }
  }
  const [all, today] = await Promise.all([countSince(from), countSince(tonight)])
  return { ...all, viewsToday: today.views, clicksToday: today.clicks }
}

/**
 * Counts all stored views and clicks of nights. Nights that were over before the first counted day are left out.
 * @param pending counts that this process has not written to the database yet
 */
export async function readNightFigures(
  { read }: Pick<Database, 'read'>,
  nights: readonly ComparedNight[],
  { visits, clicks }: CountRows,
): Promise<Map<string, SiteFigures>> {
  const since = (await findFirstDay(read)) ?? visits[0]?.day
  if (since === undefined) return new Map()
  const ids = nights.map(({ _id }) => _id)
  const slugs = Map.groupBy(await listSlugs(read, `${NIGHTS_PATH}/`, ids), ({ itemId }) => itemId)
  const pathsOf = (id: string) => (slugs.get(id) ?? []).flatMap(({ slug }) => listNightPaths(slug))
  const [storedViews, storedClicks] = await Promise.all([
    countViews(read, ids.flatMap(pathsOf), ALL_DAYS),
    countClicks(read, ids, ALL_DAYS),
  ])
  const pendingViews = new Map(sumByKey(visits, ({ path }) => path))
  const pendingClicks = new Map(sumByKey(clicks, ({ event }) => event))
  const countAt = (path: string) => (storedViews.get(path) ?? 0) + (pendingViews.get(path) ?? 0)
  return new Map(
    nights
      // A night lasts until the next morning.
      .filter(({ night }) => addDays(night) >= since)
      .map(({ _id }) => [
        _id,
        {
          visits: pathsOf(_id).reduce((sum, path) => sum + countAt(path), 0),
          clicks: (storedClicks.get(_id) ?? 0) + (pendingClicks.get(_id) ?? 0),
        },
      ]),
  )
}
