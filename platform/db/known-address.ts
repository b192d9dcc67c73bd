/** Stores the club's address on this machine and its last start. The operator's commands read them. */
import type { Database } from './connect.ts'
import { readSetting, writeSetting } from './settings.ts'

const ADDRESS = 'address'
const OPENED = 'opened'

/** A record of the server's last start. */
export interface LastStart {
  build: string
  /** Time of the start. ms since 1970 */
  at: number
  /** Time at which the present build was first started. ms since 1970. null: unknown */
  upgradedAt: number | null
}

/** Stores a start. @param origin such as `http://127.0.0.1:3000` */
export async function rememberOpening(
  database: Database,
  { origin, build, at }: { origin: string; build: string; at: number },
): Promise<void> {
  await database.write(async (tx) => {
    await writeSetting(tx, ADDRESS, origin)
    const before = await readLastOpening(tx)
    const upgradedAt = before === null || before.build === build ? (before?.upgradedAt ?? null) : at
    await writeSetting(tx, OPENED, JSON.stringify({ build, at, upgradedAt } satisfies LastStart))
  })
}

/** Returns the origin of the last start. null when the club has never started. */
export const readKnownAddress = (database: Database): Promise<string | null> =>
  readSetting(database.read, ADDRESS)

/** Returns the last start. null when the club has never started, or only with an older version that did not store it. */
export async function readLastOpening(read: Database['read']): Promise<LastStart | null> {
  const stored = await readSetting(read, OPENED)
  return stored === null ? null : JSON.parse(stored)
}
