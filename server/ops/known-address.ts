/** Where the club answers on this machine: told by the process that serves, for programs that print links to it. */
import type { Database } from '../../db/connect.ts'

const KEY = 'address'

/** @param origin such as `http://127.0.0.1:3000` */
export async function rememberAddress(database: Database, origin: string): Promise<void> {
  await database.write((tx) =>
    tx
      .insertInto('settings')
      .values({ key: KEY, value: origin })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: origin }))
      .execute(),
  )
}

/** The origin where it was last opened; null: never yet. */
export async function knownAddress(database: Database): Promise<string | null> {
  const row = await database.read
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst()
  return row?.value ?? null
}
