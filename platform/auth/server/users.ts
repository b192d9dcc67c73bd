/** Reads and writes users, and converts them to their form in the API. */
import { randomUUIDv7 } from 'node:crypto'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { type ProblemOutcome, problem } from '../../api/shared/outcome.ts'
import type { Database } from '../../db/connect.ts'
import type { Actor, Operator } from '../../db/record-entry.ts'
import type { Row, Tables } from '../../db/tables.ts'
import type { User, UserStatus } from '../shared/accounts.ts'

export const getEmailKey = (email: string): string => email.trim().toLowerCase()

export interface NewUser {
  email: string
  name?: string | null
  passwordHash: string
  status: UserStatus
}

/** True for an unconfirmed registration that nobody has decided on. Only such users are deleted automatically. */
export const isOpenRegistration = ({ status, confirmedAt, createdAt, updatedAt }: Row<'users'>): boolean =>
  status === 'pending' && confirmedAt === null && updatedAt === createdAt

/** Returns `isOpenRegistration` as a condition in SQL. */
export const openRegistration = (is: ExpressionBuilder<Tables, 'users'>) =>
  is.and([
    is('status', '=', 'pending'),
    is('confirmedAt', 'is', null),
    is('updatedAt', '=', is.ref('createdAt')),
  ])

export interface Users {
  byEmail(email: string, from?: Kysely<Tables>): Promise<Row<'users'> | null>
  byId(id: string, from?: Kysely<Tables>): Promise<Row<'users'> | null>
  /** Inserts a user. @returns null when the address is taken */
  insert(tx: Kysely<Tables>, user: NewUser): Promise<Row<'users'> | null>
  /**
   * Inserts a user, or finds the user with this address. The row is locked until the transaction ends, so nobody can delete
   * it meanwhile. Both cases cost the same work.
   */
  insertOrFind(tx: Kysely<Tables>, user: NewUser): Promise<{ user: Row<'users'>; isNew: boolean }>
  /** Inserts the first administrator, or approves the open registration with this address. */
  insertFirst(tx: Kysely<Tables>, first: Omit<NewUser, 'status'>): Promise<Row<'users'>>
  /** Changes columns of a user. @returns the changed row */
  update(tx: Kysely<Tables>, id: string, columns: Partial<Row<'users'>>): Promise<Row<'users'>>
  /**
   * Lists ids of active users and locks their rows until the transaction ends, so that two parallel requests cannot remove
   * the last two.
   */
  activeIds(tx: Kysely<Tables>): Promise<string[]>
  hasAdministrator(): Promise<boolean>
}

export function createUsers({ database, now }: { database: Database; now: () => number }): Users {
  const { read } = database

  function getRow({ email, name = null, passwordHash, status }: NewUser) {
    const at = now()
    return {
      id: randomUUIDv7(),
      email,
      emailKey: getEmailKey(email),
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
      .values(getRow(user))
      .onConflict((conflict) => conflict.column('emailKey').doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }

  return {
    async byEmail(email, from = read) {
      const key = getEmailKey(email)
      return (
        (await from.selectFrom('users').selectAll().where('emailKey', '=', key).executeTakeFirst()) ?? null
      )
    },

    async byId(id, from = read) {
      return (await from.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
    },

    insert,

    async insertOrFind(tx, given) {
      const row = getRow(given)
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
        .where('emailKey', '=', getEmailKey(first.email))
        .returningAll()
        .executeTakeFirstOrThrow()
      // The claim link, or the environment, replaces all credentials of the registration.
      await clearSecondFactor(tx, row.id)
      await tx
        .deleteFrom('links')
        .where('userId', '=', row.id)
        .where('kind', 'in', ['confirm', 'reset', 'sign-in'])
        .execute()
      return { ...row, totpSecret: null, totpAt: null, totpStep: null }
    },

    update: (tx, id, columns) =>
      tx.updateTable('users').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

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

/** Turns the second factor off and deletes the recovery codes. */
export async function clearSecondFactor(tx: Kysely<Tables>, userId: string): Promise<void> {
  const none = { totpSecret: null, totpAt: null, totpStep: null }
  await tx.updateTable('users').set(none).where('id', '=', userId).execute()
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

export const emailTaken = (): ProblemOutcome =>
  problem('email-taken', { errors: [{ field: 'email', message: 'Ya existe un usuario con ese e-mail.' }] })

/** Returns the name for the audit log. It includes the address, because several people may have the same name. */
export const formatUserLabel = ({ name, email }: Pick<Row<'users'>, 'name' | 'email'>): string =>
  name === null ? email : `${name} (${email})`

/** Returns the fields of an audit-log entry about a user. */
export const userEntry = (user: Actor, by: Actor | Operator | null, at: number) =>
  ({ at, by, resource: 'users', itemId: user.id, label: formatUserLabel(user) }) as const

const instantOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/**
 * Returns the fields that the API may show: no password, no hash, and no secret of a second factor.
 * @param seenAt time of the last request in a live session. ms since 1970. null when no session is live
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
