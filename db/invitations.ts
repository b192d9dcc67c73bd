/** Rows of invitations: of each only the hash of its token is known. */
import type { Kysely } from 'kysely'
import type { Row, Tables } from './tables.ts'

type Db = Kysely<Tables>

/** An invitation, and who made it as they are today. */
export type InvitationRow = Row<'invitations'> & { byEmail: string; byName: string | null }

const withMaker = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.createdBy')
    .selectAll('invitations')
    .select(['users.email as byEmail', 'users.name as byName'])

/** Those that nobody has accepted yet and whose time is not over, the newest first. */
export const openInvitations = (db: Db, now: number): Promise<InvitationRow[]> =>
  withMaker(db)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('invitations.id', 'desc')
    .execute()

/** Used ones and those whose time is over too. */
export const findInvitation = async (db: Db, tokenHash: string): Promise<InvitationRow | null> =>
  (await withMaker(db).where('tokenHash', '=', tokenHash).executeTakeFirst()) ?? null

/** Uses it up. @returns null when somebody was faster, or it is not open any more */
export const useInvitation = async (
  tx: Db,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<Row<'invitations'> | null> =>
  (await tx
    .updateTable('invitations')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()) ?? null

/** An open one ends. @returns null when it was none */
export const endInvitation = async (
  tx: Db,
  { id, now }: { id: string; now: number },
): Promise<Row<'invitations'> | null> =>
  (await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()) ?? null

/** What somebody who may not enter any more has handed out opens nothing. */
export async function endInvitationsBy(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('invitations').where('createdBy', '=', userId).where('usedAt', 'is', null).execute()
}

/** Erases those whose time was over before `before` (ms since 1970), used or not. */
export async function forgetInvitations(tx: Db, before: number): Promise<void> {
  await tx.deleteFrom('invitations').where('expiresAt', '<=', before).execute()
}
