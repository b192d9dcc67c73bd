/** The rows of those who administer or ask to, and what of them leaves the server. */
import { randomUUIDv7 } from 'node:crypto'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { type ProblemOutcome, problem } from '../../api/shared/outcome.ts'
import type { Database } from '../../db/connect.ts'
import type { Row, Tables } from '../../db/tables.ts'
import type { User, UserStatus } from '../shared/accounts.ts'

export const emailKeyOf = (email: string): string => email.trim().toLowerCase()

export interface NewUser {
  email: string
  name?: string | null
  passwordHash: string
  status: UserStatus
}

/** Somebody who registered, on whose address and request nobody has decided: the only users who go by themselves. */
export const isOpenRegistration = ({ status, confirmedAt, createdAt, updatedAt }: Row<'users'>): boolean =>
  status === 'pending' && confirmedAt === null && updatedAt === createdAt

/** The same, asked of the database. */
export const openRegistration = (is: ExpressionBuilder<Tables, 'users'>) =>
  is.and([
    is('status', '=', 'pending'),
    is('confirmedAt', 'is', null),
    is('updatedAt', '=', is.ref('createdAt')),
  ])

export interface Users {
  byEmail(email: string, from?: Kysely<Tables>): Promise<Row<'users'> | null>
  byId(id: string, from?: Kysely<Tables>): Promise<Row<'users'> | null>
  /** @returns null when the address is taken */
  insert(tx: Kysely<Tables>, user: NewUser): Promise<Row<'users'> | null>
  /**
   * As `insert`, or finds whose the address is already; locked until the transaction ends, so that neither goes meanwhile. Both
   * are the same work.
   */
  insertOrFind(tx: Kysely<Tables>, user: NewUser): Promise<{ user: Row<'users'>; isNew: boolean }>
  /** Somebody who registered with that address and waits for approval is who the club's owner means. */
  insertFirst(tx: Kysely<Tables>, first: Omit<NewUser, 'status'>): Promise<Row<'users'>>
  /** Active users, locked until the transaction ends, so that two at once cannot remove the last two. */
  activeIds(tx: Kysely<Tables>): Promise<string[]>
  hasAdministrator(): Promise<boolean>
}

export function createUsers({ database, now }: { database: Database; now: () => number }): Users {
  const { read } = database

  function rowOf({ email, name = null, passwordHash, status }: NewUser) {
    const at = now()
    return {
      id: randomUUIDv7(),
      email,
      emailKey: emailKeyOf(email),
      name,
      passwordHash,
      status,
      confirmedAt: null,
      createdAt: at,
      updatedAt: at,
      lastSignInAt: null,
    }
  }

  const insert: Users['insert'] = async (tx, user) => {
    const row = await tx
      .insertInto('users')
      .values(rowOf(user))
      .onConflict((conflict) => conflict.column('emailKey').doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }

  return {
    async byEmail(email, from = read) {
      const key = emailKeyOf(email)
      return (
        (await from.selectFrom('users').selectAll().where('emailKey', '=', key).executeTakeFirst()) ?? null
      )
    },

    async byId(id, from = read) {
      return (await from.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
    },

    insert,

    async insertOrFind(tx, given) {
      const row = rowOf(given)
      const user = await tx
        .insertInto('users')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('emailKey').doUpdateSet((known) => ({ emailKey: known.ref('excluded.emailKey') })),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      return { user, isNew: user.id === row.id }
    },

    async insertFirst(tx, first) {
      const added = await insert(tx, { ...first, status: 'active' })
      if (added) return added
      const row = await tx
        .updateTable('users')
        .set({ email: first.email, passwordHash: first.passwordHash, status: 'active', updatedAt: now() })
        .where('emailKey', '=', emailKeyOf(first.email))
        .returningAll()
        .executeTakeFirstOrThrow()
      // What they knew before counts for nothing: they are known by the link, or by the environment, now.
      await clearSecondFactor(tx, row.id)
      await tx
        .deleteFrom('links')
        .where('userId', '=', row.id)
        .where('kind', 'in', ['confirm', 'reset', 'sign-in'])
        .execute()
      return { ...row, totpSecret: null, totpAt: null, totpStep: null }
    },

    async activeIds(tx) {
      const query = tx.selectFrom('users').select('id').where('status', '=', 'active').orderBy('id')
      const rows = await (database.dialect === 'postgres' ? query.forUpdate() : query).execute()
      return rows.map(({ id }) => id)
    },

    async hasAdministrator() {
      const active = read.selectFrom('users').select('id').where('status', '=', 'active')
      return (await active.executeTakeFirst()) !== undefined
    },
  }
}

/** From now on no code is asked for, and no recovery code is left. */
export async function clearSecondFactor(tx: Kysely<Tables>, userId: string): Promise<void> {
  const none = { totpSecret: null, totpAt: null, totpStep: null }
  await tx.updateTable('users').set(none).where('id', '=', userId).execute()
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

export const emailTaken = (): ProblemOutcome =>
  problem('email-taken', { errors: [{ field: 'email', message: 'Ya existe un usuario con ese e-mail.' }] })

/** What the history calls them: by their name too, which others may bear. */
export const labelOf = ({ name, email }: Pick<Row<'users'>, 'name' | 'email'>): string =>
  name === null ? email : `${name} (${email})`

const instantOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/**
 * The whitelist of what leaves: never a password or its hash, nor the secret of a second factor.
 * @param seenAt when their sessions last asked for anything, ms since 1970; null: they have none
 */
export const toUser = (row: Row<'users'>, seenAt: number | null = null): User => ({
  _id: row.id,
  id: row.id,
  email: row.email,
  name: row.name,
  status: row.status,
  confirmed: row.confirmedAt !== null,
  lastSignInAt: instantOrNull(row.lastSignInAt),
  lastSeenAt: instantOrNull(seenAt === null ? row.lastSignInAt : Math.max(seenAt, row.lastSignInAt ?? 0)),
  secondFactor: row.totpAt !== null,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
})
