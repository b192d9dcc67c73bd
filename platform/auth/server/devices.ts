/**
 * Browsers in which somebody signed in to an account before. Whoever else tries that account's password is counted by
 * the account; such a browser is counted by itself, so that strangers cannot keep its owner out (docs/decisions/0011).
 * It proves nothing else: the password, and the second factor, are asked for as ever.
 */
import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Caller } from '../../api/server/route.ts'
import type { Database } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { type CookieOptions, setCookie } from '../../http/cookies.ts'
import { createToken, hashToken } from './tokens.ts'

const DAY_MS = 86_400_000
/** Known for so long since the last sign-in. */
const KNOWN_MS = 365 * DAY_MS
/** A program that signs in anew each day shall not leave a row each time; nobody has so many browsers. */
const PER_USER_MAX = 20

/** Who asks, by their cookies. */
type Holder = Pick<Caller, 'cookie'>

export interface Device {
  userId: string
  /** For the cookie: it exists nowhere else. */
  token: string
}

export interface Devices {
  /** @returns what the tries of this browser at that account are counted under, or null: it is any browser */
  known(userId: string, holder: Holder): Promise<string | null>
  /** Makes the browser known, for another year if it was already. A token that it brings and that is none is not taken. */
  remember(tx: Transaction<Tables>, userId: string, holder: Holder): Promise<Device>
  /** Makes all browsers of an account strangers, but the one that asks. */
  forgetAllOf(userId: string, options?: { except?: Holder; tx?: Transaction<Tables> }): Promise<void>
}

export function createDevices({ database, now }: { database: Database; now: () => number }): Devices {
  /** They are kept beside the one-time links: a token's hash, whose it is, and until when. No link has this kind. */
  const rowsOf = (userId: string) => ({ kind: 'device', userId }) satisfies { kind: 'device'; userId: string }

  const tokenHashOf = (userId: string, { cookie }: Holder): string | null => {
    const token = cookie(nameFor(userId))
    return token && hashToken(token)
  }

  async function find(from: Database['read'] | Transaction<Tables>, userId: string, holder: Holder) {
    const tokenHash = tokenHashOf(userId, holder)
    if (tokenHash === null) return null
    const row = await from
      .selectFrom('links')
      .select('tokenHash')
      .where((is) => is.and({ ...rowsOf(userId), tokenHash }))
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
        return { userId, token: holder.cookie(nameFor(userId)) as string }
      }
      const token = createToken()
      await tx
        .insertInto('links')
        .values({ ...rowsOf(userId), tokenHash: hashToken(token), createdAt: at, expiresAt })
        .execute()
      const kept = await tx
        .selectFrom('links')
        .select('tokenHash')
        .where((is) => is.and(rowsOf(userId)))
        .where('tokenHash', '!=', hashToken(token))
        .orderBy('createdAt', 'desc')
        .limit(PER_USER_MAX - 1)
        .execute()
      const tokenHashes = [hashToken(token), ...kept.map(({ tokenHash }) => tokenHash)]
      await tx
        .deleteFrom('links')
        .where((is) => is.and(rowsOf(userId)))
        .where('tokenHash', 'not in', tokenHashes)
        .execute()
      return { userId, token }
    },

    async forgetAllOf(userId, { except, tx } = {}) {
      const own = except ? tokenHashOf(userId, except) : null
      const forget = (tx: Transaction<Tables>) => {
        const all = tx.deleteFrom('links').where((is) => is.and(rowsOf(userId)))
        return (own === null ? all : all.where('tokenHash', '!=', own)).execute()
      }
      await (tx ? forget(tx) : database.write(forget))
    },
  }
}

/** One for each account, so that two who share a browser are both known to it; it does not say whose it is. */
const nameFor = (userId: string): string => `device-${hash('sha256', userId, 'hex').slice(0, 12)}`

/** The value of a `Set-Cookie` header. */
export const deviceCookie = ({ userId, token }: Device, options: CookieOptions): string =>
  setCookie(nameFor(userId), token, KNOWN_MS / 1000, options)
