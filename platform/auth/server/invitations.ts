/** Links by which whoever administers brings in somebody else, who chooses their own e-mail and password. */
import { randomUUIDv7 } from 'node:crypto'
import type { Caller } from '../../api/server/route.ts'
import { type Outcome, type ProblemOutcome, problem, success } from '../../api/shared/outcome.ts'
import { type Actor, type Operator, record } from '../../content/server/audit-log.ts'
import { type Database, inTurn } from '../../db/connect.ts'
import * as store from '../../db/invitations.ts'
import type { Row } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { Env } from '../../process/env.ts'
import {
  type Credentials,
  INVITATION_DAYS,
  type Invitation,
  invitationPath,
  type MadeInvitation,
  type SeenInvitation,
} from '../shared/accounts.ts'
import { type CredentialChecks, commonPasswordProblem } from './credential-checks.ts'
import { hashPassword } from './passwords.ts'
import type { SignedIn, SignIn } from './sign-in.ts'
import { createToken, hashToken, TOKEN } from './tokens.ts'
import { emailKeyOf, emailTaken, labelOf, type Users } from './users.ts'

export interface Invitations {
  /**
   * @param by in whose name, and for as long as they administer
   * @param writer who wrote it, where that is not them
   * @returns the only telling of its address; a path where SITE_URL is not set
   */
  make(name: string | null, by: Actor, writer?: Operator): Promise<MadeInvitation>
  /** Those that can still be accepted. */
  list(): Promise<Invitation[]>
  /** Ends an open one. */
  revoke(id: string, by: Actor): Promise<Outcome<null>>
  /** What it says to who holds it; it goes on working. */
  look(token: string, caller: Pick<Caller, 'address'>): Promise<Outcome<SeenInvitation>>
  /**
   * Makes its holder an administrator, and signs them in. A registration of that address that waits and never came in goes,
   * and its password with it; the address of an administrator, also of one who was shut out, is refused, and the invitation
   * stays good.
   */
  accept(
    accepted: Credentials & { token: string; name?: string | null | undefined },
    caller: Caller,
  ): Promise<Outcome<SignedIn>>
  /** Erases those whose time has long been over. */
  tidy(at: number): Promise<void>
}

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
/** For so long whoever opens an old one is told what became of it. */
const KEPT_MS = 30 * DAY_MS

const iso = (at: number): string => new Date(at).toISOString()

export function createInvitations({
  database,
  users,
  credentialChecks,
  signIn,
  env,
  now,
}: InvitationsOptions): Invitations {
  const entry = ({ id, name }: Pick<Row<'invitations'>, 'id' | 'name'>, by: Actor | Operator) =>
    ({ at: now(), by, resource: 'invitations', itemId: id, label: name ?? '' }) as const

  async function find(token: string): Promise<Outcome<store.InvitationRow>> {
    // Only what has the form of a token is looked up.
    const row = TOKEN.test(token) ? await store.findInvitation(database.read, hashToken(token)) : null
    if (!row) return problem('invalid-link', { detail: 'Esa invitación no existe o la anularon. Pedí otra.' })
    if (row.usedAt !== null) return alreadyUsed()
    return row.expiresAt > now()
      ? success(row)
      : problem('invalid-link', { detail: 'Esa invitación venció. Pedí otra a quien te la mandó.' })
  }

  return {
    async make(name, by, writer) {
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
        await record(tx, { ...entry(row, writer ?? by), action: 'create' })
      })
      return {
        _id: row.id,
        url: (env.siteUrl ?? '') + invitationPath(token),
        expiresAt: iso(expiresAt),
      }
    },

    async list() {
      const rows = await store.openInvitations(database.read, now())
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
        const ended = await store.endInvitation(tx, { id, now: now() })
        if (!ended) return problem('not-found')
        await record(tx, { ...entry(ended, by), action: 'delete' })
        return success(null)
      }),

    look: (token, caller) =>
      credentialChecks.guess({ address: caller.address, device: null }, async () => {
        const found = await find(token)
        if (!found.ok) return found
        const { name, byName, expiresAt } = found.value
        return success({ name, by: byName, expiresAt: iso(expiresAt) })
      }),

    accept({ token, email, password, name }, caller) {
      const common = commonPasswordProblem(password)
      if (common) return Promise.resolve(common)
      return credentialChecks.guess({ address: caller.address, device: null }, async () => {
        // Told before the work of a hash, which anybody could ask for.
        const found = await find(token)
        if (!found.ok) return found
        const known = await users.byEmail(email)
        if (known && !givesWay(known)) return emailTaken()
        const passwordHash = await hashPassword(password)
        return transact(database, async (tx): Promise<Outcome<SignedIn>> => {
          const invitation = await store.useInvitation(tx, { tokenHash: hashToken(token), now: now() })
          if (!invitation) return alreadyUsed()
          // Nobody registers with that address meanwhile.
          await inTurn(tx, database.dialect, 'registrations')
          // The invitation proves what a waiting registration only asks for, so that gives way, its password included.
          const replaced = await tx
            .deleteFrom('users')
            .where('emailKey', '=', emailKeyOf(email))
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
          if (replaced)
            await record(tx, {
              at: now(),
              by: user,
              action: 'delete',
              resource: 'users',
              itemId: replaced.id,
              label: labelOf(replaced),
            })
          const inviter = await users.byId(invitation.createdBy, tx)
          await record(tx, {
            at: now(),
            by: user,
            action: 'create',
            resource: 'users',
            itemId: user.id,
            label: labelOf(user),
            changes: { invitedBy: [null, inviter && labelOf(inviter)] },
          })
          return success(await signIn.open(tx, user, caller))
        })
      })
    },

    async tidy(at) {
      await database.write((tx) => store.forgetInvitations(tx, at - KEPT_MS))
    },
  }
}

/** Whether an invitation may replace an account: one that waits and never came in. Who was shut out has come in before. */
const givesWay = ({ status, lastSignInAt }: Row<'users'>): boolean =>
  status === 'pending' && lastSignInAt === null

const alreadyUsed = (): ProblemOutcome =>
  problem('invalid-link', {
    detail: 'Esa invitación ya se usó. Si fuiste vos, iniciá sesión; si no, pedí otra.',
  })
