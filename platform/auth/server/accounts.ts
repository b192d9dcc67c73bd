/** Who administers: registering, adding, approving, refusing, changing oneself, leaving. */

import type { Transaction } from 'kysely'
import type { Caller } from '../../api/server/route.ts'
import { type Outcome, type ProblemOutcome, problem, success } from '../../api/shared/outcome.ts'
import { type Actor, type Operator, record } from '../../content/server/audit-log.ts'
import type { Changes } from '../../content/shared/versions.ts'
import { type Database, inTurn, isUniqueViolation } from '../../db/connect.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { Outbox } from '../../mail/outbox.ts'
import {
  approvalMail,
  confirmationMail,
  emailChangedMail,
  manyRegistrationsMail,
  passwordChangedMail,
  registrationMail,
  rejectionMail,
} from '../../mail/templates.ts'
import type { Env } from '../../process/env.ts'
import type { SiteWords } from '../../settings/server/site.ts'
import type { Site } from '../../settings/shared/site-settings.ts'
import type { Credentials, User, UserStatus } from '../shared/accounts.ts'
import { type CredentialChecks, commonPasswordProblem, limit, type Owner } from './credential-checks.ts'
import type { Devices } from './devices.ts'
import { endGrantsBy } from './grants.ts'
import { CONFIRM_LINK_MS, type Links } from './links.ts'
import { hashPassword } from './passwords.ts'
import { mailFor, type RateLimit } from './rate-limit.ts'
import type { Sessions } from './sessions.ts'
import {
  emailKeyOf,
  emailTaken,
  isOpenRegistration,
  labelOf,
  type NewUser,
  openRegistration,
  toUser,
  type Users,
} from './users.ts'

/** What PUT /admin/{id} may change: the name of anybody, e-mail and password of oneself, the status of others. */
export interface UserChange {
  /** null: none from now on. */
  name?: string | null | undefined
  email?: string | undefined
  password?: string | undefined
  currentPassword?: string | undefined
  status?: UserStatus | undefined
}

export interface Accounts {
  register(
    credentials: Credentials,
    caller: Pick<Caller, 'address'>,
  ): Promise<Outcome<{ email: string; status: UserStatus }>>
  /** An administrator adds another one. @param by null: the system itself */
  add(credentials: Credentials, by: Actor | null): Promise<Outcome<User>>
  list(): Promise<User[]>
  one(id: string): Promise<User | null>
  update(id: string, change: UserChange, caller: Owner & Pick<Caller, 'cookie'>): Promise<Outcome<User>>
  /** What `update` does with the status of others, for whoever operates the machine. */
  setStatus(id: string, status: UserStatus, by: Operator): Promise<Outcome<User>>
  /**
   * Deletes a user; a registration that waits is refused by it.
   * @param status only while they still have it: who refuses a registration does not mean somebody whom a colleague
   * approved just before; null: whatever it is
   */
  remove(id: string, status: UserStatus | null, by: Actor): Promise<Outcome<null>>
  /** Whether somebody can sign in. */
  hasAdministrator(): Promise<boolean>
  /** The first administrator, from the environment. Does nothing when there is one. */
  ensureFirst(credentials: Credentials): Promise<void>
  /**
   * How many people ask to be let in and can be: where mail works those who confirmed their address. Nobody who was in once
   * and was shut out is among them.
   */
  waiting(): Promise<number>
  /** A one-time link's token; claim links made before end. @returns null when there is no such active user */
  makeLink(kind: 'claim'): Promise<string>
  makeLink(kind: 'sign-in', email: string): Promise<string | null>
  /** Erases registrations that nobody confirmed in their time. Whoever was confirmed or approved stays. */
  tidy(at: number): Promise<void>
}

/** At once; one costs an attacker nothing. */
const OPEN_REGISTRATIONS = 300
/** Until somebody asks again whether there is room. s */
const FULL_RETRY_S = 3600
/** A registration waits for so long where there is no mail to confirm it by. */
const UNCONFIRMED_MS = 30 * 86_400_000

interface AccountsOptions {
  database: Database
  users: Users
  links: Links
  sessions: Sessions
  devices: Devices
  credentialChecks: CredentialChecks
  rateLimit: RateLimit
  outbox: Outbox
  site: Pick<SiteWords, 'all'>
  env: Pick<Env, 'registration' | 'siteUrl'>
  now: () => number
}

export function createAccounts({
  database,
  users,
  links,
  sessions,
  devices,
  credentialChecks,
  rateLimit,
  outbox,
  site,
  env,
  now,
}: AccountsOptions): Accounts {
  /** Only then can an applicant be asked to confirm their address by a link. */
  const mailsLinks = outbox.delivers && env.siteUrl !== null

  const registeredStatus: UserStatus = env.registration === 'open' ? 'active' : 'pending'
  const registrationMs = mailsLinks ? CONFIRM_LINK_MS : UNCONFIRMED_MS

  const isLast = (active: string[], id: string) => active.length === 1 && active[0] === id

  const entry = (user: Actor, by: Actor | Operator | null) =>
    ({ at: now(), by, resource: 'users', itemId: user.id, label: labelOf(user) }) as const

  const withSeen = async (row: Row<'users'>): Promise<User> =>
    toUser(row, (await sessions.lastSeen(row.id)).get(row.id))

  const nameChange = (user: Row<'users'>, name: UserChange['name']): Changes =>
    name === undefined || name === user.name ? {} : { name: [user.name, name] }

  async function updateSelf(
    user: Row<'users'>,
    { name, email, password, currentPassword = '' }: UserChange,
    owner: Owner & Pick<Caller, 'cookie'>,
  ): Promise<Outcome<Row<'users'>>> {
    const { token } = owner
    const common = password === undefined ? null : commonPasswordProblem(password)
    if (common) return common
    const known = await credentialChecks.checkOwnPassword(owner, user.passwordHash, currentPassword)
    if (!known.ok) return known
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const { identity } = await site.all()
    const isMoving = email !== undefined && emailKeyOf(email) !== user.emailKey
    const changes: Changes = {
      ...nameChange(user, name),
      ...(email !== undefined && email !== user.email && { email: [user.email, email] }),
      ...(password !== undefined && { password: [null, 'otra'] }),
    }
    try {
      const changed = await database.write(async (tx) => {
        const row = await tx
          .updateTable('users')
          .set({
            updatedAt: now(),
            ...(name !== undefined && { name }),
            ...(passwordHash !== null && { passwordHash }),
            ...(email !== undefined && { email, emailKey: emailKeyOf(email) }),
            ...(isMoving && { confirmedAt: null }),
          })
          .where('id', '=', user.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await sessions.endAllOf(user.id, { ...(token && { except: token }), tx })
        await devices.forgetAllOf(user.id, { except: owner, tx })
        // They lie in a mailbox that is no longer theirs, or would undo the change.
        await links.end(tx, user.id, isMoving ? ['confirm', 'reset', 'sign-in'] : ['reset', 'sign-in'])
        await endGrantsBy(tx, user.id, now())
        if (outbox.delivers && isMoving)
          await outbox.enqueue(tx, emailChangedMail(identity, user.email, email))
        if (outbox.delivers && password !== undefined)
          await outbox.enqueue(tx, passwordChangedMail(identity, row.email))
        await record(tx, { ...entry(row, row), action: 'update', changes })
        return row
      })
      outbox.wake()
      return success(changed)
    } catch (error) {
      if (isUniqueViolation(error)) return emailTaken()
      throw error
    }
  }

  /** What needs no password: a name, and of others whether they may enter. */
  async function updatePlain(
    id: string,
    { name, status: wanted }: Pick<UserChange, 'name' | 'status'>,
    by: Actor | Operator,
  ): Promise<Outcome<Row<'users'>>> {
    const { identity } = await site.all()
    const outcome = await transact(database, async (tx): Promise<Outcome<Row<'users'>>> => {
      const active = await users.activeIds(tx)
      const user = await users.byId(id, tx)
      if (!user) return problem('not-found')
      const status = wanted === user.status ? undefined : wanted
      const changes: Changes = {
        ...nameChange(user, name),
        ...(status !== undefined && { status: [user.status, status] }),
      }
      if (Object.keys(changes).length === 0) return success(user)
      if (status === 'pending' && isLast(active, id)) return problem('last-administrator')
      // Where mail works, an address is confirmed before it can be approved; whoever operates the machine answers for it.
      if (status === 'active' && mailsLinks && user.confirmedAt === null && by.id !== null)
        return problem('email-unconfirmed')
      const changed = await tx
        .updateTable('users')
        .set({
          ...(name !== undefined && { name }),
          ...(status !== undefined && { status }),
          // A registration that got a name is still one on which nobody has decided.
          ...((status !== undefined || user.status === 'active') && { updatedAt: now() }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (status === 'pending') {
        await sessions.endAllOf(id, { tx })
        await endGrantsBy(tx, id, now())
      }
      // Links from before the change: a confirmation would replace the approved password, the others would work again
      // once a suspended account is approved anew.
      if (status !== undefined) await links.end(tx, id, ['confirm', 'reset', 'sign-in'])
      if (status === 'active' && outbox.delivers)
        await outbox.enqueue(tx, approvalMail(identity, user.email, env.siteUrl))
      await record(tx, {
        ...entry(changed, by.id === id ? changed : by),
        action: status === 'active' ? 'approve' : 'update',
        changes,
      })
      return success(changed)
    })
    outbox.wake()
    return outcome
  }

  /**
   * Nothing of it is shown to whoever registered, and somebody known costs the same writes as somebody new: a link that leads
   * nowhere, and a mail that is taken back.
   */
  async function register(
    tx: Transaction<Tables>,
    { email, passwordHash }: Omit<NewUser, 'status'>,
    identity: Site['identity'],
  ): Promise<Outcome<null>> {
    const asksToConfirm = mailsLinks && registeredStatus === 'pending'
    // One after the other, so that they are counted right.
    await inTurn(tx, database.dialect, 'registrations')
    // Asked before it is known whether the address is new.
    if (!asksToConfirm && registeredStatus === 'pending' && (await isFull(tx)))
      return problem('too-many-attempts', { retryAfter: FULL_RETRY_S })
    // Counted before it is known whose address it is.
    const isTooMuchMail =
      asksToConfirm && (await rateLimit.hit('confirmation-mail', emailKeyOf(email), tx)) !== null
    const registered = isTooMuchMail
      ? null
      : await users.insertOrFind(tx, { email, passwordHash, status: registeredStatus })
    if (registered?.isNew && asksToConfirm) await makeRoomFor(tx, registered.user.id)
    // Registrations of one address stand side by side, each with its own password, until one of them is confirmed.
    const confirms =
      registered && (registered.isNew || (asksToConfirm && isOpenRegistration(registered.user)))
        ? registered.user
        : null
    const token = await links.make(
      tx,
      'confirm',
      confirms?.id ?? null,
      confirms && asksToConfirm ? { email, passwordHash } : null,
    )
    if (asksToConfirm) {
      // To the address as it is typed here: `emailKey` takes several for the same, and confirming makes this one the user's.
      const confirmation = confirmationMail(identity, email, {
        token,
        at: now(),
        siteUrl: env.siteUrl as string,
      })
      const mailId = await outbox.enqueue(tx, confirmation)
      await tx
        .deleteFrom('outbox')
        .where('id', '=', confirms ? '' : mailId)
        .execute()
    }
    // Where nobody has to approve, there is nothing to ask of anybody.
    if (!registered?.isNew || registeredStatus === 'active' || !outbox.delivers) return success(null)
    const mail = await mailFor(rateLimit, 'registration', tx)
    if (mail === 'own') await outbox.enqueue(tx, registrationMail(identity, email, env.siteUrl))
    if (mail === 'summary') await outbox.enqueue(tx, manyRegistrationsMail(identity, env.siteUrl))
    return success(null)
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
   * The oldest registrations go for a new one. Only where addresses are confirmed by mail: nobody can approve those then.
   * Elsewhere any of them may be a request that somebody is about to approve.
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
      // Again: after waiting for a row's lock, PostgreSQL asks only what is asked of the row itself anew.
      .where(openRegistration)
      .execute()
  }

  async function makeLink(kind: 'claim' | 'sign-in', email = '') {
    return database.write(async (tx) => {
      if (kind === 'claim') {
        await tx.deleteFrom('links').where('kind', '=', 'claim').execute()
        return links.make(tx, 'claim', null)
      }
      const user = await users.byEmail(email, tx)
      return user?.status === 'active' ? links.make(tx, 'sign-in', user.id) : null
    })
  }

  return {
    async register({ email, password }, caller) {
      if (env.registration === 'closed') return problem('registration-closed')
      const common = commonPasswordProblem(password)
      if (common) return common
      const tooMany = await limit(rateLimit, 'registration', caller.address)
      if (tooMany) return tooMany
      // Hashed before it is known whether the address exists: both cases take as long and answer the same.
      const passwordHash = await hashPassword(password)
      const { identity } = await site.all()
      const registered = await transact(database, (tx) => register(tx, { email, passwordHash }, identity))
      if (!registered.ok) return registered
      outbox.wake()
      return success({ email, status: registeredStatus })
    },

    async add({ email, password }, by) {
      const common = commonPasswordProblem(password)
      if (common) return common
      const passwordHash = await hashPassword(password)
      const user = await database.write(async (tx) => {
        const added = await users.insert(tx, { email, passwordHash, status: 'active' })
        if (added) await record(tx, { ...entry(added, by), action: 'create' })
        return added
      })
      return user ? success(toUser(user)) : emailTaken()
    },

    async list() {
      const [rows, seen] = await Promise.all([
        database.read.selectFrom('users').selectAll().orderBy('createdAt').orderBy('id').execute(),
        sessions.lastSeen(),
      ])
      return rows.map((row) => toUser(row, seen.get(row.id)))
    },

    async one(id) {
      const row = await users.byId(id)
      return row && withSeen(row)
    },

    async update(id, change, owner) {
      const { user: by } = owner
      const user = await users.byId(id)
      if (!user) return problem('not-found')
      const isCredential = change.email !== undefined || change.password !== undefined
      if (by.id === id && change.status !== undefined && change.status !== user.status)
        return problem('not-yours', { detail: 'Tu propio estado lo cambia otra persona.' })
      if (by.id !== id && isCredential) return problem('not-yours')
      const changed = isCredential ? await updateSelf(user, change, owner) : await updatePlain(id, change, by)
      return changed.ok ? success(await withSeen(changed.value)) : changed
    },

    async setStatus(id, status, by) {
      const changed = await updatePlain(id, { status }, by)
      return changed.ok ? success(await withSeen(changed.value)) : changed
    },

    async remove(id, status, by) {
      const { identity } = await site.all()
      const outcome = await transact(database, async (tx): Promise<Outcome<null>> => {
        const active = await users.activeIds(tx)
        if (isLast(active, id)) return problem('last-administrator')
        const removed = await tx
          .deleteFrom('users')
          .where('id', '=', id)
          .$if(status !== null, (query) => query.where('status', '=', status as UserStatus))
          .returningAll()
          .executeTakeFirst()
        if (!removed) return (await users.byId(id, tx)) ? statusChanged(status) : problem('not-found')
        await endGrantsBy(tx, id, now())
        const isRefusal = removed.status === 'pending'
        // An address that nobody confirmed may be that of somebody who never asked: they hear nothing.
        if (isRefusal && removed.confirmedAt !== null && outbox.delivers)
          await outbox.enqueue(tx, rejectionMail(identity, removed.email))
        await record(tx, { ...entry(removed, by), action: isRefusal ? 'refuse' : 'delete' })
        return success(null)
      })
      outbox.wake()
      return outcome
    },

    async waiting() {
      const { n } = await database.read
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('status', '=', 'pending')
        .where('lastSignInAt', 'is', null)
        .$if(mailsLinks, (query) => query.where('confirmedAt', 'is not', null))
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    hasAdministrator: users.hasAdministrator,

    async ensureFirst({ email, password }) {
      const passwordHash = await hashPassword(password)
      await database.write(async (tx) => {
        if ((await users.activeIds(tx)).length > 0) return
        const first = await users.insertFirst(tx, { email, passwordHash })
        await record(tx, { ...entry(first, null), action: 'create' })
      })
    },

    makeLink: makeLink as Accounts['makeLink'],

    async tidy(at) {
      await database.write(async (tx) => {
        // Nobody registers meanwhile: what a statement reads in a subquery is not read anew after it waited for a row.
        await inTurn(tx, database.dialect, 'registrations')
        // Not only when the next one is made: they hold what was registered with.
        await tx.deleteFrom('links').where('kind', '=', 'confirm').where('expiresAt', '<=', at).execute()
        const confirmable = tx
          .selectFrom('links')
          .select('userId')
          .where('kind', '=', 'confirm')
          .where('userId', 'is not', null)
        await tx
          .deleteFrom('users')
          .where(openRegistration)
          .where('createdAt', '<=', at - registrationMs)
          // A later registration of the same address has its own time.
          .where('id', 'not in', confirmable)
          .execute()
      })
    },
  }
}

const statusChanged = (expected: UserStatus | null): ProblemOutcome =>
  problem('edited-meanwhile', {
    detail:
      expected === 'pending'
        ? 'Otra persona la aprobó mientras tanto. Recargá la lista antes de decidir.'
        : 'Otra persona cambió su estado mientras tanto. Recargá la lista antes de decidir.',
  })
