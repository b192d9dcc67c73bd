/** Compares our clock with the clocks of servers that the club uses anyway, and with the times of rows. */
import { lookup } from 'node:dns/promises'
import { stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { sql } from 'kysely'
import { isPublicAddress } from '../../content/server/short-links.ts'
import { resourceNames } from '../../content/shared/resources.ts'
import type { Database } from '../../db/connect.ts'
import { getEndpoint, parseBucketUrl } from '../../media/server/bucket-url.ts'
import { isLoopbackHost } from '../../shared/web-address.ts'
import type { Env } from '../env.ts'
import { inCheckout } from '../paths.ts'

/** Clocks of several machines that write into one database are never quite the same. ms */
const FUTURE_MS = 5 * 60_000
const PATIENCE_MS = 5_000
/** PostgreSQL must have run this much longer than this machine. */
const UPTIME_MARGIN_S = 60

export interface ClockDifference {
  whose: 'PostgreSQL' | 'balde'
  /** Our time minus the other. ms. Within a second for a bucket, whose answers have whole seconds */
  offset: number
  /** Whether another machine has this clock for certain. */
  isSeparate: boolean
}

export interface RemoteClock {
  whose: ClockDifference['whose']
  /** @throws when it does not answer */
  compare(now: () => number): Promise<ClockDifference>
}

type Reading = Pick<ClockDifference, 'isSeparate'> & { at: number }

const otherClock = (whose: ClockDifference['whose'], read: () => Promise<Reading>): RemoteClock => ({
  whose,
  async compare(now) {
    const before = now()
    const { at, isSeparate } = await read()
    return { whose, offset: (before + now()) / 2 - at, isSeparate }
  },
})

/**
 * A PostgreSQL that started after this machine's boot may run on this machine, in another container with an address of its
 * own. It counts as separate only if it has run longer than this machine. An equal address, or a Unix socket, is this machine.
 */
async function postgresTime({ read }: Database, machineUptime: () => number): Promise<Reading> {
  const { rows } = await sql<{ at: number; hasOtherAddress: boolean; uptime: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at,
      coalesce(inet_server_addr() <> inet_client_addr(), false) as "hasOtherAddress",
      extract(epoch from clock_timestamp() - pg_postmaster_start_time())::float8 as uptime`.execute(read)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no time')
  const isOlder = Number(row.uptime) > machineUptime() + UPTIME_MARGIN_S
  return { at: Number(row.at), isSeparate: row.hasOtherAddress && isOlder }
}

/** Whether the host has only addresses of the internet: others may lead to a container on this machine. */
export async function isSeparateHost(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isLoopbackHost(hostname) || !/[.:]/.test(host)) return false
  const addresses = await lookup(host, { all: true })
  return addresses.every(({ address }) => isPublicAddress(address))
}

/** Every response has a Date header, also a refusal. */
async function bucketTime(endpoint: string): Promise<Reading> {
  const { headers } = await fetch(endpoint, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const at = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(at)) throw new Error('The bucket does not tell the time')
  return { at, isSeparate: await isSeparateHost(new URL(endpoint).hostname) }
}

/** With SQLite and local files there is no other clock. */
export function clocksBeside(
  { mediaUrl, backupTo }: Pick<Env, 'mediaUrl' | 'backupTo'>,
  database: Database,
  machineUptime = uptime,
): RemoteClock[] {
  const bucket = parseBucketUrl(mediaUrl) ?? parseBucketUrl(backupTo ?? '')
  return [
    ...(database.dialect === 'postgres'
      ? [otherClock('PostgreSQL', () => postgresTime(database, machineUptime))]
      : []),
    ...(bucket ? [otherClock('balde', () => bucketTime(getEndpoint(bucket)))] : []),
  ]
}

/** @throws when one of them does not answer */
export const otherClocks = (
  env: Pick<Env, 'mediaUrl' | 'backupTo'>,
  database: Database,
  now: () => number,
): Promise<ClockDifference[]> => Promise.all(clocksBeside(env, database).map((other) => other.compare(now)))

/** A time in the future. `at`: ms since 1970. `table`: null for the program itself */
export interface Later {
  table: string | null
  at: number
}

/** Returns a time after `now`, which shows that the clock was ahead or is behind. null: there is none */
export async function findLaterWrite({ read }: Database, now: number): Promise<Later | null> {
  const built = (await stat(inCheckout('package.json'))).mtimeMs
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
