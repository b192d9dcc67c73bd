/** Rate limits: how often one may try. The counters are in the database, so that they survive a restart. */
import { hash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { RESET_LINK_MINUTES } from '../shared/accounts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Mails to the club by which it is told of one message, or of one registration, each. An hour. */
export const MESSAGE_MAILS = 60
export const REGISTRATION_MAILS = 20

interface Rule {
  /** This many in `windowMs`, then a pause. */
  limit: number
  /** Counted from the first try. It begins anew after as much time in peace. */
  windowMs: number
  /** The pauses after the limit's try and each further one, the last one staying; null: until the window is over. */
  pausesMs: readonly number[] | null
  /** The key is a network address, and is counted with the networks around it: see `addressScopes`. */
  isByAddress?: true
  /** Of a rule by address: how much room the networks have; `NETWORK_TIMES` unless told. */
  networkTimes?: NetworkTimes
  /** This many in `windowMs` over all keys together. */
  limitInAll?: number
}

const signIn: Rule = {
  limit: 10,
  windowMs: 15 * MINUTE_MS,
  pausesMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS),
}

/** How many times what one IPv6 /64 may do its /56 and its /48 may do together. */
interface NetworkTimes {
  readonly in56: number
  readonly in48: number
}

const NETWORK_TIMES: NetworkTimes = { in56: 4, in48: 16 }

const hourly = (limit: number): Rule => ({ limit, windowMs: HOUR_MS, pausesMs: null })

const rules = {
  'sign-in-address': { ...signIn, isByAddress: true },
  'sign-in-account': signIn,
  'sign-in-device': signIn,
  'own-password': signIn,
  'second-factor': signIn,
  // One network, whatever its size, cannot use up what all have together.
  registration: {
    ...hourly(5),
    isByAddress: true,
    networkTimes: { in56: 2, in48: 4 },
    limitInAll: 120,
  },
  'reset-address': { ...hourly(10), isByAddress: true },
  // As long as a link works: whoever is refused because of others has one that is good in their mailbox.
  'reset-account': { limit: 5, windowMs: RESET_LINK_MINUTES * MINUTE_MS, pausesMs: null },
  message: { limit: 5, windowMs: 10 * MINUTE_MS, pausesMs: null, isByAddress: true },
  'confirmation-mail': { limit: 5, windowMs: DAY_MS, pausesMs: null },
  'message-mail': hourly(MESSAGE_MAILS),
  'message-summary': hourly(1),
  'registration-mail': hourly(REGISTRATION_MAILS),
  'registration-summary': hourly(1),
} as const satisfies Record<string, Rule>

export type RateLimitRule = keyof typeof rules
type AddressRule = {
  [R in RateLimitRule]: (typeof rules)[R] extends { isByAddress: true } ? R : never
}[RateLimitRule]

/** By so much the clocks of several machines may differ. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS

/** Every count is meaningless once its window is over; the longest is a day. */
const KEPT_MS = DAY_MS

/** Keys are network addresses, an account's `emailKey`, a user's id, or the hash of a token of theirs, as the rule has it. */
export interface RateLimit {
  /** @returns seconds until the next try is let through, or null when it may come now. Counts nothing. */
  check(rule: RateLimitRule, key: string): Promise<number | null>
  /**
   * Counts a try. Of many at once only as many as the rule allows get null, so whoever counts before the work, and not
   * after, cannot be overrun.
   * @param tx counts as part of it
   * @returns seconds to wait when it was refused (it is not counted then), or null when it may go on
   */
  hit(rule: RateLimitRule, key: string, tx?: Transaction<Tables>): Promise<number | null>
  /** Takes back one counted try, and the pause that it began. */
  refund(rule: RateLimitRule, key: string): Promise<void>
  /** Forgets everything counted for this key. Not for addresses: others share their networks. */
  clear(rule: Exclude<RateLimitRule, AddressRule>, key: string): Promise<void>
  /** Erases what is a day old: who tried what is kept for no longer than it serves. */
  tidy(at: number): Promise<void>
}

export function createRateLimit({ database, now }: { database: Database; now: () => number }): RateLimit {
  async function check(rule: RateLimitRule, key: string): Promise<number | null> {
    const ids = countersOf(rule, key).map(({ id }) => id)
    const rows = await database.read
      .selectFrom('throttles')
      .select('blockedUntil')
      .where('key', 'in', ids)
      .execute()
    return longestWait(rules[rule], rows, now())
  }

  /** Of several counters, as of one: either all count the try, or it is refused and none does. */
  async function count(tx: Transaction<Tables>, name: RateLimitRule, key: string): Promise<number | null> {
    const at = now()
    const rule = rules[name]
    const counters = countersOf(name, key)
    const rows = await tx
      .insertInto('throttles')
      .values(counters.map(({ id }) => ({ key: id, count: 0, startedAt: at, blockedUntil: 0 })))
      // Changes nothing, but locks the rows that are there already, narrow ones first: of several at once each sees the
      // one before.
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
          ...counted(rule, limit, byId.get(id) as Row<'throttles'>, at),
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
      if (tx) return count(tx, rule, key)
      // Whoever is paused and goes on all the same causes no writes.
      const paused = await check(rule, key)
      return paused ?? database.write((tx) => count(tx, rule, key))
    },

    async refund(rule, key) {
      await database.write(async (tx) => {
        // One after the other, in the order in which a hit locks them.
        for (const { id } of countersOf(rule, key))
          await tx
            .updateTable('throttles')
            .set((row) => ({ count: row('count', '-', 1), blockedUntil: 0 }))
            .where('key', '=', id)
            .where('count', '>', 0)
            .execute()
      })
    },

    async clear(rule, key) {
      const ids = countersOf(rule, key).map(({ id }) => id)
      await database.write((tx) => tx.deleteFrom('throttles').where('key', 'in', ids).execute())
    },

    async tidy(at) {
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

/** Addresses and e-mails are personal data: only hashes of them are kept. */
const stored = (rule: RateLimitRule, key: string): string =>
  hash('sha256', `${rule} ${key}`, 'hex').slice(0, 32)

interface Counter {
  id: string
  limit: number
}

/** What a try is counted by, from the narrowest to the widest. */
function countersOf(name: RateLimitRule, key: string): Counter[] {
  const { limit, isByAddress, networkTimes, limitInAll }: Rule = rules[name]
  const scopes = isByAddress ? addressScopes(key, networkTimes) : [{ key, times: 1 }]
  const counters = scopes.map((scope) => ({ id: stored(name, scope.key), limit: limit * scope.times }))
  if (limitInAll !== undefined) counters.push({ id: stored(name, EVERYBODY), limit: limitInAll })
  return counters
}

/** The key of what is counted over everybody together; no address and no account is written so. */
const EVERYBODY = '*'

const longestWait = (rule: Rule, rows: Pick<Row<'throttles'>, 'blockedUntil'>[], at: number) =>
  rows
    .map((row) => wait(rule, row, at))
    .reduce((one, other) => (other === null ? one : Math.max(one ?? 0, other)), null)

/** No pause is longer than its window. One that is was begun by a clock that was far ahead, and holds up nobody. */
const wait = (
  { windowMs }: Rule,
  { blockedUntil }: Pick<Row<'throttles'>, 'blockedUntil'>,
  at: number,
): number | null =>
  blockedUntil > at && blockedUntil <= at + windowMs + CLOCK_SLACK_MS
    ? Math.ceil((blockedUntil - at) / 1000)
    : null

function counted({ windowMs, pausesMs }: Rule, limit: number, row: Row<'throttles'>, at: number) {
  const isOver = at >= row.startedAt + windowMs || row.startedAt > at + windowMs + CLOCK_SLACK_MS
  const count = isOver ? 1 : row.count + 1
  const startedAt = isOver ? at : row.startedAt
  if (count < limit) return { count, startedAt, blockedUntil: 0 }
  if (pausesMs === null) return { count, startedAt, blockedUntil: startedAt + windowMs }
  const pause = pausesMs[Math.min(count - limit, pausesMs.length - 1)] as number
  // The window goes on from the end of the pause: one who only waits the pause out meets a longer one next.
  return { count, startedAt: at + pause, blockedUntil: at + pause }
}

export interface AddressScope {
  key: string
  /** How many times what one address may do all within it may do together. */
  times: number
}

/**
 * The networks that an address stands for, from the narrowest to the widest. IPv4: the address alone, also when it comes
 * mapped into IPv6. IPv6: its /64, since one household or rented machine holds at least that many; and as the same may hold
 * a /56 or a /48 (RFC 6177), while a mobile carrier's /48 holds many people, these too, with more room.
 * @param ip null or anything that is no address shares one counter
 */
export function addressScopes(
  ip: string | null | undefined,
  { in56, in48 } = NETWORK_TIMES,
): [AddressScope, ...AddressScope[]] {
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
    { key: `${network(a, b, c, d & 0xff00)}::/56`, times: in56 },
    { key: `${network(a, b, c)}::/48`, times: in48 },
  ]
}

/** What stands for an address where one name is enough: the narrowest of its networks. */
export const addressKey = (ip: string | null | undefined): string => addressScopes(ip)[0].key

/** The eight groups of an IPv6 address. The URL parser knows every way to write one (RFC 5952 comes out). */
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
 * How the club is told of something that strangers can cause at will: by a mail of its own, by the hour's one mail which says
 * that there are more, or not at all.
 */
export async function mailFor(
  rateLimit: Pick<RateLimit, 'hit'>,
  matter: 'message' | 'registration',
  tx: Transaction<Tables>,
): Promise<'own' | 'summary' | 'none'> {
  if ((await rateLimit.hit(`${matter}-mail`, EVERYBODY, tx)) === null) return 'own'
  return (await rateLimit.hit(`${matter}-summary`, EVERYBODY, tx)) === null ? 'summary' : 'none'
}
