/** One-time links. The holder of the token may do once what the kind of the link allows, until it expires. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Row, Tables } from '../../db/tables.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { MailText } from '../../mail/templates.ts'
import type { Env } from '../../process/env.ts'
import { createToken, hashToken } from '../../process/tokens.ts'
import { type LinkKind, RESET_LINK_MINUTES } from '../shared/one-time-links.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Validity of a confirmation link. An unconfirmed registration is kept as long. ms */
export const CONFIRM_LINK_MS = 7 * 24 * HOUR_MS
const LINK_MS: Record<LinkKind, number> = {
  claim: 24 * HOUR_MS,
  'sign-in': HOUR_MS,
  confirm: CONFIRM_LINK_MS,
  reset: RESET_LINK_MINUTES * MINUTE_MS,
}

export interface Links {
  /**
   * Creates a link.
   * @param userId null for a claim link, and for a link that must not work. Such a link is created only so that an unknown
   * e-mail costs the same writes
   * @param confirms e-mail and password that the user gets by confirming
   * @returns the token, which is stored nowhere else
   */
  create(
    tx: Kysely<Tables>,
    kind: LinkKind,
    userId: string | null,
    confirms?: { email: string; passwordHash: string } | null,
  ): Promise<string>
  /** Finds a link without using it up. null when its kind is not in `kinds`, or when it is used or expired */
  find(token: string, kinds: LinkKind[]): Promise<Row<'links'> | null>
  /** Finds a link as `find` does, and deletes it, so that it cannot be used again. */
  consume(tx: Kysely<Tables>, token: string, kinds: LinkKind[]): Promise<Row<'links'> | null>
  /** Deletes all of a user's links of these kinds. */
  end(tx: Kysely<Tables>, userId: string, kinds: LinkKind[]): Promise<void>
  /** Deletes expired links and expired known browsers (devices.ts). */
  deleteExpired(at: number): Promise<void>
}

export function createLinks({ database, now }: { database: Database; now: () => number }): Links {
  return {
    async create(tx, kind, userId, confirms) {
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

    async consume(tx, token, kinds) {
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

    async deleteExpired(at) {
      await database.write((tx) => tx.deleteFrom('links').where('expiresAt', '<', at).execute())
    },
  }
}

/** True when the club sends mail and knows its public address. */
export const canMailLinks = ({
  outbox,
  env,
}: {
  outbox: Pick<Outbox, 'delivers'>
  env: Pick<Env, 'siteUrl'>
}): boolean => outbox.delivers && env.siteUrl !== null

/** Enqueues a mail. When it must not be sent, it is deleted again, so that both cases cost the same writes. */
export async function enqueueOrDiscard(
  tx: Transaction<Tables>,
  outbox: Pick<Outbox, 'enqueue'>,
  mail: MailText,
  isWanted: boolean,
): Promise<void> {
  const id = await outbox.enqueue(tx, mail)
  await tx
    .deleteFrom('outbox')
    .where('id', '=', isWanted ? '' : id)
    .execute()
}

/**
 * Revokes all access that the account `userId` may have granted: open invitations, and links with which colleagues choose a
 * password. Otherwise the thief of a session could return after the owner has changed the password.
 */
export async function revokeGrantsBy(tx: Kysely<Tables>, userId: string, now: number): Promise<void> {
  await tx.deleteFrom('invitations').where('createdBy', '=', userId).where('usedAt', 'is', null).execute()
  // Links do not store their creator. The audit log does, and keeps it longer than a link is valid.
  const madeFor = tx
    .selectFrom('history')
    .select('itemId')
    .where('at', '>', now - RESET_LINK_MINUTES * 60_000)
    .where('userId', '=', userId)
    .where('resource', '=', 'users')
    .where('action', '=', 'reset')
  await tx.deleteFrom('links').where('kind', '=', 'reset').where('userId', 'in', madeFor).execute()
}
