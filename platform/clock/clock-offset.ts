/** Compares this machine's clock with the clocks of servers that the club uses anyway, and with times of stored rows. */
import { lookup } from 'node:dns/promises'
import { stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { sql } from 'kysely'
import { resourceNames } from '../content/shared/resources.ts'
import type { Database } from '../db/connect.ts'
import { getEndpoint, parseBucketUrl } from '../process/bucket-url.ts'
import type { Env } from '../process/env.ts'
import { resolveInCheckout } from '../process/paths.ts'
import { isPublicAddress } from '../process/public-address.ts'
import { isLoopbackHost } from '../shared/web-address.ts'

/**
 * A stored time counts as "in the future" only beyond this. Clocks of machines that share a database differ slightly. ms
 */
const FUTURE_MS = 5 * 60_000
const PATIENCE_MS = 5_000
/** PostgreSQL counts as another machine only when it has run this much longer than this machine. s */
const UPTIME_MARGIN_S = 60

export interface ClockDifference {
  whose: 'PostgreSQL' | 'balde'
  /** Our time minus the time of the other clock. It is exact to a second for a bucket, which reports whole seconds. ms */
  offset: number
  /** True when the clock certainly belongs to another machine. */
  isSeparate: boolean
}

export interface RemoteClock {
  whose: ClockDifference['whose']
  /** Reads the clock. @throws when the server does not answer */
  compare(now: () => number): Promise<ClockDifference>
}

type Reading = Pick<ClockDifference, 'isSeparate'> & { at: number }

const createRemoteClock = (whose: ClockDifference['whose'], read: () => Promise<Reading>): RemoteClock => ({
  whose,
  async compare(now) {
    const before = now()
    const { at, isSeparate } = await read()
    return { whose, offset: (before + now()) / 2 - at, isSeparate }
  },
})

/**
 * Reads PostgreSQL's clock. PostgreSQL runs on this machine if both ends of the connection have the same address, or if it
 * uses a Unix socket. With different addresses, it may still run on this machine, in another container. It then started
 * after the machine, so it counts as separate only if it has run longer than this machine.
 */
async function readPostgresTime({ read }: Database, machineUptime: () => number): Promise<Reading> {
  const { rows } = await sql<{ at: number; hasOtherAddress: boolean; uptime: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at,
      coalesce(inet_server_addr() <> inet_client_addr(), false) as "hasOtherAddress",
      extract(epoch from clock_timestamp() - pg_postmaster_start_time())::float8 as uptime`.execute(read)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no time')
  const isOlder = Number(row.uptime) > machineUptime() + UPTIME_MARGIN_S
  return { at: Number(row.at), isSeparate: row.hasOtherAddress && isOlder }
}

/** True when the host has only public addresses. A private address may lead to a container on this machine. */
export async function isSeparateHost(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isLoopbackHost(hostname) || !/[.:]/.test(host)) return false
  const addresses = await lookup(host, { all: true })
  return addresses.every(({ address }) => isPublicAddress(address))
}

/** Reads the clock of the bucket's host from the Date header. Responses that refuse the request have this header too. */
async function readBucketTime(endpoint: string): Promise<Reading> {
  const { headers } = await fetch(endpoint, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const at = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(at)) throw new Error('The response of the bucket has no valid Date header')
  return { at, isSeparate: await isSeparateHost(new URL(endpoint).hostname) }
}

/** Lists the clocks of other machines. With SQLite and local files there is none. */
export function listRemoteClocks(
  { mediaUrl, backupTo }: Pick<Env, 'mediaUrl' | 'backupTo'>,
  database: Database,
  machineUptime = uptime,
): RemoteClock[] {
  const bucket = parseBucketUrl(mediaUrl) ?? parseBucketUrl(backupTo ?? '')
  return [
    ...(database.dialect === 'postgres'
      ? [createRemoteClock('PostgreSQL', () => readPostgresTime(database, machineUptime))]
      : []),
    ...(bucket ? [createRemoteClock('balde', () => readBucketTime(getEndpoint(bucket)))] : []),
  ]
}

/** Reads the clocks of other machines. @throws when one of them does not answer */
export const compareRemoteClocks = (
  env: Pick<Env, 'mediaUrl' | 'backupTo'>,
  database: Database,
  now: () => number,
): Promise<ClockDifference[]> =>
  Promise.all(listRemoteClocks(env, database).map((other) => other.compare(now)))

/**
 * A stored time that lies in the future. `at`: that time, in ms since 1970. `table`: the table with the row. null when it
 * is the build time of the program
 */
export interface FutureWrite {
  table: string | null
  at: number
}

/** Finds a stored time after `now`. It shows that the clock was ahead then, or is behind now. null without such a time */
export async function findLaterWrite({ read }: Database, now: number): Promise<FutureWrite | null> {
  const built = (await stat(resolveInCheckout('package.json'))).mtimeMs
  if (now < built - FUTURE_MS) return { table: null, at: built }
  for (const table of [...resourceNames, 'messages', 'users'] as 'residents'[]) {
    const { newest } = await read
      .selectFrom(table)
      .select((row) => row.fn.max('createdAt').as('newest'))
      .executeTakeFirstOrThrow()
    if (newest !== null && Number(newest) > now + FUTURE_MS) return { table, at: Number(newest) }
  }
  return null
}
