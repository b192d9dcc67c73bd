/** Registrations: applicants request an account, confirm their address and wait for approval. */
import type { Transaction } from 'kysely'
import type { Caller } from '../../api/server/route.ts'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { lockUntilCommit, transact } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { confirmationMail, manyRegistrationsMail, registrationMail } from '../../mail/templates.ts'
import type { SiteSettings } from '../../settings/shared/site-settings.ts'
import type { Credentials, UserStatus } from '../shared/accounts.ts'
import type { AccountServices } from './account-changes.ts'
import { commonPasswordProblem, limit } from './credential-checks.ts'
import { CONFIRM_LINK_MS, canMailLinks, enqueueOrDiscard } from './links.ts'
import { hashPassword } from './passwords.ts'
import { mailFor } from './rate-limit.ts'
import { emailKeyOf, isOpenRegistration, type NewUser, openRegistration } from './users.ts'

export interface Registrations {
  register(
    credentials: Credentials,
    caller: Pick<Caller, 'address'>,
  ): Promise<Outcome<{ email: string; status: UserStatus }>>
  /**
   * Number of registrations that can be approved. If links are sent by mail, only confirmed addresses count. Suspended
   * accounts do not count.
   */
  countWaiting(): Promise<number>
  /** Erases registrations that were not confirmed in time. Confirmed and approved accounts stay. */
  deleteExpired(at: number): Promise<void>
}

/** Upper limit of open registrations, because attackers can create them without effort. */
const OPEN_REGISTRATIONS = 300
/** Retry time when that limit is reached. s */
const FULL_RETRY_S = 3600
/** How long a registration waits where addresses cannot be confirmed by mail. ms */
const UNCONFIRMED_MS = 30 * 86_400_000

export function createRegistrations(services: AccountServices): Registrations {
  const { database, rateLimit, outbox, settings, env } = services
  const status = statusOf(services)
  return {
    async register({ email, password }, caller) {
      if (env.registration === 'closed') return problem('registration-closed')
      const common = commonPasswordProblem(password)
      if (common) return common
      const tooMany = await limit(rateLimit, 'registration', caller.address)
      if (tooMany) return tooMany
      // Hashed before the address is looked up: known and new addresses take the same time and get the same answer.
      const passwordHash = await hashPassword(password)
      const { identity } = await settings.all()
      const registered = await transact(database, (tx) =>
        insertRegistration(services, tx, { email, passwordHash }, identity),
      )
      if (!registered.ok) return registered
      outbox.wake()
      return success({ email, status })
    },

    async countWaiting() {
      const { n } = await database.read
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('status', '=', 'pending')
        .where('lastSignInAt', 'is', null)
        .$if(canMailLinks(services), (query) => query.where('confirmedAt', 'is not', null))
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    async deleteExpired(at) {
      const retentionMs = canMailLinks(services) ? CONFIRM_LINK_MS : UNCONFIRMED_MS
      await database.write(async (tx) => {
        // Excludes new registrations: PostgreSQL does not repeat a subquery after it waited for a row's lock.
        await lockUntilCommit(tx, database.dialect, 'registrations')
        // Links hold the password hash of a registration, so expired links are erased even if no new link is made.
        await tx.deleteFrom('links').where('kind', '=', 'confirm').where('expiresAt', '<=', at).execute()
        const confirmable = tx
          .selectFrom('links')
          .select('userId')
          .where('kind', '=', 'confirm')
          .where('userId', 'is not', null)
        await tx
          .deleteFrom('users')
          .where(openRegistration)
          .where('createdAt', '<=', at - retentionMs)
          // A later registration of the same address has its own time.
          .where('id', 'not in', confirmable)
          .execute()
      })
    },
  }
}

const statusOf = ({ env }: Pick<AccountServices, 'env'>): UserStatus =>
  env.registration === 'open' ? 'active' : 'pending'

/**
 * Registers an address. The sender must not learn whether the address is known. So a known address costs the same
 * writes as a new one: a link without an account, and a mail that is deleted again.
 */
async function insertRegistration(
  services: AccountServices,
  tx: Transaction<Tables>,
  { email, passwordHash }: Omit<NewUser, 'status'>,
  identity: SiteSettings['identity'],
): Promise<Outcome<null>> {
  const { database, users, links, rateLimit, outbox, env, now } = services
  const status = statusOf(services)
  const asksToConfirm = canMailLinks(services) && status === 'pending'
  // One at a time, so that the counts are correct.
  await lockUntilCommit(tx, database.dialect, 'registrations')
  // Checked before the address is looked up.
  if (!asksToConfirm && status === 'pending' && (await isFull(tx)))
    return problem('too-many-attempts', { retryAfter: FULL_RETRY_S })
  // Counted before the address is looked up.
  const isTooMuchMail =
    asksToConfirm && (await rateLimit.hit('confirmation-mail', emailKeyOf(email), tx)) !== null
  const registered = isTooMuchMail ? null : await users.insertOrFind(tx, { email, passwordHash, status })
  if (registered?.isNew && asksToConfirm) await makeRoomFor(tx, registered.user.id)
  // One address can have several registrations, each with its own password, until one of them is confirmed.
  const confirms =
    registered && (registered.isNew || (asksToConfirm && isOpenRegistration(registered.user)))
      ? registered.user
      : null
  const token = await links.create(
    tx,
    'confirm',
    confirms?.id ?? null,
    confirms && asksToConfirm ? { email, passwordHash } : null,
  )
  if (asksToConfirm) {
    // Sent to the address as typed: several addresses share an `emailKey`, and confirming stores the typed one.
    const mail = confirmationMail(identity, email, { token, at: now(), siteUrl: env.siteUrl as string })
    await enqueueOrDiscard(tx, outbox, mail, confirms !== null)
  }
  if (registered?.isNew && status === 'pending' && outbox.delivers)
    await notifyAdministrators(services, tx, email, identity)
  return success(null)
}

async function notifyAdministrators(
  { rateLimit, outbox, env }: AccountServices,
  tx: Transaction<Tables>,
  email: string,
  identity: SiteSettings['identity'],
): Promise<void> {
  const mail = await mailFor(rateLimit, 'registration', tx)
  if (mail === 'own') await outbox.enqueue(tx, registrationMail(identity, email, env.siteUrl))
  if (mail === 'summary') await outbox.enqueue(tx, manyRegistrationsMail(identity, env.siteUrl))
}

async function isFull(tx: Transaction<Tables>): Promise<boolean> {
  const last = await tx
    .selectFrom('users')
    .select('id')
    .where(openRegistration)
    .orderBy('id')
    .offset(OPEN_REGISTRATIONS - 1)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

/**
 * Deletes the oldest registrations for a new one. Only used when addresses are confirmed by mail, because administrators
 * cannot approve unconfirmed registrations then. Otherwise each of them may be approved at any moment.
 */
async function makeRoomFor(tx: Transaction<Tables>, id: string): Promise<void> {
  const beyond = tx
    .selectFrom('users')
    .select('id')
    .where(openRegistration)
    .where('id', '!=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(OPEN_REGISTRATIONS - 1)
  await tx
    .deleteFrom('users')
    .where('id', 'in', beyond)
    // Repeated: after it waited for a row's lock, PostgreSQL checks only the conditions on the row itself again.
    .where(openRegistration)
    .execute()
}
