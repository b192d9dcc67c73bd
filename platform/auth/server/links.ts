/** One-time links: who holds the token may do what its kind says, once and for a while. */
import type { Kysely } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { type LinkKind, RESET_LINK_MINUTES } from '../shared/accounts.ts'
import { createToken, hashToken } from './tokens.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A registration that is to be confirmed by a link has as long as the link. */
export const CONFIRM_LINK_MS = 7 * 24 * HOUR_MS
const LINK_MS: Record<LinkKind, number> = {
  claim: 24 * HOUR_MS,
  'sign-in': HOUR_MS,
  confirm: CONFIRM_LINK_MS,
  reset: RESET_LINK_MINUTES * MINUTE_MS,
}

export interface Links {
  /**
   * @param userId null for a claim, and for a link that leads nowhere
   * @param confirms what confirming makes the user's e-mail and password
   * @returns the token; it exists nowhere else
   */
  make(
    tx: Kysely<Tables>,
    kind: LinkKind,
    userId: string | null,
    confirms?: { email: string; passwordHash: string } | null,
  ): Promise<string>
  /** Whose it is, and of what kind; it goes on working. Null when it is none of these kinds, used, or too old. */
  find(token: string, kinds: LinkKind[]): Promise<Row<'links'> | null>
  /** As `find`, and takes it out of the database: it works once. */
  take(tx: Kysely<Tables>, token: string, kinds: LinkKind[]): Promise<Row<'links'> | null>
  /** Ends all of a user's links of these kinds. */
  end(tx: Kysely<Tables>, userId: string, kinds: LinkKind[]): Promise<void>
  /** Deletes expired links and expired known browsers (devices.ts). */
  tidy(at: number): Promise<void>
}

export function createLinks({ database, now }: { database: Database; now: () => number }): Links {
  return {
    async make(tx, kind, userId, confirms) {
      const token = createToken()
      const at = now()
      await tx
        .insertInto('links')
        .values({
          tokenHash: hashToken(token),
          kind,
          userId,
          createdAt: at,
          expiresAt: at + LINK_MS[kind],
          email: confirms?.email ?? null,
          passwordHash: confirms?.passwordHash ?? null,
        })
        .execute()
      return token
    },

    async find(token, kinds) {
      const row = await database.read
        .selectFrom('links')
        .selectAll()
        .where('tokenHash', '=', hashToken(token))
        .where('kind', 'in', kinds)
        .where('expiresAt', '>', now())
        .executeTakeFirst()
      return row ?? null
    },

    async take(tx, token, kinds) {
      const row = await tx
        .deleteFrom('links')
        .where('tokenHash', '=', hashToken(token))
        .where('kind', 'in', kinds)
        .where('expiresAt', '>', now())
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    async end(tx, userId, kinds) {
      await tx.deleteFrom('links').where('userId', '=', userId).where('kind', 'in', kinds).execute()
    },

    async tidy(at) {
      await database.write((tx) => tx.deleteFrom('links').where('expiresAt', '<', at).execute())
    },
  }
}
