/** Sign-up of visitors on the public list of a night. Each visitor gets an own page with a secret address. */

import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type Outcome, type ProblemOutcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { parse } from '../../../platform/content/shared/content-schemas.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { createToken, hashToken } from '../../../platform/process/tokens.ts'
import { ADDRESS_SHARE, SIGN_UPS_MAX } from '../shared/guest-limits.ts'
import { ownPlacePath } from '../shared/guest-paths.ts'
import { type OwnPlace, type SignedUp, signUpBody } from '../shared/guests.ts'
import { computeDoorEnd } from '../shared/list-hours.ts'
import { findGuestNight, summarizeNight, takesPlace } from './guest-nights.ts'
import { guestLimits } from './guest-rate-limits.ts'
import { countAdded, insertGuests, refuseCompanions, refuseGuests } from './guest-writes.ts'
import type { GuestsOfList } from './guests-of-list.ts'
import type { GuestsOptions } from './guests-options.ts'
import { parseConditions, readGuestRows, readInvitedList } from './list-rows.ts'
import type { ChangeNight } from './night-changes.ts'
import type { OpenLists } from './open-lists.ts'
import { chooseList, readMoment, readPublicLists } from './public-lists.ts'
import { findByToken } from './secret-addresses.ts'

export interface GuestSignUp {
  /**
   * Puts a visitor on the first public list of a night that is open and has places. Names that are already on a list are
   * accepted, so that the answer does not reveal other guests.
   * @param body as `signUpBody` @param address of the visitor, for the rate limit
   */
  add(event: string, body: unknown, address: string): Promise<Outcome<SignedUp>>
  /** Finds the guest of a secret address. @param address of the visitor; unknown tokens count for its rate limit */
  findOwn(token: string, address: string): Promise<Outcome<OwnPlace>>
  /** Deletes the guest of a secret address, unless people have entered with the name. */
  cancel(token: string, address: string): Promise<Outcome<null>>
}

export function createGuestSignUp(
  options: GuestsOptions,
  changeNight: ChangeNight,
  { guests, openList }: { guests: GuestsOfList; openList: OpenLists['openList'] },
): GuestSignUp {
  const { database, env, rateLimit } = options
  const { read } = database

  const findGuest = (token: string, address: string): Promise<Outcome<Row<'guests'>>> =>
    findByToken(rateLimit, token, address, () =>
      read
        .selectFrom('guests')
        .selectAll()
        .where('tokenHash', '=', hashToken(token))
        .where('deletedAt', 'is', null)
        .executeTakeFirst(),
    )

  /** Counts the people of a sign-up for the share of an address. @returns the refusal when the share is taken */
  async function takeShare(
    tx: Transaction<Tables>,
    { id, quota }: Row<'guestLists'>,
    { address, companions }: { address: string; companions: number },
  ): Promise<ProblemOutcome | null> {
    const retryAfter = await rateLimit.takeShare(tx, guestLimits['guest-share'], address, {
      of: id,
      amount: companions + 1,
      limit: Math.ceil((quota ?? 0) * ADDRESS_SHARE),
    })
    if (retryAfter === null) return null
    return problem('too-many-attempts', {
      retryAfter,
      detail: 'Desde tu conexión ya se anotaron muchas personas. Probá con otra red, o de nuevo en una hora.',
    })
  }

  return {
    async add(event, body, address) {
      const parsed = parse(signUpBody, body)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const { name, companions } = parsed.value
      // Nights without a public list cost no tries, and the lock of the night is not taken for them.
      if ((await openList(event)).list === null) return problem('not-found')
      const wait = await rateLimit.hit(guestLimits['guest-sign-up'], address)
      if (wait !== null) return problem('too-many-attempts', { retryAfter: wait })
      const moment = await readMoment(options)
      const token = createToken()
      return changeNight(event, async (tx, { night, cursor }) => {
        const lists = await readPublicLists(tx, night, moment)
        const chosen = chooseList(lists, night, moment, companions + 1)
        if (!chosen) return problem('not-found')
        if (chosen.state === 'closed') return problem('list-closed')
        const { list } = chosen
        const guest = { name, companions, note: null }
        if (companions > list.maxCompanions) return refuseCompanions('companions', list.maxCompanions)
        const refusal = await refuseGuests(tx, list, [guest])
        if (refusal) return refusal.problem === 'too-many-names' ? problem('list-full') : refusal
        if ((await countAdded(tx, list.id, { addedBy: 'public' })) >= SIGN_UPS_MAX)
          return problem('list-full')
        const overShare = list.quota === null ? null : await takeShare(tx, list, { address, companions })
        if (overShare) return overShare
        const code = await createCode(tx, event)
        const stored = {
          addedBy: 'public' as const,
          at: moment.at,
          cursor,
          code,
          tokenHash: hashToken(token),
        }
        await insertGuests(tx, list, [guest], stored)
        return success({ code, url: `${env.siteUrl ?? ''}${ownPlacePath(token)}` })
      })
    },

    async findOwn(token, address) {
      const found = await findGuest(token, address)
      if (!found.ok) return found
      const { event, id, list: listId } = found.value
      const night = await findGuestNight(read, event)
      const list = await readInvitedList(read, event, listId)
      const [guest] = await readGuestRows(read, event, { ids: [id] })
      if (!night || !list || !guest) return problem('not-found')
      const moment = await readMoment(options)
      const summary = summarizeNight(night, moment.at)
      const doorEnd = computeDoorEnd(night.date, moment.timeZone)
      return success({
        night: { ...summary, status: night.status, endsAt: night.endsAt, slug: summary.path && night.slug },
        name: guest.name,
        companions: guest.companions,
        code: guest.code,
        conditions: parseConditions(list),
        arrived: guest.arrived,
        end: moment.at >= doorEnd ? 'over' : takesPlace(night) ? null : 'off',
        doorEnd,
      })
    },

    async cancel(token, address) {
      const found = await findGuest(token, address)
      if (!found.ok) return found
      const refuse = async (tx: Transaction<Tables>, { id, event }: Row<'guests'>) => {
        const [guest] = await readGuestRows(tx, event, { ids: [id] })
        return guest && guest.arrived > 0 ? problem('guest-arrived') : null
      }
      return guests.remove(found.value.id, { refuse })
    },
  }
}

/** Letters and digits that cannot be confused: without 0, O, 1, I, and L. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 5

/** Creates a code that no other guest of the night has. The lock of the night keeps other requests from taking it. */
async function createCode(tx: Transaction<Tables>, event: string): Promise<string> {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(
      '',
    )
    const taken = await tx
      .selectFrom('guests')
      .select('id')
      .where('event', '=', event)
      .where('code', '=', code)
      .executeTakeFirst()
    if (!taken) return code
  }
}
