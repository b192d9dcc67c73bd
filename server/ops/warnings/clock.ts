/** Whether our clock can be right: beside those of the machines that the club uses anyway, and beside what was written. */
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { resourceNames } from '../../../contract/content/resources.ts'
import type { Database } from '../../../db/connect.ts'
import type { Env } from '../../env.ts'
import { endpointOf, parseBucketUrl } from '../../media/bucket-url.ts'
import { inCheckout } from '../../process/paths.ts'

/** Clocks of several machines that write into one database are never quite the same. ms */
const FUTURE_MS = 5 * 60_000
const PATIENCE_MS = 5_000

interface Other {
  whose: 'PostgreSQL' | 'balde'
  /** Ours less theirs, ms; of a bucket, which tells whole seconds, within one. */
  offset: number
}

async function beside(whose: Other['whose'], now: () => number, ask: () => Promise<number>): Promise<Other> {
  const before = now()
  const theirs = await ask()
  return { whose, offset: (before + now()) / 2 - theirs }
}

const postgresTime = async ({ read }: Database): Promise<number> => {
  const { rows } = await sql<{
    at: number
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(read)
  return Number(rows[0]?.at)
}

/** Any answer has it, a refusal too. */
async function bucketTime(endpoint: string): Promise<number> {
  const { headers } = await fetch(endpoint, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const at = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(at)) throw new Error('The bucket does not tell the time')
  return at
}

/** With SQLite and files on the disk there is no other clock: nobody else is asked. @throws when one does not answer */
export async function otherClocks(
  { mediaUrl, backupTo }: Pick<Env, 'mediaUrl' | 'backupTo'>,
  database: Database,
  now: () => number,
): Promise<Other[]> {
  const bucket = parseBucketUrl(mediaUrl) ?? parseBucketUrl(backupTo ?? '')
  return Promise.all([
    ...(database.dialect === 'postgres' ? [beside('PostgreSQL', now, () => postgresTime(database))] : []),
    ...(bucket ? [beside('balde', now, () => bucketTime(endpointOf(bucket)))] : []),
  ])
}

/** What was there before now: `at` ms since 1970, `table` null for the program itself. */
export interface Later {
  table: string | null
  at: number
}

/** What shows that the clock was ahead or is behind; null: nothing. */
export async function writtenLater({ read }: Database, now: number): Promise<Later | null> {
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
