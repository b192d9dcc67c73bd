/** Fills an empty database with the demo club's content, once. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { club } from '../../club/club.ts'
import { imageFields } from '../../contract/content/fields.ts'
import { declarationOf, type ResourceName, resourceNames } from '../../contract/content/resources.ts'
import { wallClock } from '../../contract/dates.ts'
import type { Database } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { inCheckout } from '../process/paths.ts'
import type { Content } from './content.ts'
import type { Alt, Values } from './versions.ts'

const PICTURES = inCheckout('club/demo/pictures/')
const DONE = 'demo-filled'

/** @returns whether it was filled: not when anything was ever written, the bin included */
export async function fillDemo(database: Database, content: Content, now: () => number): Promise<boolean> {
  if (!(await isUntouched(database))) return false
  const { demo } = await import('../../club/demo/content.ts')
  const known: Partial<Record<ResourceName, unknown>> = demo
  const items = await Promise.all(
    resourceNames.flatMap((resource) => itemsOf(resource, (known[resource] ?? []) as DemoItem[], now())),
  )
  await content.fill(items, (tx) => writeSetting(tx, DONE, new Date(now()).toISOString()))
  return true
}

async function isUntouched({ read }: Database): Promise<boolean> {
  if ((await readSetting(read, DONE)) !== null) return false
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

interface DemoItem {
  daysFromNow?: number
  time?: string
  alt?: Alt
  [field: string]: unknown
}

/** The lists are newest first, and what is written last is newest. */
const itemsOf = (resource: ResourceName, items: DemoItem[], at: number) =>
  [...items].reverse().map((item) => toItem(resource, item, at))

async function toItem(
  resource: ResourceName,
  { daysFromNow, time, alt = {}, ...fields }: DemoItem,
  at: number,
) {
  const values = { ...fields } as Values
  if (daysFromNow !== undefined)
    values.date = time ? `${saturdayOf(at, daysFromNow)}T${time}` : dayOf(at, daysFromNow).iso
  for (const name of imageFields(declarationOf(resource)))
    values[name] = await dataUrl(values[name] as string)
  return { resource, values, alt }
}

/** Nights are Saturdays: the one on or after a coming day, on or before a past one. */
function saturdayOf(at: number, daysFromNow: number): string {
  const { weekday } = dayOf(at, daysFromNow)
  return dayOf(at, daysFromNow + (daysFromNow > 0 ? 6 - weekday : -((weekday + 1) % 7))).iso
}

/** A day of the club's calendar; `weekday` counts from Sunday, 0. */
function dayOf(at: number, daysFromNow: number): { iso: string; weekday: number } {
  const today = wallClock(at, club.timeZone).slice(0, 10)
  const day = new Date(`${today}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() + daysFromNow)
  return { iso: day.toISOString().slice(0, 10), weekday: day.getUTCDay() }
}

async function dataUrl(file: string): Promise<string> {
  const type = { '.jpg': 'jpeg', '.webp': 'webp', '.avif': 'avif', '.png': 'png' }[extname(file)]
  return `data:image/${type};base64,${(await readFile(new URL(file, PICTURES))).toString('base64')}`
}
