/** Fills an empty database with the demo club's content, once. */
import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { club } from '../../../club/club.ts'
import { demoSettings } from '../../../club/demo-settings.ts'
import type { Database } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { resolveInCheckout } from '../../process/paths.ts'
import { currentNight, wallClock } from '../../shared/dates.ts'
import { getReferencedResources, listImageFields, type Reference } from '../shared/fields.ts'
import { getDeclaration, type ResourceName, resourceNames } from '../shared/resources.ts'
import type { Content } from './content.ts'
import type { Alt, Values } from './versions.ts'

const PICTURES = resolveInCheckout('club/demo/pictures/')
/** Key of the setting with the time at which the demo content was written. ISO 8601 */
export const DEMO_FILLED = 'demo-filled'
const DAY_MS = 86_400_000

/** Fills the database. @returns false when it ever had content, also in the trash */
export async function fillDemo(
  database: Database,
  content: Content,
  loadDemo: () => Promise<DemoContent>,
  now: () => number,
): Promise<boolean> {
  if (!(await isUntouched(database))) return false
  const demo = await loadDemo()
  const all = resourceNames.flatMap((resource) => assignIds(resource, demo[resource] ?? []))
  const items = await Promise.all(all.map((one) => toItem(one, all, now())))
  await content.fill(items, demoSettings, (tx) =>
    writeSetting(tx, DEMO_FILLED, new Date(now()).toISOString()),
  )
  return true
}

async function isUntouched({ read }: Database): Promise<boolean> {
  if ((await readSetting(read, DEMO_FILLED)) !== null) return false
  for (const resource of resourceNames) {
    if (
      await read
        .selectFrom(resource as 'residents')
        .select('id')
        .limit(1)
        .executeTakeFirst()
    )
      return false
  }
  return true
}

/** Demo items by resource, the newest first. Features declare them in index.server.ts. */
export type DemoContent = Readonly<Record<string, readonly DemoItem[]>>

/**
 * An item with the fields of its resource. Some values are known only at the first start: `daysFromNow` becomes a date, the
 * name of a file in club/demo/pictures becomes an uploaded picture, and the name of an artist becomes a reference.
 */
interface DemoItem {
  daysFromNow?: number
  tonight?: boolean
  time?: string
  postponedDays?: number
  publishedInDays?: number
  alt?: Alt
  lineup?: readonly ({ artist?: string; revealedInDays?: number } & Record<string, unknown>)[]
  /** Name of the artist to whom the item refers. */
  artist?: string
  name?: string
  [field: string]: unknown
}

/** An item with its id, so that others can refer to it. */
interface DemoItemWithId {
  resource: ResourceName
  id: string
  item: DemoItem
}

/**
 * Assigns ids in the order of writing. The lists are newest first, and the item that is written last counts as the newest.
 */
const assignIds = (resource: ResourceName, items: readonly DemoItem[]): DemoItemWithId[] =>
  [...items].reverse().map((item) => ({ resource, id: randomUUIDv7(), item }))

async function toItem({ resource, id, item }: DemoItemWithId, all: DemoItemWithId[], at: number) {
  const { daysFromNow, tonight, time, postponedDays, publishedInDays, alt = {}, ...fields } = item
  const body: Record<string, unknown> = { ...fields }
  const computeDate = (days: number) => {
    if (!time) return findDay(at, days).iso
    return `${tonight ? currentNight(new Date(at), club.timeZone) : findSaturday(at, days)}T${time}`
  }
  if (daysFromNow !== undefined) body.date = computeDate(daysFromNow)
  if (publishedInDays !== undefined) body.publishAt = addDays(at, publishedInDays)
  if (item.artist !== undefined) body.artist = findReference(item.artist, resource, all)
  if (item.lineup)
    body.lineup = item.lineup.map(({ artist, revealedInDays, ...row }) => ({
      ...row,
      ...(artist !== undefined && { artist: findReference(artist, resource, all) }),
      ...(revealedInDays !== undefined && { revealAt: addDays(at, revealedInDays) }),
    }))
  for (const name of listImageFields(getDeclaration(resource)))
    if (typeof body[name] === 'string') body[name] = await dataUrl(body[name])
  const derived: Values =
    postponedDays === undefined ? {} : { previousDate: computeDate(Number(daysFromNow) - postponedDays) }
  return { resource, id, body, alt, derived }
}

const addDays = (at: number, days: number): string => new Date(at + days * DAY_MS).toISOString()

/**
 * Finds the item with a name.
 * @param from resource of the item that refers to it
 * @throws Error when no item has the name
 */
function findReference(name: string, from: ResourceName, all: DemoItemWithId[]): Reference {
  const referenced = getReferencedResources(getDeclaration(from))
  const artist = all.find(({ resource, item }) => item.name === name && referenced.includes(resource))
  if (!artist) throw new Error(`The demo has no artist ${name}`)
  return { resource: artist.resource, _id: artist.id }
}

/** Finds a Saturday, because nights are on Saturdays: on or after a coming day, on or before a past day. */
function findSaturday(at: number, daysFromNow: number): string {
  const { weekday } = findDay(at, daysFromNow)
  return findDay(at, daysFromNow + (daysFromNow > 0 ? 6 - weekday : -((weekday + 1) % 7))).iso
}

/** Returns a day in the club's time zone. `weekday` is 0 for Sunday. */
function findDay(at: number, daysFromNow: number): { iso: string; weekday: number } {
  const today = wallClock(at, club.timeZone).slice(0, 10)
  const day = new Date(`${today}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() + daysFromNow)
  return { iso: day.toISOString().slice(0, 10), weekday: day.getUTCDay() }
}

async function dataUrl(file: string): Promise<string> {
  const type = { '.jpg': 'jpeg', '.webp': 'webp', '.avif': 'avif', '.png': 'png' }[extname(file)]
  return `data:image/${type};base64,${(await readFile(new URL(file, PICTURES))).toString('base64')}`
}
