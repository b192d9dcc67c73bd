/** Where the club answers on this machine: told by the process that serves, for programs that print links to it. */
import type { Database } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'

const KEY = 'address'

/** @param origin such as `http://127.0.0.1:3000` */
export async function rememberAddress(database: Database, origin: string): Promise<void> {
  await database.write((tx) => writeSetting(tx, KEY, origin))
}

/** The origin where it was last opened; null: never yet. */
export const knownAddress = (database: Database): Promise<string | null> => readSetting(database.read, KEY)
