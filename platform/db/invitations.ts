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

/** Those that nobody has accepted yet, whose time is not over and whose maker still administers, the newest first. */
export const openInvitations = (db: Db, now: number): Promise<InvitationRow[]> =>
  withMaker(db)
    .where('users.status', '=', 'active')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('invitations.id', 'desc')
    .execute()

/** Used ones and those whose time is over too; of a maker who administers no more only used ones. */
export const findInvitation = async (db: Db, tokenHash: string): Promise<InvitationRow | null> =>
  (await withMaker(db)
    .where('tokenHash', '=', tokenHash)
    .where((is) => is.or([is('usedAt', 'is not', null), is('users.status', '=', 'active')]))
    .executeTakeFirst()) ?? null

/** Uses it up. @returns null when somebody was faster, it is not open any more, or its maker administers no more */
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
    .where('createdBy', 'in', tx.selectFrom('users').select('id').where('status', '=', 'active'))
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
