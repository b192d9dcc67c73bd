/** Links with which promoters add names to one list. The token of the link is the only permission. */
import type { Transaction } from 'kysely'
import { type Outcome, type ProblemOutcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { parse } from '../../../platform/content/shared/content-schemas.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { createRate } from '../../../platform/http/address-rate.ts'
import { createToken } from '../../../platform/process/tokens.ts'
import { LINK_NAMES_MAX } from '../shared/guest-limits.ts'
import { guestLinkPath } from '../shared/guest-paths.ts'
import { type GuestBody, type LinkedList, type NewGuests, newGuests } from '../shared/guests.ts'
import { computeListClosing } from '../shared/list-hours.ts'
import { countPlaces } from '../shared/people-counts.ts'
import { toIso } from './guest-lists.ts'
import { findGuestNight, readCursor, summarizeNight } from './guest-nights.ts'
import {
  countAdded,
  insertGuests,
  parseNewGuests,
  refuseCompanions,
  refuseGuests,
  removeGuest,
} from './guest-writes.ts'
import type { GuestsOptions } from './guests-options.ts'
import { findList, type GuestRow, parseConditions, readGuestRows, readInvitedList } from './list-rows.ts'
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
  /** Adds all guests of a body, or none. @param body as `newGuests` */
  add(token: string, body: unknown, address: string): Promise<Outcome<LinkedList>>
  /** Deletes a guest that was added with this link and has not arrived. */
  remove(token: string, guestId: string, address: string): Promise<Outcome<null>>
}

export function createGuestLinks(options: GuestsOptions, changeNight: ChangeNight): GuestLinks {
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
      const list = await findList(read, listId)
      if (!list) return problem('not-found')
      const linkToken = createToken()
      const created = await changeNight(list.event, (tx, { cursor }) =>
        writeLink(tx, listId, { linkToken, linkedAt: now(), cursor }),
      )
      return created.ok ? success({ url: `${env.siteUrl ?? ''}${guestLinkPath(linkToken)}` }) : created
    },

    async revoke(listId) {
      const list = await findList(read, listId)
      if (!list) return problem('not-found')
      return changeNight(list.event, (tx, { cursor }) =>
        writeLink(tx, listId, { linkToken: null, linkedAt: null, cursor }),
      )
    },

    async find(token, address) {
      const linked = await findLinked(token, address)
      return linked.ok ? present(linked.value) : linked
    },

    async add(token, body, address) {
      const linked = await findLinked(token, address)
      if (!linked.ok) return linked
      const parsed = parse(newGuests, body)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const guests = parseNewGuests(parsed.value)
      if (!guests.ok) return guests
      const { event, id } = linked.value
      const moment = await readMoment(options)
      const added = await changeNight(event, async (tx, { night, cursor }) => {
        const list = await readInvitedList(tx, event, id)
        // The link may have been revoked since the token was compared.
        if (list?.linkToken !== token) return problem('not-found')
        if (!isListOpen(list, night, moment)) return problem('list-closed')
        const refusal =
          refuseLinkedGuests(parsed.value, guests.value, list.maxCompanions) ??
          (await refuseGuests(tx, list, guests.value)) ??
          (await refuseManyLinked(tx, list, guests.value.length))
        if (refusal) return refusal
        await insertGuests(tx, list, guests.value, { addedBy: 'link', at: now(), cursor })
        return success(null)
      })
      return added.ok ? present(linked.value) : added
    },

    async remove(token, guestId, address) {
      const linked = await findLinked(token, address)
      if (!linked.ok) return linked
      const { event, id } = linked.value
      return changeNight(event, async (tx, { cursor }) => {
        const list = await readInvitedList(tx, event, id)
        const [guest] = await readGuestRows(tx, event, { list: id, ids: [guestId] })
        if (list?.linkToken !== token || !guest || !isOfLink(guest, list)) return problem('not-found')
        if (guest.arrived > 0) return problem('guest-arrived')
        return removeGuest(tx, guestId, { at: now(), cursor })
      })
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

async function writeLink(
  tx: Transaction<Tables>,
  id: string,
  values: Pick<Row<'guestLists'>, 'linkToken' | 'linkedAt' | 'cursor'>,
): Promise<Outcome<null>> {
  const { numUpdatedRows } = await tx
    .updateTable('guestLists')
    .set(values)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? problem('not-found') : success(null)
}

/** True when the current link of the list added the guest. An earlier link of the list does not count. */
const isOfLink = (
  { addedBy, createdAt }: GuestRow,
  { linkedAt }: Pick<Row<'guestLists'>, 'linkedAt'>,
): boolean => addedBy === 'link' && linkedAt !== null && createdAt >= linkedAt

/** Refuses guests with more companions than the list allows. Administrators may exceed that number, promoters may not. */
function refuseLinkedGuests(
  { text }: NewGuests,
  guests: readonly GuestBody[],
  max: number,
): ProblemOutcome | null {
  const index = guests.findIndex(({ companions }) => companions > max)
  if (index === -1) return null
  return refuseCompanions(
    text === undefined ? `guests.${index}.companions` : 'text',
    max,
    guests[index]?.name,
  )
}
