/** The rows of those who administer or ask to, and what of them leaves the server. */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { User, UserStatus } from '../contract/accounts.ts'
import type { Database } from '../db/connect.ts'
import type { Row, Tables } from '../db/tables.ts'

export const emailKeyOf = (email: string): string => email.trim().toLowerCase()

interface NewUser {
  email: string
  passwordHash: string
  status: UserStatus
}

export interface Users {
  byEmail(email: string, from?: Kysely<Tables>): Promise<Row<'users'> | null>
  byId(id: string, from?: Kysely<Tables>): Promise<Row<'users'> | null>
  /** @returns null when the address is taken */
  insert(tx: Kysely<Tables>, user: NewUser): Promise<Row<'users'> | null>
  /** Somebody who registered with that address and waits for approval is who the club's owner means. */
  insertFirst(tx: Kysely<Tables>, first: Omit<NewUser, 'status'>): Promise<Row<'users'>>
  /** Active users, locked until the transaction ends, so that two at once cannot remove the last two. */
  activeIds(tx: Kysely<Tables>): Promise<string[]>
  hasAdministrator(): Promise<boolean>
}

export function createUsers({ database, now }: { database: Database; now: () => number }): Users {
  const { read } = database

  const insert: Users['insert'] = async (tx, { email, passwordHash, status }) => {
    const at = now()
    const row = await tx
      .insertInto('users')
      .values({
        id: randomUUIDv7(),
        email,
        emailKey: emailKeyOf(email),
        passwordHash,
        status,
        confirmedAt: null,
        createdAt: at,
        updatedAt: at,
        lastSignInAt: null,
      })
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

    async insertFirst(tx, first) {
      const added = await insert(tx, { ...first, status: 'active' })
      if (added) return added
      const row = await tx
        .updateTable('users')
        .set({ passwordHash: first.passwordHash, status: 'active', updatedAt: now() })
        .where('emailKey', '=', emailKeyOf(first.email))
        .returningAll()
        .executeTakeFirstOrThrow()
      // What they knew before counts for nothing: they are known by the link, or by the environment, now.
      await clearSecondFactor(tx, row.id)
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

/** The whitelist of what leaves: never a password or its hash, nor the secret of a second factor. */
export const toUser = (row: Row<'users'>): User => ({
  _id: row.id,
  id: row.id,
  email: row.email,
  status: row.status,
  confirmed: row.confirmedAt !== null,
  lastSignInAt: row.lastSignInAt === null ? null : new Date(row.lastSignInAt).toISOString(),
  secondFactor: row.totpAt !== null,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
})
