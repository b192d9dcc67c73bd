/** The address of the club on this machine, and its last start. The server stores them for the operator's commands. */
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const ADDRESS = 'address'
const OPENED = 'opened'

/** The last start of the club. */
export interface Opening {
  build: string
  /** ms since 1970 */
  at: number
  /** When the present build was first started. ms since 1970; null: unknown */
  upgradedAt: number | null
}

/** @param origin such as `http://127.0.0.1:3000` */
export async function rememberOpening(
  database: Database,
  { origin, build, at }: { origin: string; build: string; at: number },
): Promise<void> {
  await database.write(async (tx) => {
    await writeSetting(tx, ADDRESS, origin)
    const before = await lastOpening(tx)
    const upgradedAt = before === null || before.build === build ? (before?.upgradedAt ?? null) : at
    await writeSetting(tx, OPENED, JSON.stringify({ build, at, upgradedAt } satisfies Opening))
  })
}

/** The origin of the last start. null: never */
export const knownAddress = (database: Database): Promise<string | null> =>
  readSetting(database.read, ADDRESS)

/** null: never, or by an older version that stored no start */
export async function lastOpening(read: Database['read']): Promise<Opening | null> {
  const stored = await readSetting(read, OPENED)
  return stored === null ? null : JSON.parse(stored)
}
