/** Access granted by an administrator: open invitations, and links with which colleagues choose a password. */
import type { Kysely } from 'kysely'
import { endInvitationsBy } from '../../db/invitations.ts'
import type { Tables } from '../../db/tables.ts'
import { RESET_LINK_MINUTES } from '../shared/accounts.ts'

/**
 * Revokes all access that the account `userId` may have granted. Otherwise the thief of a session could use it to return
 * after the owner has changed the password.
 */
export async function endGrantsBy(tx: Kysely<Tables>, userId: string, now: number): Promise<void> {
  await endInvitationsBy(tx, userId)
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
