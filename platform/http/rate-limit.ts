/** Rate limits. The counters are in the database, so they survive a restart and hold for all processes. */
import { hash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { Transaction } from 'kysely'
import { RESET_LINK_MINUTES } from '../auth/shared/one-time-links.ts'
import type { Database } from '../db/connect.ts'
import type { Row, Tables } from '../db/tables.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Limit of mails per hour that notify the club of single registrations. */
export const REGISTRATION_MAILS = 20

export interface Rule {
  /** Number of tries in `windowMs` before a pause. */
  limit: number
  /**
   * Length of the window, which starts with the first try or at the end of a pause. When the window ends, the count starts
   * again. ms
   */
  windowMs: number
  /**
   * Pauses after the last allowed try and after each further try. The last one repeats. null: pause until the window ends.
   * ms
   */
  pausesMs: readonly number[] | null
  /** True when the key is a network address. Tries then also count for the networks of the address: see `addressScopes`. */
  isByAddress?: true | undefined
  /** Limit of tries in `windowMs` for all keys together. */
  limitInAll?: number
}

/** A rule whose keys are no network addresses. */
type AccountRule = Rule & { isByAddress?: undefined }

/** Ten tries, then growing pauses. */
export const signIn: AccountRule = {
  limit: 10,
  windowMs: 15 * MINUTE_MS,
  pausesMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS),
}

/**
 * Limit of an IPv6 /56 and of a /48, as a multiple of the limit of a /64. It is low, because one customer of a hosting
 * provider gets a /48.
 */
const NETWORK_TIMES = 2

export const hourly = (limit: number): AccountRule => ({ limit, windowMs: HOUR_MS, pausesMs: null })

const named = new Set<string>()

/**
 * Names rules by their keys. The name is a part of stored counters, so it never changes.
 * @throws when another rule has the name, because both would count together
 */
export function nameRules<R extends Record<string, Rule>>(rules: R) {
  const entries = Object.entries(rules).map(([name, rule]) => {
    if (named.has(name)) throw new Error(`Two rate limits have the name ${name}.`)
    named.add(name)
    return [name, { ...rule, name }]
  })
  return Object.fromEntries(entries) as {
    readonly [Name in keyof R]: R[Name] & { readonly name: string }
  }
}

export type RateLimitRule = Rule & { readonly name: string }
export type AddressRule = RateLimitRule & { isByAddress: true }

/** The rules of the platform. A feature has its own beside its services. */
export const rules = nameRules({
  'sign-in-address': { ...signIn, isByAddress: true },
  'sign-in-account': signIn,
  'sign-in-device': signIn,
  'own-password': signIn,
  'second-factor': signIn,
  registration: { ...hourly(5), isByAddress: true, limitInAll: 120 },
  'reset-address': { ...hourly(10), isByAddress: true },
  // The window is as long as a link is valid. If tries of other people cause the refusal, the mailbox already has a valid
  // link.
  'reset-account': { limit: 5, windowMs: RESET_LINK_MINUTES * MINUTE_MS, pausesMs: null },
  // Counts only wrong tokens.
  'metrics-token': { ...signIn, isByAddress: true },
  'confirmation-mail': { limit: 5, windowMs: DAY_MS, pausesMs: null },
  'registration-mail': hourly(REGISTRATION_MAILS),
  'registration-summary': hourly(1),
})

interface Share {
  /** Id of what is shared. Each has counters of its own. */
  of: string
  amount: number
  /** Limit of one address. A rule with a higher limit takes precedence. */
  limit: number
}

/** Largest difference between the clocks of several machines that is tolerated. ms */
const CLOCK_SLACK_MS = 5 * MINUTE_MS

/** Retention of counters. A count is useless after its window, and the longest window is a day. ms */
const KEPT_MS = DAY_MS

/**
 * Counts tries and pauses after too many. Depending on the rule, a key is a network address, an `emailKey`, a user id, or
 * the hash of a token.
 */
export interface RateLimit {
  /** @returns seconds until the next allowed try; null when a try is allowed now. Does not count a try */
  check(rule: RateLimitRule, key: string): Promise<number | null>
  /**
   * Counts a try. Of many parallel tries only the allowed number gets null, so a caller that counts before its work cannot
   * exceed the limit.
   * @param tx counts in this transaction
   * @returns seconds to wait after a refusal, which is not counted; null when the try is allowed
   */
  hit(rule: RateLimitRule, key: string, tx?: Transaction<Tables>): Promise<number | null>
  /**
   * Counts what a network address takes of something limited, as `hit` does in the transaction `tx`. The last one allowed
   * may exceed the limit.
   */
  takeShare(tx: Transaction<Tables>, rule: AddressRule, address: string, share: Share): Promise<number | null>
  /** Removes one counted try, and the pause that it started. */
  refund(rule: RateLimitRule, key: string): Promise<void>
  /** Deletes the counters of a key. Not for network addresses, because visitors share networks. */
  clear(rule: AccountRule & { readonly name: string }, key: string): Promise<void>
  /** Erases expired counters, because they are personal data. */
  deleteExpired(at: number): Promise<void>
}

export function createRateLimit({ database, now }: { database: Database; now: () => number }): RateLimit {
  async function check(rule: RateLimitRule, key: string): Promise<number | null> {
    const ids = getCounters(rule, key).map(({ id }) => id)
    const rows = await database.read
      .selectFrom('throttles')
      .select('blockedUntil')
      .where('key', 'in', ids)
      .execute()
    return longestWait(rule, rows, now())
  }

  /** Adds a try to all of its counters, or to none if one of them refuses it. */
  async function count(
    tx: Transaction<Tables>,
    rule: RateLimitRule,
    counters: Counter[],
    amount = 1,
  ): Promise<number | null> {
    const at = now()
    const rows = await tx
      .insertInto('throttles')
      .values(counters.map(({ id }) => ({ key: id, count: 0, startedAt: at, blockedUntil: 0 })))
      // Locks the rows, the narrowest scope first, without changing them. Each parallel try then waits for the one before.
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({ key: row.ref('excluded.key') })),
      )
      .returningAll()
      .execute()
    const seconds = longestWait(rule, rows, at)
    if (seconds !== null) return seconds
    const byId = new Map(rows.map((row) => [row.key, row]))
    await tx
      .insertInto('throttles')
      .values(
        counters.map(({ id, limit }) => ({
          key: id,
          ...counted(rule, { limit, amount, at }, byId.get(id) as Row<'throttles'>),
        })),
      )
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({
          count: row.ref('excluded.count'),
          startedAt: row.ref('excluded.startedAt'),
          blockedUntil: row.ref('excluded.blockedUntil'),
        })),
      )
      .execute()
    return null
  }

  return {
    check,

    async hit(rule, key, tx) {
      const counters = getCounters(rule, key)
      if (tx) return count(tx, rule, counters)
      // During a pause further tries cause no writes.
      const paused = await check(rule, key)
      return paused ?? database.write((tx) => count(tx, rule, counters))
    },

    takeShare(tx, rule, address, { of, amount, limit }) {
      const ofOne = Math.max(limit, rule.limit)
      const counters = addressScopes(address).map(({ key, times }) => ({
        id: stored(rule, `${of} ${key}`),
        limit: ofOne * times,
      }))
      return count(tx, rule, counters, amount)
    },

    async refund(rule, key) {
      await database.write(async (tx) => {
        // The rows are locked in the same order as in `hit`, which prevents deadlocks.
        for (const { id } of getCounters(rule, key))
          await tx
            .updateTable('throttles')
            .set((row) => ({ count: row('count', '-', 1), blockedUntil: 0 }))
            .where('key', '=', id)
            .where('count', '>', 0)
            .execute()
      })
    },

    async clear(rule, key) {
      const ids = getCounters(rule, key).map(({ id }) => id)
      await database.write((tx) => tx.deleteFrom('throttles').where('key', 'in', ids).execute())
    },

    async deleteExpired(at) {
      await database.write((tx) =>
        tx
          .deleteFrom('throttles')
          .where('startedAt', '<', at - KEPT_MS)
          .where('blockedUntil', '<', at)
          .execute(),
      )
    },
  }
}

/** Only hashes of addresses and e-mails are stored, because both are personal data. */
const stored = ({ name }: RateLimitRule, key: string): string =>
  hash('sha256', `${name} ${key}`, 'hex').slice(0, 32)

interface Counter {
  id: string
  limit: number
}

/** Lists the counters of a try, from the narrowest to the widest scope. */
function getCounters(rule: RateLimitRule, key: string): Counter[] {
  const { limit, isByAddress, limitInAll } = rule
  const scopes = isByAddress ? addressScopes(key) : [{ key, times: 1 }]
  const counters = scopes.map((scope) => ({ id: stored(rule, scope.key), limit: limit * scope.times }))
  if (limitInAll !== undefined) counters.push({ id: stored(rule, EVERYBODY), limit: limitInAll })
  return counters
}

/** Key of the counter for all visitors. No network address or account has this form. */
const EVERYBODY = '*'

const longestWait = (rule: Rule, rows: Pick<Row<'throttles'>, 'blockedUntil'>[], at: number) =>
  rows
    .map((row) => wait(rule, row, at))
    .reduce((one, other) => (other === null ? one : Math.max(one ?? 0, other)), null)

/** Returns the remaining pause. It ignores a pause that is longer than its window, because the clock was wrong. */
const wait = (
  { windowMs }: Rule,
  { blockedUntil }: Pick<Row<'throttles'>, 'blockedUntil'>,
  at: number,
): number | null =>
  blockedUntil > at && blockedUntil <= at + windowMs + CLOCK_SLACK_MS
    ? Math.ceil((blockedUntil - at) / 1000)
    : null

function counted(
  { windowMs, pausesMs }: Rule,
  { limit, amount, at }: { limit: number; amount: number; at: number },
  row: Row<'throttles'>,
) {
  const isOver = at >= row.startedAt + windowMs || row.startedAt > at + windowMs + CLOCK_SLACK_MS
  const count = isOver ? amount : row.count + amount
  const startedAt = isOver ? at : row.startedAt
  if (count < limit) return { count, startedAt, blockedUntil: 0 }
  if (pausesMs === null) return { count, startedAt, blockedUntil: startedAt + windowMs }
  const pause = pausesMs[Math.min(count - limit, pausesMs.length - 1)] as number
  // The window starts at the end of the pause, so the next try after a pause causes a longer pause.
  return { count, startedAt: at + pause, blockedUntil: at + pause }
}

export interface AddressScope {
  key: string
  /** Limit of the scope, as a multiple of the limit of one address. */
  times: number
}

/**
 * Returns the networks of an address, from the narrowest to the widest. IPv4 has only the address, also when it is mapped
 * into IPv6. IPv6 has its /64, the smallest network that a household or a rented machine gets. They may also get a /56 or a
 * /48 (RFC 6177), so these networks count too. Their limit is higher, because the /48 of a mobile carrier serves many
 * people.
 * @param ip null and invalid addresses share one counter
 */
export function addressScopes(ip: string | null | undefined): [AddressScope, ...AddressScope[]] {
  const bare = (ip ?? '').replace(/%.*$/, '')
  if (isIPv4(bare)) return [{ key: bare, times: 1 }]
  if (!isIPv6(bare)) return [{ key: 'unknown', times: 1 }]
  const groups = ipv6Groups(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
    return [{ key: bytes.join('.'), times: 1 }]
  }
  const network = (...parts: number[]) => parts.map((group) => group.toString(16)).join(':')
  const [a = 0, b = 0, c = 0, d = 0] = groups
  return [
    { key: `${network(a, b, c, d)}::/64`, times: 1 },
    { key: `${network(a, b, c, d & 0xff00)}::/56`, times: NETWORK_TIMES },
    { key: `${network(a, b, c)}::/48`, times: NETWORK_TIMES },
  ]
}

/** Returns the narrowest network of an address. */
export const addressKey = (ip: string | null | undefined): string => addressScopes(ip)[0].key

/** Returns the eight groups of an IPv6 address. The URL parser accepts each notation and returns the one of RFC 5952. */
function ipv6Groups(ip: string): number[] {
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16))
  const [before, after] = [numbers(head), numbers(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/**
 * Decides how the club is notified of an event that strangers can cause in any number: by a mail of its own, by one summary
 * mail per hour, or not at all.
 */
export async function mailFor(
  rateLimit: Pick<RateLimit, 'hit'>,
  limits: { mail: RateLimitRule; summary: RateLimitRule },
  tx: Transaction<Tables>,
): Promise<'own' | 'summary' | 'none'> {
  if ((await rateLimit.hit(limits.mail, EVERYBODY, tx)) === null) return 'own'
  return (await rateLimit.hit(limits.summary, EVERYBODY, tx)) === null ? 'summary' : 'none'
}
