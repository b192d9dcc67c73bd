/** Invitations are one-time links for colleagues. The holder chooses e-mail and password, and becomes an administrator. */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Caller } from '../../api/server/route.ts'
import { type Outcome, type ProblemOutcome, problem, success } from '../../api/shared/outcome.ts'
import { type Database, lockUntilCommit, transact } from '../../db/connect.ts'
import { type Actor, type Operator, recordEntry } from '../../db/record-entry.ts'
import type { Row, Tables } from '../../db/tables.ts'
import type { Env } from '../../process/env.ts'
import { createToken, hashToken, TOKEN } from '../../process/tokens.ts'
import type { Invitation, InvitationSummary, NewInvitation } from '../shared/accounts.ts'
import type { Credentials } from '../shared/credentials.ts'
import { INVITATION_DAYS, invitationPath } from '../shared/one-time-links.ts'
import { type CredentialChecks, commonPasswordProblem } from './credential-checks.ts'
import { hashPassword } from './passwords.ts'
import type { OpenedSession, SignIn } from './sign-in.ts'
import { emailTaken, formatUserLabel, getEmailKey, type Users, userEntry } from './users.ts'

export interface Invitations {
  /**
   * Creates an invitation.
   * @param by the inviting administrator. The invitation ends when their account ends
   * @param writer author of the audit-log entry, if it is not `by`
   * @returns the only copy of the invitation's address. It is a path when SITE_URL is not set
   */
  create(name: string | null, by: Actor, writer?: Operator): Promise<NewInvitation>
  /** Lists the open invitations. */
  list(): Promise<Invitation[]>
  /** Ends an open invitation. */
  revoke(id: string, by: Actor): Promise<Outcome<null>>
  /** Shows an invitation to its holder without using it up. */
  look(token: string, caller: Pick<Caller, 'address'>): Promise<Outcome<InvitationSummary>>
  /**
   * Makes the holder an administrator and signs them in. If the address has a waiting registration that never signed in,
   * the new account replaces it. The address of any other account is refused, and the invitation stays open.
   */
  accept(accepted: InvitationAcceptance, caller: Caller): Promise<Outcome<OpenedSession>>
  /** Erases invitations that expired long ago. */
  deleteExpired(at: number): Promise<void>
}

type InvitationAcceptance = Credentials & { token: string; name?: string | null | undefined }

interface InvitationsOptions {
  database: Database
  users: Users
  credentialChecks: CredentialChecks
  signIn: Pick<SignIn, 'open'>
  env: Pick<Env, 'siteUrl'>
  now: () => number
}

const DAY_MS = 86_400_000
const INVITATION_MS = INVITATION_DAYS * DAY_MS
/** Retention of an expired invitation, so that its holder learns why it does not work. ms */
const KEPT_MS = 30 * DAY_MS

const iso = (at: number): string => new Date(at).toISOString()

export function createInvitations(options: InvitationsOptions): Invitations {
  const { database, credentialChecks, env, now } = options
  const entry = ({ id, name }: Pick<Row<'invitations'>, 'id' | 'name'>, by: Actor | Operator) =>
    ({ at: now(), by, resource: 'invitations', itemId: id, label: name ?? '' }) as const

  return {
    async create(name, by, writer) {
      const token = createToken()
      const createdAt = now()
      const expiresAt = createdAt + INVITATION_MS
      const row = {
        id: randomUUIDv7(),
        tokenHash: hashToken(token),
        name,
        createdBy: by.id,
        createdAt,
        expiresAt,
      }
      await database.write(async (tx) => {
        await tx.insertInto('invitations').values(row).execute()
        await recordEntry(tx, { ...entry(row, writer ?? by), action: 'create' })
      })
      return {
        _id: row.id,
        url: (env.siteUrl ?? '') + invitationPath(token),
        expiresAt: iso(expiresAt),
      }
    },

    async list() {
      const rows = await selectWithInviter(database.read)
        .where('users.status', '=', 'active')
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', now())
        .orderBy('invitations.id', 'desc')
        .execute()
      return rows.map(({ id, name, createdBy, byEmail, byName, createdAt, expiresAt }) => ({
        _id: id,
        name,
        by: byEmail,
        byName,
        userId: createdBy,
        createdAt: iso(createdAt),
        updatedAt: iso(createdAt),
        expiresAt: iso(expiresAt),
      }))
    },

    revoke: (id, by) =>
      transact(database, async (tx): Promise<Outcome<null>> => {
        const ended = await tx
          .deleteFrom('invitations')
          .where('id', '=', id)
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', now())
          .returningAll()
          .executeTakeFirst()
        if (!ended) return problem('not-found')
        await recordEntry(tx, { ...entry(ended, by), action: 'delete' })
        return success(null)
      }),

    async look(token, caller) {
      const found = await findInvitation(options, token)
      // Only a wrong token is written down, as a try.
      if (!found.ok)
        return credentialChecks.guess({ address: caller.address, device: null }, async () => found)
      const { name, byName, expiresAt } = found.value
      return success({ name, by: byName, expiresAt: iso(expiresAt) })
    },

    accept(accepted, caller) {
      const common = commonPasswordProblem(accepted.password)
      if (common) return Promise.resolve(common)
      return credentialChecks.guess({ address: caller.address, device: null }, () =>
        acceptInvitation(options, accepted, caller),
      )
    },

    async deleteExpired(at) {
      await database.write((tx) =>
        tx
          .deleteFrom('invitations')
          .where('expiresAt', '<=', at - KEPT_MS)
          .execute(),
      )
    },
  }
}

/** An invitation, with the present address and name of its creator. */
type InvitationRow = Row<'invitations'> & { byEmail: string; byName: string | null }

const selectWithInviter = (db: Kysely<Tables>) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.createdBy')
    .selectAll('invitations')
    .select(['users.email as byEmail', 'users.name as byName'])

/** Finds an open invitation, or the reason why it cannot be used. */
async function findInvitation(
  { database, now }: Pick<InvitationsOptions, 'database' | 'now'>,
  token: string,
): Promise<Outcome<InvitationRow>> {
  // A string that is no token causes no query.
  const row = TOKEN.test(token)
    ? await selectWithInviter(database.read)
        .where('tokenHash', '=', hashToken(token))
        .where((is) => is.or([is('usedAt', 'is not', null), is('users.status', '=', 'active')]))
        .executeTakeFirst()
    : undefined
  if (!row) return problem('invalid-link', { detail: 'Esa invitación no existe o la anularon. Pedí otra.' })
  if (row.usedAt !== null) return alreadyUsed()
  return row.expiresAt > now()
    ? success(row)
    : problem('invalid-link', { detail: 'Esa invitación venció. Pedí otra a quien te la mandó.' })
}

async function acceptInvitation(
  { database, users, signIn, now }: InvitationsOptions,
  { token, email, password, name }: InvitationAcceptance,
  caller: Caller,
): Promise<Outcome<OpenedSession>> {
  // Hashing is expensive and any visitor can send this request, so the invitation is checked first.
  const found = await findInvitation({ database, now }, token)
  if (!found.ok) return found
  const known = await users.byEmail(email)
  if (known && !isReplaceable(known)) return emailTaken()
  const passwordHash = await hashPassword(password)
  return transact(database, async (tx): Promise<Outcome<OpenedSession>> => {
    const invitation = await useInvitation(tx, { tokenHash: hashToken(token), now: now() })
    if (!invitation) return alreadyUsed()
    // The lock excludes new registrations of the address until the commit.
    await lockUntilCommit(tx, database.dialect, 'registrations')
    const replaced = await tx
      .deleteFrom('users')
      .where('emailKey', '=', getEmailKey(email))
      .where('status', '=', 'pending')
      .where('lastSignInAt', 'is', null)
      .returning(['id', 'email', 'name'])
      .executeTakeFirst()
    const user = await users.insert(tx, {
      email,
      name: name === undefined ? invitation.name : name,
      passwordHash,
      status: 'active',
    })
    if (!user) return emailTaken()
    if (replaced) await recordEntry(tx, { ...userEntry(replaced, user, now()), action: 'delete' })
    const inviter = await users.byId(invitation.createdBy, tx)
    await recordEntry(tx, {
      ...userEntry(user, user, now()),
      action: 'create',
      changes: { invitedBy: [null, inviter && formatUserLabel(inviter)] },
    })
    return success(await signIn.open(tx, user, caller))
  })
}

/**
 * Marks an open invitation of an active inviter as used. null when there is none, for example because a parallel request
 * has used it.
 */
export const useInvitation = async (
  tx: Kysely<Tables>,
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

/**
 * True for a waiting registration. An invitation replaces it, because an administrator has approved the holder. A suspended
 * account has signed in before and stays.
 */
const isReplaceable = ({ status, lastSignInAt }: Row<'users'>): boolean =>
  status === 'pending' && lastSignInAt === null

const alreadyUsed = (): ProblemOutcome =>
  problem('invalid-link', {
    detail: 'Esa invitación ya se usó. Si fuiste vos, iniciá sesión; si no, pedí otra.',
  })
