/** Repeats, in a restored club, the erasures of personal data that happened after its archive was made. */
import type { Transaction } from 'kysely'
import { restoreWork } from '../../features/index.server.ts'
import type { Database, Dialect } from '../../platform/db/connect.ts'
import { type Erasure, insertErasures, listErasures, parseErasures } from '../../platform/db/erasures.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { readClubId } from '../../platform/media/server/store-owner.ts'

/** A list of erasures that a restore has found. */
interface FoundList {
  /** Id of the club that the list belongs to. null when unknown */
  clubId: string | null
  erasures: Erasure[]
  /** Number of lines that could not be read. */
  unreadable: number
}

export interface RepeatedErasures {
  /** False: there was no list of this club, so data that was erased after the backup is back. */
  isListed: boolean
  /** Lines that could not be read, and erasures of a kind that this release does not know. */
  unreadable: number
  /** Numbers of erased things, in the order of the features. `key` is that of `RestoreWork`, or `users`. */
  erased: { key: string; words: string; count: number }[]
}

/** Returns the numbers by key, for `./pulso restore --json`. */
export const countByKey = ({ erased, ...state }: RepeatedErasures) => ({
  ...state,
  ...Object.fromEntries(erased.map(({ key, count }) => [key, count])),
})

/**
 * Reads the list of the database that will be replaced, and that of the media store. Must run before the rows are replaced.
 * @param owner id of the club that the media store belongs to
 * @param stored the list of the media store
 */
export async function findErasureLists(
  database: Database,
  owner: string | null,
  stored: Uint8Array | null,
): Promise<FoundList[]> {
  const lists: FoundList[] = []
  try {
    const erasures = await listErasures(database.read)
    lists.push({ clubId: await readClubId(database.read), erasures, unreadable: 0 })
  } catch {
    // The database is empty, damaged or of an older version. The media store may still have the list.
  }
  if (stored !== null) lists.push({ clubId: owner, ...parseErasures(stored) })
  return lists
}

/** Erases again what the lists name, and stores them in the restored club. */
export async function repeatErasures(
  tx: Transaction<Tables>,
  dialect: Dialect,
  found: FoundList[],
): Promise<RepeatedErasures> {
  const clubId = await readClubId(tx)
  // An archive of an older version has no id. Lists of another club are left out, because their limits are of its messages.
  const lists = found.filter((list) => clubId === null || list.clubId === clubId)
  for (const { erasures } of lists) await insertErasures(tx, erasures)
  const erased: RepeatedErasures['erased'] = []
  for (const { key, words, repeatErasures } of restoreWork)
    erased.push({ key, words, count: await repeatErasures(tx, dialect) })
  erased.push({ key: 'users', words: 'cuentas', count: await repeatUserErasures(tx) })
  const known = ['users', ...restoreWork.flatMap(({ kinds }) => kinds)]
  return {
    isListed: lists.length > 0,
    unreadable: lists.reduce(
      (sum, { unreadable, erasures }) =>
        sum + unreadable + erasures.filter(({ kind }) => !known.includes(kind)).length,
      0,
    ),
    erased,
  }
}

/** Deletes restored accounts. Active ones stay when no other active account is left, so that somebody can sign in. */
async function repeatUserErasures(tx: Transaction<Tables>): Promise<number> {
  const listed = tx.selectFrom('erasures').select('erasures.id').where('kind', '=', 'users')
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where('id', 'not in', listed)
    .limit(1)
    .executeTakeFirst()
  const { numDeletedRows } = await tx
    .deleteFrom('users')
    .where('id', 'in', listed)
    .$if(other === undefined, (query) => query.where('status', '<>', 'active'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
