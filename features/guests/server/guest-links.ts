/** Links with which promoters add names to one list. The token of the link is the only permission. */
import type { Transaction } from 'kysely'
import { type Outcome, type ProblemOutcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { createToken } from '../../../platform/auth/server/tokens.ts'
import { parse } from '../../../platform/content/shared/content-schemas.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { guestLinkPath } from '../shared/guest-paths.ts'
import { type GuestBody, type LinkedList, type NewGuests, newGuests } from '../shared/guests.ts'
import { computeListClosing } from '../shared/list-hours.ts'
import { countPlaces } from '../shared/people-counts.ts'
import { toIso } from './guest-lists.ts'
import { findGuestNight, summarizeNight } from './guest-nights.ts'
import { insertGuests, parseNewGuests, refuseCompanions, refuseGuests, removeGuest } from './guest-writes.ts'
import type { GuestsOptions } from './guests-options.ts'
import { findList, type GuestRow, parseConditions, readGuestRows, readInvitedList } from './list-rows.ts'
import type { ChangeNight } from './night-changes.ts'
import { isListOpen, readMoment } from './public-lists.ts'
import { findByToken } from './secret-addresses.ts'

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

  const findLinked = (token: string, address: string): Promise<Outcome<Row<'guestLists'>>> =>
    findByToken(rateLimit, token, address, () =>
      read
        .selectFrom('guestLists')
        .selectAll()
        .where('linkToken', '=', token)
        .where('deletedAt', 'is', null)
        .executeTakeFirst(),
    )

  async function present({ event, id }: Row<'guestLists'>): Promise<Outcome<LinkedList>> {
    const night = await findGuestNight(read, event)
    const list = await readInvitedList(read, event, id)
    if (!night || !list) return problem('not-found')
    const moment = await readMoment(options)
    // Promoters do not read the names of visitors, because visitors gave their names to the club.
    const guests = (await readGuestRows(read, event, { list: id })).filter(
      ({ addedBy }) => addedBy !== 'public',
    )
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
      guests: guests.map((guest) => ({
        _id: guest.id,
        name: guest.name,
        companions: guest.companions,
        isOwn: isOfLink(guest, list) && guest.arrived === 0,
      })),
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
          (await refuseGuests(tx, list, guests.value))
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
