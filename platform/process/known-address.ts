/** Where the club answers on this machine and since when: told by the process that serves, for the operator's commands. */
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const ADDRESS = 'address'
const OPENED = 'opened'

/** The last time that it was opened. */
export interface Opening {
  build: string
  /** ms since 1970 */
  at: number
  /** When another build than before was first opened, ms since 1970; null: not known. */
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

/** The origin where it was last opened; null: never yet. */
export const knownAddress = (database: Database): Promise<string | null> =>
  readSetting(database.read, ADDRESS)

/** null: never yet, or by a version that did not tell. */
export async function lastOpening(read: Database['read']): Promise<Opening | null> {
  const told = await readSetting(read, OPENED)
  return told === null ? null : JSON.parse(told)
}
