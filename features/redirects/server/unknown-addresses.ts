/**
 * Counts requests for pages that do not exist. Each process adds them up in memory, and adds its sums to the database every five
 * seconds. Clients can invent addresses, so their number is limited.
 */
import { sql, type Transaction } from 'kysely'
import type { Platform } from '../../../platform/app/platform.ts'
import { type Database, lockUntilCommit } from '../../../platform/db/connect.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { createAddressRate, createRate } from '../../../platform/http/address-rate.ts'
import { isCounted } from '../../../platform/http/counted-request.ts'
import type { Sender } from '../../../platform/http/work-gate.ts'
import { getPathname, listLookups } from '../shared/redirect-addresses.ts'
import { FROM_MAX, UNKNOWN_KEPT_DAYS, UNKNOWN_MAX } from '../shared/redirect-limits.ts'
import type { Redirect, UnknownAddress } from '../shared/redirects.ts'
import { isNoise } from './address-noise.ts'

export interface UnknownAddresses {
  /** Counts a request, unless a robot, a scanner or an administrator sent it, or a limit is reached. */
  count(request: Request, sender: Sender): Promise<void>
  /** Lists the addresses, those with the most requests first. */
  list(): Promise<UnknownAddress[]>
  /** Writes the pending counts to the database. @throws when they cannot be written. They stay in memory then */
  flush(): Promise<void>
  stop(): Promise<void>
  /** Deletes addresses whose last request is older than `UNKNOWN_KEPT_DAYS`. */
  tidy(at: number): Promise<void>
}

interface Count {
  count: number
  lastAt: number
}

const DAY_MS = 86_400_000
/** Delay between the first pending count and the write. ms */
const FLUSH_MS = 5_000
/** Delay before a failed write is repeated. ms */
const RETRY_MS = 30_000
/** Counted requests of one address: 30 at once, then 30 a minute. */
const PER_ADDRESS = { burst: 30, perSecond: 0.5 }
/** Counted requests of all visitors, in each process: 300 at once, then 300 a minute. */
const TOGETHER = { burst: 300, perSecond: 5 }

/** True for a browser that opens a page. Pictures of a former site, and most scanners, accept no HTML or name no browser. */
const isPageRequest = (headers: Headers): boolean =>
  headers.get('Accept')?.includes('text/html') === true && headers.has('User-Agent') && isCounted(headers)

export function createUnknownAddresses({
  database,
  log,
  now,
}: Pick<Platform, 'database' | 'log' | 'now'>): UnknownAddresses {
  const isWithinRate = createAddressRate(PER_ADDRESS)
  const takeTogether = createRate(TOGETHER)
  let pending = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let turn: Promise<unknown> = Promise.resolve()

  function writeIn(milliseconds: number) {
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      flush().catch((error: unknown) => log.warn({ error }, 'unknown addresses could not be written'))
    }, milliseconds).unref()
  }

  function add(path: string, { count, lastAt }: Count) {
    const known = pending.get(path)
    if (known) {
      known.count += count
      known.lastAt = Math.max(known.lastAt, lastAt)
    } else if (pending.size < UNKNOWN_MAX) pending.set(path, { count, lastAt })
  }

  async function write() {
    const taken = pending
    pending = new Map()
    if (taken.size === 0) return
    try {
      await addCounts(database, taken)
    } catch (error) {
      for (const [path, count] of taken) add(path, count)
      writeIn(RETRY_MS)
      throw error
    }
  }

  /** Writes one batch after the other, so that a failed batch is not lost. */
  function flush(): Promise<void> {
    const done = turn.then(write)
    turn = done.catch(() => {})
    return done
  }

  return {
    async count(request, sender) {
      if (request.method !== 'GET' || !isPageRequest(request.headers)) return
      const path = listLookups({ pathname: new URL(request.url).pathname, search: '' })[0] ?? ''
      if (path === '' || path.length > FROM_MAX || isNoise(path)) return
      if (!isWithinRate(sender.address) || takeTogether([{ key: 'all', times: 1 }]) !== null) return
      // Without a database the session cannot be found. The page /404 needs no database.
      const isKnown = await sender.isKnown?.().catch(() => true)
      if (isKnown) return
      add(path, { count: 1, lastAt: now() })
      writeIn(FLUSH_MS)
    },

    async list() {
      await flush()
      const rows = await database.read
        .selectFrom('unknownAddresses')
        .selectAll()
        .where('lastAt', '>=', now() - UNKNOWN_KEPT_DAYS * DAY_MS)
        .orderBy('count', 'desc')
        .orderBy('lastAt', 'desc')
        .orderBy('path')
        .limit(UNKNOWN_MAX)
        .execute()
      return rows.map(({ path, count, lastAt }) => ({
        path,
        count: Number(count),
        lastAt: new Date(Number(lastAt)).toISOString(),
      }))
    },

    flush,

    async stop() {
      isStopped = true
      clearTimeout(timer)
      await flush().catch((error: unknown) => log.warn({ error }, 'unknown addresses could not be written'))
    },

    tidy: (at) =>
      database.write(async (tx) => {
        await tx
          .deleteFrom('unknownAddresses')
          .where('lastAt', '<', at - UNKNOWN_KEPT_DAYS * DAY_MS)
          .execute()
      }),
  }
}

/** Adds counts to the stored ones. Beyond `UNKNOWN_MAX` the addresses with the fewest requests are deleted, then the oldest. */
const addCounts = (database: Database, counts: ReadonlyMap<string, Count>): Promise<void> =>
  database.write(async (tx) => {
    await lockUntilCommit(tx, database.dialect, 'unknownAddresses')
    const tuples = [...counts].map(([path, { count, lastAt }]) => sql`(${sql.join([path, count, lastAt])})`)
    await sql`insert into "unknownAddresses" ("path", "count", "lastAt") values ${sql.join(tuples)}
      on conflict ("path") do update set
        "count" = "unknownAddresses"."count" + excluded."count",
        "lastAt" = case when excluded."lastAt" > "unknownAddresses"."lastAt"
          then excluded."lastAt" else "unknownAddresses"."lastAt" end`.execute(tx)
    await sql`delete from "unknownAddresses" where "path" in (
      select "path" from "unknownAddresses" order by "count" desc, "lastAt" desc, "path"
      limit ${sql.lit(2 * UNKNOWN_MAX)} offset ${sql.lit(UNKNOWN_MAX)})`.execute(tx)
  })

/** Deletes the addresses that redirects without a query answer from now on. */
export async function deleteUnknown(tx: Transaction<Tables>, redirects: readonly Redirect[]): Promise<void> {
  const paths = redirects.filter(({ from }) => !from.includes('?')).map(({ from }) => getPathname(from))
  if (paths.length > 0) await tx.deleteFrom('unknownAddresses').where('path', 'in', paths).execute()
}
