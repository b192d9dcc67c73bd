/** Requests with an Idempotency-Key. The first one creates something, and its repetitions return what it created. */
import type { Kysely } from 'kysely'
import { type Outcome, problem, success } from '../api/shared/outcome.ts'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** A request that may be repeated. Keys of different users are different keys. */
export interface KeyedRequest {
  userId: string
  /** Hash of the Idempotency-Key. */
  key: string
  /** Hash of the body. */
  fingerprint: string
}

interface Creation<T> {
  /** The kind of created item. The same key may create an item of another kind. */
  resource: string
  /** null for a request without a key, which is never a repetition. */
  request: KeyedRequest | null
  /** Creates the item. It calls `remember` in the transaction that stores the item, and fails when that fails. */
  create(remember: (tx: Db, itemId: string, at: number) => Promise<Outcome<null>>): Promise<Outcome<T>>
  /** Reads what an earlier copy of the request created. */
  readCreated(itemId: string): Promise<Outcome<T>>
}

/** Creates an item once, however often its request arrives. A key that was sent with another body is refused. */
export async function createOnce<T>(
  read: Db,
  { resource, request, create, readCreated }: Creation<T>,
): Promise<Outcome<T>> {
  async function findCreated(): Promise<Outcome<T> | null> {
    const earlier = request && (await findRequest(read, resource, request))
    if (!earlier) return null
    return earlier.fingerprint === request.fingerprint ? readCreated(earlier.itemId) : problem('key-reused')
  }
  const repeated = await findCreated()
  if (repeated) return repeated
  const created = await create(async (tx, itemId, createdAt) =>
    !request || (await insertRequest(tx, { ...request, resource, itemId, createdAt }))
      ? success(null)
      : problem('key-reused'),
  )
  // A copy of the request may have been handled in parallel. Its item is then the result.
  return created.ok ? created : ((await findCreated()) ?? created)
}

const findRequest = (db: Db, resource: string, { key, userId }: KeyedRequest) =>
  db
    .selectFrom('idempotency')
    .select(['itemId', 'fingerprint'])
    .where('key', '=', key)
    .where('userId', '=', userId)
    .where('resource', '=', resource)
    .executeTakeFirst()

/** @returns false, without a write, when the key is already stored */
async function insertRequest(
  tx: Db,
  row: KeyedRequest & { resource: string; itemId: string; createdAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.columns(['key', 'userId', 'resource']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function forgetRequests(database: Database, before: number): Promise<void> {
  await database.write((tx) => tx.deleteFrom('idempotency').where('createdAt', '<', before).execute())
}
