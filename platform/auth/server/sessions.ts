/** Sessions are random tokens in a cookie. The database has their hashes. */

import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { SessionUser, Tables } from '../../db/tables.ts'
import { type CookieOptions, cookieFrom, cookieName, setCookie } from '../../http/cookies.ts'
import { createToken, hashToken } from '../../process/tokens.ts'
import type { SessionInfo } from '../shared/accounts.ts'

const DAY_MS = 86_400_000
/** A session ends after this time without a request. ms */
const IDLE_MS = 30 * DAY_MS
/** A session ends after this time in any case. ms */
const ABSOLUTE_MS = 90 * DAY_MS
/** Minimum age of `seenAt` before it is written again, so that most requests do not write. ms */
const SEEN_GRAIN_MS = 3_600_000
const USER_AGENT_MAX = 300
/** Length of a session's public id, which is the beginning of the token's hash. Hexadecimal digits */
const PUBLIC_ID_LENGTH = 32

const PUBLIC_ID = new RegExp(`^[0-9a-f]{${PUBLIC_ID_LENGTH}}$`)

export interface Session {
  user: SessionUser
  /**
   * True when `seenAt` was written. The cookie must then be sent again, because the browser drops it 30 days after the last
   * Set-Cookie.
   */
  renewed: boolean
}

export interface Sessions {
  /** Signs a user in. @returns the token for the cookie, which is stored nowhere else */
  open(userId: string, options?: { userAgent?: string | null; tx?: Transaction<Tables> }): Promise<string>
  /** Finds a session. @returns null when the token is unknown or expired, or its user is not active */
  find(token: string): Promise<Session | null>
  end(token: string, tx?: Transaction<Tables>): Promise<void>
  /**
   * Returns the time of each user's last request in a live session. ms since 1970
   * @param userId limits the query to one user
   */
  lastSeen(userId?: string): Promise<Map<string, number>>
  /** Lists a user's live sessions, the most recently used first. @param token of the caller's session */
  list(userId: string, token: string | null): Promise<SessionInfo[]>
  /** Ends one session of a user. @param id from `list` @returns false when it does not exist */
  endById(userId: string, id: string): Promise<boolean>
  /** Ends all sessions of a user, except the one with the token `except`. */
  endAllOf(userId: string, options?: { except?: string; tx?: Transaction<Tables> }): Promise<void>
  /** Deletes expired sessions. */
  deleteExpired(at: number): Promise<void>
}

/** Finds the session of an active user. */
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

  /** Writes `seenAt`. @returns false when the database refuses the write. A refused write must not sign the user out */
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

    async endById(userId, id) {
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

    async deleteExpired(at) {
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

/** Returns the Set-Cookie value for a session. */
/** Returns the name under which browsers send the cookie. */
export const sessionCookieName = (options: CookieOptions): string => cookieName(COOKIE, options)

export const sessionCookie = (token: string, options: CookieOptions): string =>
  setCookie(COOKIE, token, IDLE_MS / 1000, options)

/** Returns the Set-Cookie value that deletes the session cookie. */
export const clearSessionCookie = (options: CookieOptions): string => setCookie(COOKIE, '', 0, options)

/**
 * Returns the token of the request's session cookie, also when the session has expired: such a request gets 401 and does
 * not count as anonymous. null without a cookie
 */
export const tokenFrom = (request: Request, options: CookieOptions): string | null =>
  cookieFrom(request, COOKIE, options)

/** Patterns of browsers. Most user agents also contain the names of later entries, so the order matters. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/(?:\b|Headless)Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const getFirst = (known: [RegExp, string][], text: string): string | undefined =>
  known.find(([pattern]) => pattern.test(text))?.[1]

/**
 * Returns a readable name of a browser, such as "Firefox en Windows".
 * @param userAgent header (RFC 9110 §10.1.5), or null
 */
export function browserName(userAgent: string | null): string {
  const browser = getFirst(BROWSERS, userAgent ?? '')
  const system = getFirst(SYSTEMS, userAgent ?? '')
  if (browser && system) return `${browser} en ${system}`
  // The user agent of a program begins with its name, such as curl/8.5.
  return browser ?? system ?? /^[\w.-]{1,40}(?=\/)/.exec(userAgent ?? '')?.[0] ?? 'Navegador desconocido'
}
