/** Administrators: signing in, registering, approving, and the one-time links of those who cannot sign in (decisions §4). */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Credentials, LinkKind, User } from '../contract/accounts.ts'
import { type Database, isUniqueViolation } from '../db/connect.ts'
import type { Row, Tables } from '../db/tables.ts'
import type { Caller } from './calls.ts'
import type { Env } from './env.ts'
import {
  approvalLetter,
  confirmationLetter,
  emailChangedLetter,
  passwordChangedLetter,
  registrationLetter,
} from './letters.ts'
import type { Outbox } from './outbox.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts'
import { done, type Outcome, type Refused, refuse } from './problems.ts'
import type { Sessions } from './sessions.ts'
import { addressKey, type Throttle } from './throttle.ts'
import { createToken, hashToken } from './tokens.ts'

export interface SignedIn {
  user: User
  /** For the cookie: it exists nowhere else. */
  token: string
}

/** What PUT /admin/{id} may change: e-mail and password of oneself, the status of others. */
export interface UserChange {
  email?: string | undefined
  password?: string | undefined
  currentPassword?: string | undefined
  status?: 'active' | 'pending' | undefined
}

export interface Accounts {
  signIn(credentials: Credentials, caller: Caller): Promise<Outcome<SignedIn>>
  signOut(token: string): Promise<void>
  register(
    credentials: Credentials,
    caller: Caller,
  ): Promise<Outcome<{ email: string; status: User['status'] }>>
  /** An administrator adds another one. */
  add(credentials: Credentials): Promise<Outcome<User>>
  list(): Promise<User[]>
  one(id: string): Promise<User | null>
  update(id: string, change: UserChange, caller: Caller & { user: { id: string } }): Promise<Outcome<User>>
  remove(id: string): Promise<Outcome<null>>
  /** @returns the session that a sign-in link opens, or null: the link confirmed an address */
  redeemLink(token: string, caller: Caller): Promise<Outcome<SignedIn | null>>
  claim(claim: Credentials & { token: string }, caller: Caller): Promise<Outcome<SignedIn>>
  /** Whether somebody can sign in. */
  hasAdministrator(): Promise<boolean>
  /** The first administrator, from the environment. Does nothing when there is one. */
  ensureFirst(credentials: Credentials): Promise<void>
  /** A one-time link's token; claim links made before end. @returns null when there is no such active user */
  makeLink(kind: 'claim'): Promise<string>
  makeLink(kind: 'sign-in', email: string): Promise<string | null>
}

interface AccountsOptions {
  database: Database
  sessions: Sessions
  throttle: Throttle
  outbox: Outbox
  env: Pick<Env, 'registration' | 'siteUrl'>
  now: () => number
}

const HOUR_MS = 3_600_000
const LINK_MS: Record<LinkKind, number> = {
  claim: 24 * HOUR_MS,
  'sign-in': HOUR_MS,
  confirm: 7 * 24 * HOUR_MS,
}

const keyOf = (email: string): string => email.trim().toLowerCase()

export function createAccounts({
  database,
  sessions,
  throttle,
  outbox,
  env,
  now,
}: AccountsOptions): Accounts {
  const { read } = database
  /** Only then can an applicant be asked to confirm their address by a link. */
  const mailsLinks = outbox.delivers && env.siteUrl !== null

  const findByEmail = (email: string) =>
    read.selectFrom('users').selectAll().where('emailKey', '=', keyOf(email)).executeTakeFirst()

  const commonPassword = (password: string): Refused | null =>
    isCommonPassword(password)
      ? refuse('invalid-fields', {
          errors: [
            { field: 'password', message: 'Esa contraseña es de las más usadas del mundo. Elegí otra.' },
          ],
        })
      : null

  const throttled = (seconds: number): Refused => refuse('too-many-attempts', { retryAfter: seconds })

  /** A try at guessing a secret from one address: refused when there were too many. */
  async function guess<T>(caller: Caller, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const address = addressKey(caller.address)
    const wait = await throttle.hit('sign-in-address', address)
    if (wait !== null) return throttled(wait)
    const outcome = await work()
    // Only failures count, and what was refused for another reason was no guess.
    const failed = !outcome.ok && ['wrong-credentials', 'invalid-link'].includes(outcome.problem)
    if (!failed) await throttle.forgive('sign-in-address', address)
    return outcome
  }

  /** A try at one account's password, wherever it comes from. */
  async function checkPassword(
    emailKey: string,
    password: string,
    hash: string | null,
  ): Promise<Outcome<boolean>> {
    const wait = await throttle.hit('sign-in-account', emailKey)
    if (wait !== null) return throttled(wait)
    const right = await verifyPassword(password, hash)
    if (right) await throttle.clear('sign-in-account', emailKey)
    return done(right)
  }

  async function openSession(tx: Transaction<Tables>, user: Row<'users'>, caller: Caller): Promise<SignedIn> {
    // The old token may be one that somebody planted.
    if (caller.token) await sessions.end(caller.token, tx)
    await tx.updateTable('users').set({ lastSignInAt: now() }).where('id', '=', user.id).execute()
    return { user: toUser(user), token: await sessions.open(user.id, tx) }
  }

  /** @returns null when the address is taken */
  async function insertUser(
    tx: Kysely<Tables>,
    { email, passwordHash, status }: { email: string; passwordHash: string; status: User['status'] },
  ): Promise<Row<'users'> | null> {
    const at = now()
    const row = await tx
      .insertInto('users')
      .values({
        id: randomUUIDv7(),
        email,
        emailKey: keyOf(email),
        passwordHash,
        status,
        confirmedAt: null,
        createdAt: at,
        updatedAt: at,
        lastSignInAt: null,
      })
      .onConflict((conflict) => conflict.column('emailKey').doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }

  /** Somebody who registered with that address and waits for approval is who the club's owner means. */
  async function insertFirst(
    tx: Kysely<Tables>,
    first: { email: string; passwordHash: string },
  ): Promise<Row<'users'>> {
    const added = await insertUser(tx, { ...first, status: 'active' })
    if (added) return added
    return tx
      .updateTable('users')
      .set({ passwordHash: first.passwordHash, status: 'active', updatedAt: now() })
      .where('emailKey', '=', keyOf(first.email))
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function insertLink(tx: Kysely<Tables>, kind: LinkKind, userId: string | null): Promise<string> {
    const token = createToken()
    const at = now()
    await tx.deleteFrom('links').where('expiresAt', '<', at).execute()
    await tx
      .insertInto('links')
      .values({ tokenHash: hashToken(token), kind, userId, createdAt: at, expiresAt: at + LINK_MS[kind] })
      .execute()
    return token
  }

  /** Takes a link out of the database: it works once. */
  const takeLink = (tx: Kysely<Tables>, token: string, kinds: LinkKind[]) =>
    tx
      .deleteFrom('links')
      .where('tokenHash', '=', hashToken(token))
      .where('kind', 'in', kinds)
      .where('expiresAt', '>', now())
      .returningAll()
      .executeTakeFirst()

  /** Active users, locked until the transaction ends, so that two at once cannot remove the last two. */
  async function activeIds(tx: Kysely<Tables>): Promise<string[]> {
    const query = tx.selectFrom('users').select('id').where('status', '=', 'active').orderBy('id')
    const rows = await (database.dialect === 'postgres' ? query.forUpdate() : query).execute()
    return rows.map(({ id }) => id)
  }

  const hasAdministrator = async () =>
    (await read.selectFrom('users').select('id').where('status', '=', 'active').executeTakeFirst()) !==
    undefined

  const isLast = (active: string[], id: string) => active.length === 1 && active[0] === id

  async function updateSelf(user: Row<'users'>, change: UserChange, caller: Caller): Promise<Outcome<User>> {
    const { email, password, currentPassword = '' } = change
    const common = password === undefined ? null : commonPassword(password)
    if (common) return common
    const checked = await checkPassword(user.emailKey, currentPassword, user.passwordHash)
    if (!checked.ok) return checked
    if (!checked.value) {
      return refuse('wrong-password', {
        errors: [{ field: 'currentPassword', message: 'No es tu contraseña actual.' }],
      })
    }
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const isMoving = email !== undefined && keyOf(email) !== user.emailKey
    try {
      const changed = await database.write(async (tx) => {
        const row = await tx
          .updateTable('users')
          .set({
            updatedAt: now(),
            ...(passwordHash !== null && { passwordHash }),
            ...(email !== undefined && { email, emailKey: keyOf(email) }),
            ...(isMoving && { confirmedAt: null }),
          })
          .where('id', '=', user.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await sessions.endAllOf(user.id, { ...(caller.token && { except: caller.token }), tx })
        if (outbox.delivers && isMoving) await outbox.enqueue(tx, emailChangedLetter(user.email, email))
        if (outbox.delivers && password !== undefined)
          await outbox.enqueue(tx, passwordChangedLetter(row.email))
        return row
      })
      outbox.wake()
      return done(toUser(changed))
    } catch (error) {
      if (isUniqueViolation(error)) return emailTaken()
      throw error
    }
  }

  async function updateStatus(id: string, status: User['status']): Promise<Outcome<User>> {
    const outcome = await database.write(async (tx): Promise<Outcome<User>> => {
      const active = await activeIds(tx)
      const user = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      if (!user) return refuse('not-found')
      if (user.status === status) return done(toUser(user))
      if (status === 'pending' && isLast(active, id)) return refuse('last-administrator')
      // Where mail works, an address is confirmed before it can be approved.
      if (status === 'active' && mailsLinks && user.confirmedAt === null) return refuse('email-unconfirmed')
      const changed = await tx
        .updateTable('users')
        .set({ status, updatedAt: now() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (status === 'pending') await sessions.endAllOf(id, { tx })
      if (status === 'active' && outbox.delivers)
        await outbox.enqueue(tx, approvalLetter(user.email, env.siteUrl))
      return done(toUser(changed))
    })
    outbox.wake()
    return outcome
  }

  async function makeLink(kind: 'claim' | 'sign-in', email?: string) {
    return database.write(async (tx) => {
      if (kind === 'claim') {
        await tx.deleteFrom('links').where('kind', '=', 'claim').execute()
        return insertLink(tx, 'claim', null)
      }
      const user = await tx
        .selectFrom('users')
        .select('id')
        .where('emailKey', '=', keyOf(email ?? ''))
        .where('status', '=', 'active')
        .executeTakeFirst()
      return user ? insertLink(tx, 'sign-in', user.id) : null
    })
  }

  return {
    signIn({ email, password }, caller) {
      if (email.trim() === '' || password === '') return Promise.resolve(refuse('wrong-credentials'))
      return guess(caller, async () => {
        const user = await findByEmail(email)
        const checked = await checkPassword(keyOf(email), password, user?.passwordHash ?? null)
        if (!checked.ok) return checked
        if (!user || !checked.value) return refuse('wrong-credentials')
        if (user.status !== 'active') return refuse('awaiting-approval')
        return done(await database.write((tx) => openSession(tx, user, caller)))
      })
    },

    signOut: (token) => sessions.end(token),

    async register({ email, password }, caller) {
      if (env.registration === 'closed') return refuse('registration-closed')
      const common = commonPassword(password)
      if (common) return common
      const wait = await throttle.hit('registration', addressKey(caller.address))
      if (wait !== null) return throttled(wait)
      const status = env.registration === 'open' ? 'active' : 'pending'
      // Hashed before it is known whether the address exists: both cases take as long and answer the same.
      const passwordHash = await hashPassword(password)
      await database.write(async (tx) => {
        const user = await insertUser(tx, { email, passwordHash, status })
        // Somebody known: a link that leads nowhere costs the same write, so that the time does not tell either.
        const token = await insertLink(tx, 'confirm', user?.id ?? null)
        // Where nobody has to approve, there is nothing to ask of anybody.
        if (!user || status === 'active') return
        if (mailsLinks) await outbox.enqueue(tx, confirmationLetter(email, token, env.siteUrl as string))
        if (outbox.delivers) await outbox.enqueue(tx, registrationLetter(email, env.siteUrl))
      })
      outbox.wake()
      return done({ email, status })
    },

    async add({ email, password }) {
      const common = commonPassword(password)
      if (common) return common
      const passwordHash = await hashPassword(password)
      const user = await database.write((tx) => insertUser(tx, { email, passwordHash, status: 'active' }))
      return user ? done(toUser(user)) : emailTaken()
    },

    async list() {
      const rows = await read.selectFrom('users').selectAll().orderBy('createdAt').orderBy('id').execute()
      return rows.map(toUser)
    },

    async one(id) {
      const row = await read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toUser(row) : null
    },

    async update(id, change, caller) {
      const user = await read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      if (!user) return refuse('not-found')
      const ownChange = change.email !== undefined || change.password !== undefined
      if (caller.user.id === id) {
        if (change.status !== undefined && change.status !== user.status)
          return refuse('not-yours', { detail: 'Tu propio estado lo cambia otra persona.' })
        return ownChange ? updateSelf(user, change, caller) : done(toUser(user))
      }
      if (ownChange) return refuse('not-yours')
      return change.status === undefined ? done(toUser(user)) : updateStatus(id, change.status)
    },

    remove: (id) =>
      database.write(async (tx): Promise<Outcome<null>> => {
        const active = await activeIds(tx)
        if (isLast(active, id)) return refuse('last-administrator')
        const gone = await tx.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst()
        return gone ? done(null) : refuse('not-found')
      }),

    redeemLink: (token, caller) =>
      guess(caller, () =>
        database.write(async (tx): Promise<Outcome<SignedIn | null>> => {
          const link = await takeLink(tx, token, ['sign-in', 'confirm'])
          if (!link?.userId) return refuse('invalid-link')
          const user = await tx
            .selectFrom('users')
            .selectAll()
            .where('id', '=', link.userId)
            .executeTakeFirst()
          if (!user) return refuse('invalid-link')
          if (link.kind === 'sign-in') {
            return user.status === 'active'
              ? done(await openSession(tx, user, caller))
              : refuse('invalid-link')
          }
          await tx.updateTable('users').set({ confirmedAt: now() }).where('id', '=', user.id).execute()
          return done(null)
        }),
      ),

    claim({ token, email, password }, caller) {
      const common = commonPassword(password)
      if (common) return Promise.resolve(common)
      return guess(caller, async () => {
        // Told before the work of a hash, which anybody could ask for.
        if (await hasAdministrator()) return refuse('already-claimed')
        const passwordHash = await hashPassword(password)
        return database.write(async (tx): Promise<Outcome<SignedIn>> => {
          if ((await activeIds(tx)).length > 0) return refuse('already-claimed')
          if (!(await takeLink(tx, token, ['claim']))) return refuse('invalid-link')
          return done(await openSession(tx, await insertFirst(tx, { email, passwordHash }), caller))
        })
      })
    },

    hasAdministrator,

    async ensureFirst({ email, password }) {
      const passwordHash = await hashPassword(password)
      await database.write(async (tx) => {
        if ((await activeIds(tx)).length === 0) await insertFirst(tx, { email, passwordHash })
      })
    },

    makeLink: makeLink as Accounts['makeLink'],
  }
}

const emailTaken = (): Refused =>
  refuse('email-taken', { errors: [{ field: 'email', message: 'Ya existe un usuario con ese e-mail.' }] })

/** The whitelist of what leaves: never a password or its hash. */
function toUser(row: Row<'users'>): User {
  return {
    _id: row.id,
    id: row.id,
    email: row.email,
    status: row.status,
    confirmed: row.confirmedAt !== null,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
