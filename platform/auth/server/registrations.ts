/** Registrations: an applicant requests an account, confirms the address, and waits for approval. */

import type { Transaction } from 'kysely'
import { bodyProblems, type Caller, defineRoute, json, respondWithOutcome } from '../../api/server/route.ts'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { lockUntilCommit, transact } from '../../db/connect.ts'
import { type Actor, recordEntry } from '../../db/record-entry.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { mailFor, rules } from '../../http/rate-limit.ts'
import {
  composeConfirmationMail,
  composeManyRegistrationsMail,
  composeRegistrationMail,
} from '../../mail/templates.ts'
import type { SiteSettings } from '../../settings/shared/site-settings.ts'
import { registered, type User, type UserStatus } from '../shared/accounts.ts'
import { type Credentials, credentialsSchema } from '../shared/credentials.ts'
import { permissions } from '../shared/policy.ts'
import type { AccountServices } from './account-changes.ts'
import { commonPasswordProblem, countTry } from './credential-checks.ts'
import { CONFIRM_LINK_MS, canMailLinks, enqueueOrDiscard } from './links.ts'
import { hashPassword } from './passwords.ts'
import {
  emailTaken,
  getEmailKey,
  isOpenRegistration,
  type NewUser,
  openRegistration,
  toUser,
  userEntry,
} from './users.ts'

export interface Registrations {
  register(
    credentials: Credentials,
    caller: Pick<Caller, 'address'>,
  ): Promise<Outcome<{ email: string; status: UserStatus }>>
  /** Creates an active administrator. @param by the creator; null when the system creates the account */
  add(credentials: Credentials, by: Actor | null): Promise<Outcome<User>>
  /**
   * Returns the number of registrations that can be approved. If links are sent by mail, only confirmed addresses count.
   * Suspended accounts do not count.
   */
  countWaiting(): Promise<number>
  /** Erases registrations that were not confirmed in time. Confirmed and approved accounts stay. */
  deleteExpired(at: number): Promise<void>
}

/** Upper limit of open registrations, because attackers can create many. */
const OPEN_REGISTRATIONS = 300
/** Value of Retry-After when that limit is reached. s */
const FULL_RETRY_S = 3600
/** Time after which an unconfirmed registration is erased, when addresses cannot be confirmed by mail. ms */
const UNCONFIRMED_MS = 30 * 86_400_000

export function createRegistrations(services: AccountServices): Registrations {
  const { database, users, rateLimit, outbox, settings, env, now } = services
  const status = getStatus(services)
  return {
    async register({ email, password }, caller) {
      if (env.registration === 'closed') return problem('registration-closed')
      const common = commonPasswordProblem(password)
      if (common) return common
      const tooMany = await countTry(rateLimit, rules.registration, caller.address)
      if (tooMany) return tooMany
      // The password is hashed before the address is looked up, so known and new addresses take the same time.
      const passwordHash = await hashPassword(password)
      const { identity } = await settings.all()
      const registered = await transact(database, (tx) =>
        insertRegistration(services, tx, { email, passwordHash }, identity),
      )
      if (!registered.ok) return registered
      outbox.wake()
      return success({ email, status })
    },

    async add({ email, password }, by) {
      const common = commonPasswordProblem(password)
      if (common) return common
      const passwordHash = await hashPassword(password)
      const user = await database.write(async (tx) => {
        const added = await users.insert(tx, { email, passwordHash, status: 'active' })
        if (added) await recordEntry(tx, { ...userEntry(added, by, now()), action: 'create' })
        return added
      })
      return user ? success(toUser(user)) : emailTaken()
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
        // The lock excludes new registrations. A subquery in the DELETE would not do: PostgreSQL does not repeat it after
        // waiting for a row's lock.
        await lockUntilCommit(tx, database.dialect, 'registrations')
        // Links hold the password hash of a registration. Expired links are therefore erased even if no new link is made.
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
          // A later registration of the same address has a link with its own expiry, so the row stays.
          .where('id', 'not in', confirmable)
          .execute()
      })
    },
  }
}

/**
 * Confirms the address of a registration. Any visitor can register any address, so only the password of the registration
 * proves that the owner of the mailbox made it.
 */
export async function confirmRegistration(
  { database, links, credentialChecks, now }: AccountServices,
  {
    token,
    link,
    user,
    password,
  }: { token: string; link: Row<'links'>; user: Row<'users'>; password: string },
): Promise<Outcome<null>> {
  // Links from before migration 0005 have no hash. They belong to the first registration, whose hash the user has.
  const passwordHash = link.passwordHash ?? user.passwordHash
  const known = await credentialChecks.checkRegisteredPassword(link, passwordHash, password)
  if (!known.ok) return known
  return transact(database, async (tx) => {
    // The first confirmed registration of an address becomes the account.
    const confirmed = await tx
      .updateTable('users')
      .set({ confirmedAt: now(), passwordHash, ...(link.email !== null && { email: link.email }) })
      .where('id', '=', user.id)
      .where('status', '=', 'pending')
      .where('confirmedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (confirmed.numUpdatedRows === 0n || !(await links.consume(tx, token, ['confirm'])))
      return problem('invalid-link')
    await links.end(tx, user.id, ['confirm'])
    return success(null)
  })
}

const getStatus = ({ env }: Pick<AccountServices, 'env'>): UserStatus =>
  env.registration === 'open' ? 'active' : 'pending'

/**
 * Registers an address. The sender must not learn whether the address is known, so a known address costs the same writes as
 * a new one: a link without an account, and a mail that is deleted again.
 */
async function insertRegistration(
  services: AccountServices,
  tx: Transaction<Tables>,
  { email, passwordHash }: Omit<NewUser, 'status'>,
  identity: SiteSettings['identity'],
): Promise<Outcome<null>> {
  const { database, users, links, rateLimit, outbox, env, now } = services
  const status = getStatus(services)
  const asksToConfirm = canMailLinks(services) && status === 'pending'
  // Registrations run one after the other, so that the counts are correct.
  await lockUntilCommit(tx, database.dialect, 'registrations')
  // This limit is checked before the address is looked up, so the refusal reveals nothing about it.
  if (!asksToConfirm && status === 'pending' && (await isFull(tx)))
    return problem('too-many-attempts', { retryAfter: FULL_RETRY_S })
  // The mail is counted before the address is looked up, for the same reason.
  const isTooMuchMail =
    asksToConfirm && (await rateLimit.hit(rules['confirmation-mail'], getMailboxKey(email), tx)) !== null
  const registered = isTooMuchMail ? null : await users.insertOrFind(tx, { email, passwordHash, status })
  if (registered?.isNew && asksToConfirm) await makeRoomFor(tx, registered.user.id)
  // An address can have several registrations, each with its own password, until one of them is confirmed.
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
    // The mail goes to the address as typed. Several spellings share an `emailKey`, and confirming stores the typed one.
    const mail = composeConfirmationMail(identity, email, {
      token,
      at: now(),
      siteUrl: env.siteUrl as string,
    })
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
  const mail = await mailFor(
    rateLimit,
    { mail: rules['registration-mail'], summary: rules['registration-summary'] },
    tx,
  )
  if (mail === 'own') await outbox.enqueue(tx, composeRegistrationMail(identity, email, env.siteUrl))
  if (mail === 'summary') await outbox.enqueue(tx, composeManyRegistrationsMail(identity, env.siteUrl))
}

/** Removes a tag such as `+club`: most mail services deliver every tag of a mailbox to it (RFC 5233 §1). */
const getMailboxKey = (email: string): string => getEmailKey(email).replace(/(?<=^[^+@]+)\+.*(?=@)/, '')

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
 * Deletes the oldest registrations to make room for a new one. Only used when addresses are confirmed by mail, because
 * administrators cannot approve unconfirmed registrations then. Without mail, each of them may be approved at any moment.
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
    // The condition is repeated, because after waiting for a row's lock PostgreSQL checks only conditions on the row itself
    // again.
    .where(openRegistration)
    .execute()
}

export const registrationRoutes = ({
  accounts,
  basePath,
}: {
  accounts: Pick<Registrations, 'register' | 'add'>
  basePath: string
}) =>
  [
    defineRoute({
      id: 'createUser',
      knowsSession: true,
      method: 'POST',
      path: '/admin',
      access: permissions['users.create'],
      bound: 'write',
      tag: 'Usuarios',
      summary: 'Sin sesión: registrarse, a la espera de aprobación. Con sesión: agregar un administrador',
      body: credentialsSchema,
      responses: {
        201: {
          description: 'El usuario; de un registro, su e-mail y su estado.',
          headers: ['Location'],
          schema: registered,
        },
      },
      problems: [
        ...bodyProblems,
        'sign-in-needed',
        'second-factor-needed',
        'registration-closed',
        'email-taken',
        'too-many-attempts',
      ],
      async handle({ body, caller }) {
        if (!caller.user) {
          return respondWithOutcome(await accounts.register(body, caller), (registration) =>
            json(registration, { status: 201 }),
          )
        }
        return respondWithOutcome(await accounts.add(body, caller.user), (user) =>
          json(user, { status: 201, headers: { Location: `${basePath}/admin/${user._id}` } }),
        )
      },
    }),
  ] as const
