/**
 * Known browsers have signed in to an account before. Tries of other browsers count together, and tries of a known browser
 * count separately, so strangers cannot lock the owner out (docs/decisions/0011). A known browser still needs password and
 * second factor.
 */
import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Caller } from '../../api/server/route.ts'
import type { Database } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { type CookieOptions, setCookie } from '../../http/cookies.ts'
import { createToken, hashToken } from '../../process/tokens.ts'

const DAY_MS = 86_400_000
/** Time that a browser stays known after its last sign-in. ms */
const KNOWN_MS = 365 * DAY_MS
/** Limits the rows that a program without cookies causes by signing in each day. Users have fewer browsers. */
const PER_USER_MAX = 20

/** The sender of a request, reduced to its cookies. */
type CookieReader = Pick<Caller, 'cookie'>

export interface Device {
  userId: string
  /** Value of the cookie. The server stores only its hash. */
  token: string
}

export interface Devices {
  /** @returns the key that counts this browser's tries at the account. null for an unknown browser */
  known(userId: string, holder: CookieReader): Promise<string | null>
  /** Makes the browser known for a year from now. An invalid token is replaced by a new one. */
  remember(tx: Transaction<Tables>, userId: string, holder: CookieReader): Promise<Device>
  /** Makes all browsers of an account unknown, except the caller's. */
  forgetAllOf(userId: string, options?: { except?: CookieReader; tx?: Transaction<Tables> }): Promise<void>
}

export function createDevices({ database, now }: { database: Database; now: () => number }): Devices {
  /** Known browsers are rows in the table of one-time links. No link has the kind 'device'. */
  const matchDevices = (userId: string) =>
    ({ kind: 'device', userId }) satisfies { kind: 'device'; userId: string }

  const getTokenHash = (userId: string, { cookie }: CookieReader): string | null => {
    const token = cookie(cookieNameFor(userId))
    return token && hashToken(token)
  }

  async function find(from: Database['read'] | Transaction<Tables>, userId: string, holder: CookieReader) {
    const tokenHash = getTokenHash(userId, holder)
    if (tokenHash === null) return null
    const row = await from
      .selectFrom('links')
      .select('tokenHash')
      .where((is) => is.and({ ...matchDevices(userId), tokenHash }))
      .where('expiresAt', '>', now())
      .executeTakeFirst()
    return row?.tokenHash ?? null
  }

  return {
    known: (userId, holder) => find(database.read, userId, holder),

    async remember(tx, userId, holder) {
      const at = now()
      const expiresAt = at + KNOWN_MS
      const known = await find(tx, userId, holder)
      if (known !== null) {
        await tx
          .updateTable('links')
          .set({ createdAt: at, expiresAt })
          .where('tokenHash', '=', known)
          .execute()
        return { userId, token: holder.cookie(cookieNameFor(userId)) as string }
      }
      const token = createToken()
      await tx
        .insertInto('links')
        .values({ ...matchDevices(userId), tokenHash: hashToken(token), createdAt: at, expiresAt })
        .execute()
      const kept = await tx
        .selectFrom('links')
        .select('tokenHash')
        .where((is) => is.and(matchDevices(userId)))
        .where('tokenHash', '!=', hashToken(token))
        .orderBy('createdAt', 'desc')
        .limit(PER_USER_MAX - 1)
        .execute()
      const tokenHashes = [hashToken(token), ...kept.map(({ tokenHash }) => tokenHash)]
      await tx
        .deleteFrom('links')
        .where((is) => is.and(matchDevices(userId)))
        .where('tokenHash', 'not in', tokenHashes)
        .execute()
      return { userId, token }
    },

    async forgetAllOf(userId, { except, tx } = {}) {
      const own = except ? getTokenHash(userId, except) : null
      const forget = (tx: Transaction<Tables>) => {
        const all = tx.deleteFrom('links').where((is) => is.and(matchDevices(userId)))
        return (own === null ? all : all.where('tokenHash', '!=', own)).execute()
      }
      await (tx ? forget(tx) : database.write(forget))
    },
  }
}

/**
 * Name of the cookie. Each account has its own, so that two users of one browser can both be known. The hash hides the user
 * id.
 */
const cookieNameFor = (userId: string): string => `device-${hash('sha256', userId, 'hex').slice(0, 12)}`

/** The value of a `Set-Cookie` header. */
export const deviceCookie = ({ userId, token }: Device, options: CookieOptions): string =>
  setCookie(cookieNameFor(userId), token, KNOWN_MS / 1000, options)
