/** How often one may try (decisions §4): counters in the database, so that a restart forgives nobody. */
import { hash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { RESET_LINK_MINUTES } from '../contract/accounts.ts'
import type { Database } from '../db/connect.ts'
import type { Row } from '../db/tables.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Rule {
  /** This many in `windowMs`, then a pause. */
  limit: number
  /** Counted from the first try. It begins anew after as much time in peace. */
  windowMs: number
  /** The pauses after the limit's try and each further one, the last one staying; null: until the window is over. */
  pausesMs: readonly number[] | null
}

const signIn: Rule = {
  limit: 10,
  windowMs: 15 * MINUTE_MS,
  pausesMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS),
}

const rules = {
  'sign-in-address': signIn,
  'sign-in-account': signIn,
  'sign-in-device': signIn,
  'own-password': signIn,
  'second-factor': signIn,
  registration: { limit: 5, windowMs: HOUR_MS, pausesMs: null },
  'reset-address': { limit: 10, windowMs: HOUR_MS, pausesMs: null },
  // As long as a link works: whoever is refused because of others has one that is good in their mailbox.
  'reset-account': { limit: 5, windowMs: RESET_LINK_MINUTES * MINUTE_MS, pausesMs: null },
  message: { limit: 5, windowMs: 10 * MINUTE_MS, pausesMs: null },
} as const satisfies Record<string, Rule>

export type ThrottleRule = keyof typeof rules

/** By so much the clocks of several machines may differ. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS

/** Every count is meaningless once its window is over; the longest is an hour. */
const KEPT_MS = 24 * HOUR_MS

/** Keys are what `addressKey` returns, an account's `emailKey`, a user's id, or the hash of a token of theirs. */
export interface Throttle {
  /** @returns seconds until the next try is let through, or null when it may come now. Counts nothing. */
  check(rule: ThrottleRule, key: string): Promise<number | null>
  /**
   * Counts a try. Of many at once only as many as the rule allows get null, so whoever counts before the work, and not
   * after, cannot be overrun.
   * @returns seconds to wait when it was refused (it is not counted then), or null when it may go on
   */
  hit(rule: ThrottleRule, key: string): Promise<number | null>
  /** Takes back one counted try, and the pause that it began. */
  forgive(rule: ThrottleRule, key: string): Promise<void>
  /** Forgets everything counted for this key. */
  clear(rule: ThrottleRule, key: string): Promise<void>
  /** Erases what is a day old: who tried what is kept for no longer than it serves. */
  tidy(): Promise<void>
}

export function createThrottle({ database, now }: { database: Database; now: () => number }): Throttle {
  async function check(rule: ThrottleRule, key: string): Promise<number | null> {
    const row = await database.read
      .selectFrom('throttles')
      .select('blockedUntil')
      .where('key', '=', stored(rule, key))
      .executeTakeFirst()
    return row ? wait(rules[rule], row, now()) : null
  }

  return {
    check,

    async hit(rule, key) {
      // Whoever is paused and goes on all the same causes no writes.
      const paused = await check(rule, key)
      if (paused !== null) return paused
      return database.write(async (tx) => {
        const at = now()
        const id = stored(rule, key)
        const row = await tx
          .insertInto('throttles')
          .values({ key: id, count: 0, startedAt: at, blockedUntil: 0 })
          // Changes nothing, but locks the row that is there already: of several at once each sees the one before.
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet((row) => ({ key: row.ref('excluded.key') })),
          )
          .returningAll()
          .executeTakeFirstOrThrow()
        const seconds = wait(rules[rule], row, at)
        if (seconds !== null) return seconds
        await tx
          .updateTable('throttles')
          .set(counted(rules[rule], row, at))
          .where('key', '=', id)
          .execute()
        return null
      })
    },

    async forgive(rule, key) {
      await database.write((tx) =>
        tx
          .updateTable('throttles')
          .set((row) => ({ count: row('count', '-', 1), blockedUntil: 0 }))
          .where('key', '=', stored(rule, key))
          .where('count', '>', 0)
          .execute(),
      )
    },

    async clear(rule, key) {
      await database.write((tx) => tx.deleteFrom('throttles').where('key', '=', stored(rule, key)).execute())
    },

    async tidy() {
      const at = now()
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
const stored = (rule: ThrottleRule, key: string): string =>
  hash('sha256', `${rule} ${key}`, 'hex').slice(0, 32)

/** No pause is longer than its window. One that is was begun by a clock that was far ahead, and holds up nobody. */
const wait = (
  { windowMs }: Rule,
  { blockedUntil }: Pick<Row<'throttles'>, 'blockedUntil'>,
  at: number,
): number | null =>
  blockedUntil > at && blockedUntil <= at + windowMs + CLOCK_SLACK_MS
    ? Math.ceil((blockedUntil - at) / 1000)
    : null

function counted({ limit, windowMs, pausesMs }: Rule, row: Row<'throttles'>, at: number) {
  const isOver = at >= row.startedAt + windowMs || row.startedAt > at + windowMs + CLOCK_SLACK_MS
  const count = isOver ? 1 : row.count + 1
  const startedAt = isOver ? at : row.startedAt
  if (count < limit) return { count, startedAt, blockedUntil: 0 }
  if (pausesMs === null) return { count, startedAt, blockedUntil: startedAt + windowMs }
  const pause = pausesMs[Math.min(count - limit, pausesMs.length - 1)] as number
  // The window goes on from the end of the pause: one who only waits the pause out meets a longer one next.
  return { count, startedAt: at + pause, blockedUntil: at + pause }
}

/**
 * What stands for an address in the counters: IPv4 as it is, also when it comes mapped into IPv6, and IPv6 by its
 * /64, since one household or rented machine holds at least that many.
 * @param ip null or anything that is no address shares one counter
 */
export function addressKey(ip: string | null | undefined): string {
  const bare = (ip ?? '').replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const groups = ipv6Groups(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

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
