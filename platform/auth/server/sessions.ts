/** Who is signed in: random tokens in a cookie, their hashes in the database. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { type CookieOptions, cookieFrom, setCookie } from '../../http/cookies.ts'
import type { SessionInfo } from '../shared/accounts.ts'
import { createToken, hashToken } from './tokens.ts'
import { browserName } from './user-agent.ts'

const DAY_MS = 86_400_000
/** A session ends after this long without a request. */
const IDLE_MS = 30 * DAY_MS
/** And after this long in any case. */
const ABSOLUTE_MS = 90 * DAY_MS
/** How old `seenAt` may be before it is written again: reading pages should not write. */
const SEEN_GRAIN_MS = 3_600_000
const USER_AGENT_MAX = 300
/** So much of a token's hash names a session to its owner; it opens nothing. Hexadecimal digits. */
const PUBLIC_ID_LENGTH = 32

const PUBLIC_ID = new RegExp(`^[0-9a-f]{${PUBLIC_ID_LENGTH}}$`)

/** A row of `users` without what proves who one is: that has no way out. */
export type SessionUser = Omit<Row<'users'>, 'passwordHash' | 'totpSecret' | 'totpStep'>

export interface Session {
  user: SessionUser
  /** The sliding expiry moved just now: send the cookie again, or the browser drops it 30 days after signing in. */
  renewed: boolean
}

export interface Sessions {
  /** Signs a user in. @returns the token for the cookie, which is stored nowhere else */
  open(userId: string, options?: { userAgent?: string | null; tx?: Transaction<Tables> }): Promise<string>
  /** @returns null when the token is unknown or expired, or its user is not active */
  find(token: string): Promise<Session | null>
  end(token: string, tx?: Transaction<Tables>): Promise<void>
  /** When each user's live sessions last asked for anything, ms since 1970. @param userId of them alone */
  lastSeen(userId?: string): Promise<Map<string, number>>
  /** A user's live sessions, the one seen last first. @param token of the one that asks */
  list(userId: string, token: string | null): Promise<SessionInfo[]>
  /** Ends one session of a user, by the id that `list` gave it. @returns false when there is none */
  endOne(userId: string, id: string): Promise<boolean>
  /** Ends all sessions of a user, but that of the token `except`. */
  endAllOf(userId: string, options?: { except?: string; tx?: Transaction<Tables> }): Promise<void>
  /** Deletes expired sessions. */
  tidy(at: number): Promise<void>
}

/** Of an active user, with what the session says of its age. */
const findSession = (
  db: Kysely<Tables>,
  tokenHash: string,
  limits: { seenAfter: number; createdAfter: number },
) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'users.id',
      'users.email',
      'users.emailKey',
      'users.name',
      'users.status',
      'users.confirmedAt',
      'users.createdAt',
      'users.updatedAt',
      'users.lastSignInAt',
      'users.totpAt',
      'sessions.seenAt',
    ])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.seenAt', '>', limits.seenAfter)
    .where('sessions.createdAt', '>', limits.createdAfter)
    .where('users.status', '=', 'active')
    .executeTakeFirst()

export function createSessions({ database, now }: { database: Database; now: () => number }): Sessions {
  const write = <T>(work: (tx: Transaction<Tables>) => Promise<T>, tx?: Transaction<Tables>): Promise<T> =>
    tx ? work(tx) : database.write(work)

  /** @returns whether it was written. A database that can be read but not written must not sign everybody out. */
  const see = (tokenHash: string, at: number): Promise<boolean> =>
    database
      .write((tx) =>
        tx.updateTable('sessions').set({ seenAt: at }).where('tokenHash', '=', tokenHash).execute(),
      )
      .then(
        () => true,
        () => false,
      )

  return {
    open: (userId, { userAgent = null, tx } = {}) => {
      const token = createToken()
      const at = now()
      return write(async (tx) => {
        await tx
          .insertInto('sessions')
          .values({
            tokenHash: hashToken(token),
            userId,
            createdAt: at,
            seenAt: at,
            userAgent: userAgent?.slice(0, USER_AGENT_MAX).toWellFormed() ?? null,
          })
          .execute()
        return token
      }, tx)
    },

    async find(token) {
      const at = now()
      const tokenHash = hashToken(token)
      const row = await findSession(database.read, tokenHash, {
        seenAfter: at - IDLE_MS,
        createdAfter: at - ABSOLUTE_MS,
      })
      if (!row) return null
      const { seenAt, ...user } = row
      const isDue = at - seenAt >= SEEN_GRAIN_MS
      return { user, renewed: isDue && (await see(tokenHash, at)) }
    },

    async end(token, tx) {
      await write((tx) => tx.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute(), tx)
    },

    async lastSeen(userId) {
      const at = now()
      const rows = await database.read
        .selectFrom('sessions')
        .select((eb) => ['userId', eb.fn.max('seenAt').as('seenAt')])
        .where('seenAt', '>', at - IDLE_MS)
        .where('createdAt', '>', at - ABSOLUTE_MS)
        .$if(userId !== undefined, (query) => query.where('userId', '=', userId as string))
        .groupBy('userId')
        .execute()
      return new Map(rows.map(({ userId, seenAt }) => [userId, Number(seenAt)]))
    },

    async list(userId, token) {
      const at = now()
      const own = token === null ? null : hashToken(token)
      const rows = await database.read
        .selectFrom('sessions')
        .selectAll()
        .where('userId', '=', userId)
        .where('seenAt', '>', at - IDLE_MS)
        .where('createdAt', '>', at - ABSOLUTE_MS)
        .orderBy('seenAt', 'desc')
        .orderBy('createdAt', 'desc')
        .execute()
      return rows.map(({ tokenHash, userAgent, createdAt, seenAt }) => ({
        _id: tokenHash.slice(0, PUBLIC_ID_LENGTH),
        browser: browserName(userAgent),
        createdAt: new Date(createdAt).toISOString(),
        seenAt: new Date(seenAt).toISOString(),
        current: tokenHash === own,
      }))
    },

    async endOne(userId, id) {
      if (!PUBLIC_ID.test(id)) return false
      const { numDeletedRows } = await write((tx) =>
        tx
          .deleteFrom('sessions')
          .where('userId', '=', userId)
          .where('tokenHash', 'like', `${id}%`)
          .executeTakeFirst(),
      )
      return numDeletedRows > 0n
    },

    async endAllOf(userId, { except, tx } = {}) {
      await write((tx) => {
        const all = tx.deleteFrom('sessions').where('userId', '=', userId)
        return (except === undefined ? all : all.where('tokenHash', '!=', hashToken(except))).execute()
      }, tx)
    },

    async tidy(at) {
      await database.write((tx) =>
        tx
          .deleteFrom('sessions')
          .where((is) => is.or([is('seenAt', '<=', at - IDLE_MS), is('createdAt', '<=', at - ABSOLUTE_MS)]))
          .execute(),
      )
    },
  }
}

const COOKIE = 'session'

/** The value of a `Set-Cookie` header. */
export const sessionCookie = (token: string, options: CookieOptions): string =>
  setCookie(COOKIE, token, IDLE_MS / 1000, options)

/** The `Set-Cookie` that makes the browser forget. */
export const clearedCookie = (options: CookieOptions): string => setCookie(COOKIE, '', 0, options)

/**
 * What the request's session cookie holds, be it a live session or not: a dead one is answered with 401 and never
 * taken for nobody. Null when it brings none.
 */
export const tokenFrom = (request: Request, options: CookieOptions): string | null =>
  cookieFrom(request, COOKIE, options)
