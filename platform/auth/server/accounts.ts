/** Manages administrator accounts: registration, approval, updates, deletion. */
import type { Caller } from '../../api/server/route.ts'
import { type Outcome, type ProblemOutcome, problem, success } from '../../api/shared/outcome.ts'
import { transact } from '../../db/connect.ts'
import { recordErasures } from '../../db/erasures.ts'
import { type Actor, type Operator, recordEntry } from '../../db/record-entry.ts'
import type { Row } from '../../db/tables.ts'
import { composeRejectionMail } from '../../mail/templates.ts'
import type { User, UserStatus } from '../shared/accounts.ts'
import type { Credentials } from '../shared/credentials.ts'
import {
  type AccountServices,
  changeCredentials,
  changeNameOrStatus,
  isLast,
  type UserChange,
} from './account-changes.ts'
import type { Owner } from './credential-checks.ts'
import { revokeGrantsBy } from './links.ts'
import { hashPassword } from './passwords.ts'
import { createRegistrations, type Registrations } from './registrations.ts'
import { toUser, userEntry } from './users.ts'

export interface Accounts extends Registrations {
  list(): Promise<User[]>
  one(id: string): Promise<User | null>
  update(id: string, change: UserChange, caller: Owner & Pick<Caller, 'cookie'>): Promise<Outcome<User>>
  /** Changes the status of any account. For an operator on the machine. */
  setStatus(id: string, status: UserStatus, by: Operator): Promise<Outcome<User>>
  /**
   * Deletes an account, or refuses an open registration.
   * @param status only an account with this status is deleted, because a colleague may just have approved the registration.
   * null: any status
   */
  remove(id: string, status: UserStatus | null, by: Actor): Promise<Outcome<null>>
  /** True when at least one active administrator exists. */
  hasAdministrator(): Promise<boolean>
  /** Creates the first administrator from the environment, if no administrator exists. */
  ensureFirst(credentials: Credentials): Promise<void>
  /** Creates a one-time link for claiming the club. Older claim links end. @returns the token */
  makeLink(kind: 'claim'): Promise<string>
  makeLink(kind: 'sign-in', email: string): Promise<string | null>
}

export function createAccounts(services: AccountServices): Accounts {
  const { database, users, links, sessions, outbox, settings, now } = services

  const withLastSeen = async (row: Row<'users'>): Promise<User> =>
    toUser(row, (await sessions.lastSeen(row.id)).get(row.id))

  const toOutcome = async (changed: Outcome<Row<'users'>>): Promise<Outcome<User>> =>
    changed.ok ? success(await withLastSeen(changed.value)) : changed

  async function makeLink(kind: 'claim' | 'sign-in', email = '') {
    return database.write(async (tx) => {
      if (kind === 'claim') {
        await tx.deleteFrom('links').where('kind', '=', 'claim').execute()
        return links.create(tx, 'claim', null)
      }
      const user = await users.byEmail(email, tx)
      return user?.status === 'active' ? links.create(tx, 'sign-in', user.id) : null
    })
  }

  return {
    ...createRegistrations(services),

    async list() {
      const [rows, seen] = await Promise.all([
        database.read.selectFrom('users').selectAll().orderBy('createdAt').orderBy('id').execute(),
        sessions.lastSeen(),
      ])
      return rows.map((row) => toUser(row, seen.get(row.id)))
    },

    async one(id) {
      const row = await users.byId(id)
      return row && withLastSeen(row)
    },

    async update(id, change, owner) {
      const { user: by } = owner
      const user = await users.byId(id)
      if (!user) return problem('not-found')
      const isCredential = change.email !== undefined || change.password !== undefined
      if (by.id === id && change.status !== undefined && change.status !== user.status)
        return problem('not-yours', { detail: 'Tu propio estado lo cambia otra persona.' })
      if (by.id !== id && isCredential) return problem('not-yours')
      return toOutcome(
        isCredential
          ? await changeCredentials(services, user, change, owner)
          : await changeNameOrStatus(services, id, change, by),
      )
    },

    setStatus: async (id, status, by) => toOutcome(await changeNameOrStatus(services, id, { status }, by)),

    async remove(id, status, by) {
      const { identity } = await settings.all()
      const outcome = await transact(database, async (tx): Promise<Outcome<null>> => {
        const active = await users.activeIds(tx)
        if (isLast(active, id)) return problem('last-administrator')
        const removed = await tx
          .deleteFrom('users')
          .where('id', '=', id)
          .$if(status !== null, (query) => query.where('status', '=', status as UserStatus))
          .returningAll()
          .executeTakeFirst()
        if (!removed) return (await users.byId(id, tx)) ? statusChanged(status) : problem('not-found')
        await recordErasures(tx, 'users', [id], now())
        await revokeGrantsBy(tx, id, now())
        const isRefusal = removed.status === 'pending'
        // Mail about the refusal goes only to a confirmed address. An unconfirmed one may belong to a stranger.
        if (isRefusal && removed.confirmedAt !== null && outbox.delivers)
          await outbox.enqueue(tx, composeRejectionMail(identity, removed.email))
        await recordEntry(tx, { ...userEntry(removed, by, now()), action: isRefusal ? 'refuse' : 'delete' })
        return success(null)
      })
      outbox.wake()
      return outcome
    },

    hasAdministrator: users.hasAdministrator,

    async ensureFirst({ email, password }) {
      const passwordHash = await hashPassword(password)
      await database.write(async (tx) => {
        if ((await users.activeIds(tx)).length > 0) return
        const first = await users.insertFirst(tx, { email, passwordHash })
        await recordEntry(tx, { ...userEntry(first, null, now()), action: 'create' })
      })
    },

    makeLink: makeLink as Accounts['makeLink'],
  }
}

const statusChanged = (expected: UserStatus | null): ProblemOutcome =>
  problem('edited-meanwhile', {
    detail:
      expected === 'pending'
        ? 'Otra persona la aprobó mientras tanto. Recargá la lista antes de decidir.'
        : 'Otra persona cambió su estado mientras tanto. Recargá la lista antes de decidir.',
  })
