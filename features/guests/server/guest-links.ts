/** Links with which promoters add names to one list. The token of the link is the only permission. */
import type { Transaction } from 'kysely'
import { type Outcome, type ProblemOutcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { parse } from '../../../platform/content/shared/content-schemas.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { createRate } from '../../../platform/http/address-rate.ts'
import { createToken } from '../../../platform/process/tokens.ts'
import { LINK_NAMES_MAX } from '../shared/guest-limits.ts'
import { guestLinkPath } from '../shared/guest-paths.ts'
import { type GuestBody, type LinkedList, newGuests, pastedText } from '../shared/guests.ts'
import { computeListClosing } from '../shared/list-hours.ts'
import type { PastedLine } from '../shared/pasted-names/pasted-line.ts'
import { countPlaces } from '../shared/people-counts.ts'
import { type GuestLists, toIso } from './guest-lists.ts'
import { findGuestNight, readCursor, summarizeNight } from './guest-nights.ts'
import {
  countAdded,
  insertGuests,
  limitNewGuests,
  parseNewGuests,
  previewPastedLines,
  refuseCompanions,
  refuseGuests,
} from './guest-writes.ts'
import type { GuestsOfList } from './guests-of-list.ts'
import type { GuestsOptions } from './guests-options.ts'
import { type GuestRow, parseConditions, readGuestRows, readInvitedList } from './list-rows.ts'
import type { ChangeNight } from './night-changes.ts'
import { isListOpen, readMoment } from './public-lists.ts'
import { findByToken } from './secret-addresses.ts'

/** Requests of one link. A promoter who adds names one by one sends two for each name. */
const LINK_RATE = { burst: 30, perSecond: 1 }
/** Lists whose names are kept in memory for links, about 400 kB each with 2,000 names. */
const KEPT_LISTS = 8

export interface GuestLinks {
  /** Creates the link of a list. It replaces the earlier link. */
  create(listId: string): Promise<Outcome<{ url: string }>>
  /** Deletes the link of a list. Its names stay. */
  revoke(listId: string): Promise<Outcome<null>>
  /** Reads the list of a link. @param address of the sender; unknown tokens count for its rate limit */
  find(token: string, address: string): Promise<Outcome<LinkedList>>
  /** Reads a pasted text as `add` does, without a write. @param body as `pastedText` */
  preview(token: string, body: unknown, address: string): Promise<Outcome<{ lines: PastedLine[] }>>
  /** Adds all rows of a body, or none. Of a pasted text, adds the lines that are guests. @param body as `newGuests` */
  add(token: string, body: unknown, address: string): Promise<Outcome<LinkedList & { unsaved: PastedLine[] }>>
  /** Deletes a guest that was added with this link and has not arrived. */
  remove(token: string, guestId: string, address: string): Promise<Outcome<null>>
}

export function createGuestLinks(
  options: GuestsOptions,
  changeNight: ChangeNight,
  { lists, guests }: { lists: GuestLists; guests: GuestsOfList },
): GuestLinks {
  const { database, env, now, rateLimit } = options
  const { read } = database

  const takeRequest = createRate(LINK_RATE)

  async function findLinked(token: string, address: string): Promise<Outcome<Row<'guestLists'>>> {
    const found = await findByToken(rateLimit, token, address, () =>
      read
        .selectFrom('guestLists')
        .selectAll()
        .where('linkToken', '=', token)
        .where('deletedAt', 'is', null)
        .executeTakeFirst(),
    )
    return found.ok && takeRequest([{ key: token, times: 1 }]) !== null
      ? problem('too-many-attempts', { retryAfter: 1 / LINK_RATE.perSecond })
      : found
  }

  /** Names of the last lists that were read, by list. Every change of lists, guests or entries raises the cursor. */
  const latest = new Map<string, { cursor: number; guests: LinkedList['guests'] }>()

  async function readGuests({ event, id, linkedAt }: Row<'guestLists'>): Promise<LinkedList['guests']> {
    // The cursor is read first, so that names of a later change are not kept under it.
    const cursor = await readCursor(read, event)
    const kept = latest.get(id)
    if (kept?.cursor === cursor) return kept.guests
    // Promoters do not read the names of visitors, because visitors gave their names to the club.
    const guests = (await readGuestRows(read, event, { list: id }))
      .filter(({ addedBy }) => addedBy !== 'public')
      .map((guest) => ({
        _id: guest.id,
        name: guest.name,
        companions: guest.companions,
        isOwn: isOfLink(guest, { linkedAt }) && guest.arrived === 0,
      }))
    latest.delete(id)
    latest.set(id, { cursor, guests })
    if (latest.size > KEPT_LISTS) latest.delete(latest.keys().next().value as string)
    return guests
  }

  async function present({ event, id }: Row<'guestLists'>): Promise<Outcome<LinkedList>> {
    const night = await findGuestNight(read, event)
    const list = await readInvitedList(read, event, id)
    if (!night || !list) return problem('not-found')
    const moment = await readMoment(options)
    return success({
      night: summarizeNight(night, moment.at),
      list: {
        _id: id,
        name: list.name,
        quota: list.quota,
        closes: list.closes,
        conditions: parseConditions(list),
        maxCompanions: list.maxCompanions,
        closesAt: toIso(computeListClosing(list.closes, night.date, moment.timeZone)),
        isOpen: isListOpen(list, night, moment),
      },
      left: countPlaces(list),
      guests: await readGuests(list),
    })
  }

  return {
    async create(listId) {
      const linkToken = createToken()
      const created = await lists.set(listId, { linkToken, linkedAt: now() })
      return created.ok ? success({ url: `${env.siteUrl ?? ''}${guestLinkPath(linkToken)}` }) : created
    },

    revoke: (listId) => lists.set(listId, { linkToken: null, linkedAt: null }),

    async find(token, address) {
      const linked = await findLinked(token, address)
      return linked.ok ? present(linked.value) : linked
    },

    async preview(token, body, address) {
      const linked = await findLinked(token, address)
      if (!linked.ok) return linked
      const parsed = parse(pastedText, body)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const list = await readInvitedList(read, linked.value.event, linked.value.id)
      return list ? previewPastedLines(parsed.value.text, list) : problem('not-found')
    },

    async add(token, body, address) {
      const linked = await findLinked(token, address)
      if (!linked.ok) return linked
      const parsed = parse(newGuests, body)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const { event, id } = linked.value
      const moment = await readMoment(options)
      const names = parseNewGuests(parsed.value)
      const added = await changeNight(event, async (tx, { night, cursor }) => {
        const list = await readInvitedList(tx, event, id)
        // The link may have been revoked since the token was compared.
        if (list?.linkToken !== token) return problem('not-found')
        if (!isListOpen(list, night, moment)) return problem('list-closed')
        if (!names.ok) return names
        const { guests, unsaved } = limitNewGuests(names.value, list)
        const refusal =
          refuseLinkedGuests(guests, list.maxCompanions) ??
          (await refuseGuests(tx, list, guests)) ??
          (await refuseManyLinked(tx, list, guests.length))
        if (refusal) return refusal
        await insertGuests(tx, list, guests, { addedBy: 'link', at: now(), cursor })
        return success(unsaved)
      })
      if (!added.ok) return added
      const list = await present(linked.value)
      return list.ok ? success({ ...list.value, unsaved: added.value }) : list
    },

    async remove(token, guestId, address) {
      const linked = await findLinked(token, address)
      if (!linked.ok) return linked
      const { event, id } = linked.value
      const refuse = async (tx: Transaction<Tables>) => {
        const list = await readInvitedList(tx, event, id)
        const [guest] = await readGuestRows(tx, event, { list: id, ids: [guestId] })
        if (list?.linkToken !== token || !guest || !isOfLink(guest, list)) return problem('not-found')
        return guest.arrived > 0 ? problem('guest-arrived') : null
      }
      return guests.remove(guestId, { refuse })
    },
  }
}

/** Refuses names when the link has added and deleted too many. */
async function refuseManyLinked(
  tx: Transaction<Tables>,
  { id, linkedAt }: Row<'guestLists'>,
  names: number,
): Promise<ProblemOutcome | null> {
  const added = await countAdded(tx, id, { addedBy: 'link', since: linkedAt ?? 0 })
  if (added + names <= LINK_NAMES_MAX) return null
  return problem('too-many-names', {
    detail: 'Con este enlace ya se sumaron y quitaron demasiados nombres. Pedile otro enlace al club.',
  })
}

/** True when the current link of the list added the guest. An earlier link of the list does not count. */
const isOfLink = (
  { addedBy, createdAt }: GuestRow,
  { linkedAt }: Pick<Row<'guestLists'>, 'linkedAt'>,
): boolean => addedBy === 'link' && linkedAt !== null && createdAt >= linkedAt

/** Refuses guests with more companions than the list allows. Administrators may exceed that number, promoters may not. */
function refuseLinkedGuests(guests: readonly GuestBody[], max: number): ProblemOutcome | null {
  const index = guests.findIndex(({ companions }) => companions > max)
  return index === -1 ? null : refuseCompanions(`guests.${index}.companions`, max, guests[index]?.name)
}
