/** Decides whether promoters and visitors can still add names to a list. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/db/tables.ts'
import { computeDoorEnd, computeListClosing } from '../shared/list-hours.ts'
import { countPlaces } from '../shared/people-counts.ts'
import { type GuestNight, isPublicNight, takesPlace } from './guest-nights.ts'
import type { GuestsOptions } from './guests-options.ts'
import { type InvitedList, readInvitedLists } from './list-rows.ts'

export interface Moment {
  /** ms since 1970 */
  at: number
  timeZone: string
}

export async function readMoment({
  settings,
  now,
}: Pick<GuestsOptions, 'settings' | 'now'>): Promise<Moment> {
  const { identity } = await settings.all()
  return { at: now(), timeZone: identity.timeZone }
}

export const isListOpen = (
  list: Pick<InvitedList, 'closes'>,
  night: GuestNight,
  { at, timeZone }: Moment,
): boolean => takesPlace(night) && at < computeListClosing(list.closes, night.date, timeZone)

/** False when visitors cannot see the night, or when it is over. */
export const showsLists = (night: GuestNight, { at, timeZone }: Moment): boolean =>
  isPublicNight(night, at) && at < computeDoorEnd(night.date, timeZone)

/** Reads the lists that visitors of a night can join. */
export async function readPublicLists(
  db: Kysely<Tables>,
  night: GuestNight,
  moment: Moment,
): Promise<InvitedList[]> {
  if (!showsLists(night, moment)) return []
  return readInvitedLists(db, [night.id], true)
}

/** Chooses the list for a number of people: the first open one with places, then any open one, then any. */
export function chooseList(
  lists: readonly InvitedList[],
  night: GuestNight,
  moment: Moment,
  people: number,
): { state: 'open' | 'full' | 'closed'; list: InvitedList } | null {
  const open = lists.filter((list) => isListOpen(list, night, moment))
  const getPlaces = (list: InvitedList) => countPlaces(list) ?? Number.POSITIVE_INFINITY
  const free = open.find((list) => getPlaces(list) >= people)
  if (free) return { state: 'open', list: free }
  // The answer describes the list with most places.
  const [full] = open.toSorted((one, other) => getPlaces(other) - getPlaces(one))
  if (full) return { state: 'full', list: full }
  return lists[0] ? { state: 'closed', list: lists[0] } : null
}
