/** Deletes messages, records it in the list of erasures, and repeats it after a restore. */
import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely'
import type { Dialect } from '../../../platform/db/connect.ts'
import { recordErasures } from '../../../platform/db/erasures.ts'
import { removeFromIndex } from '../../../platform/db/search.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'

type Deleted = Pick<Row<'messages'>, 'id' | 'createdAt'>
type Condition = (row: ExpressionBuilder<Tables, 'messages'>) => Expression<SqlBool>

/** Deletes messages with their answers and mails. @param at time of the erasure. ms since 1970 */
export async function eraseMessages(
  tx: Transaction<Tables>,
  dialect: Dialect,
  ids: string[],
  at: number,
): Promise<Deleted[]> {
  const deleted = await deleteMessages(tx, dialect, (row) => row('id', 'in', ids))
  await recordErasures(
    tx,
    'messages',
    deleted.map(({ id }) => id),
    at,
  )
  return deleted
}

/** Deletes all messages received before `past`, ms since 1970, which is the id of the erasure. */
export async function eraseMessagesBefore(
  tx: Transaction<Tables>,
  dialect: Dialect,
  past: number,
  at: number,
): Promise<void> {
  await deleteMessages(tx, dialect, (row) => row('createdAt', '<', past))
  // The latest limit includes the earlier ones.
  await tx.deleteFrom('erasures').where('kind', '=', 'messagesBefore').execute()
  await recordErasures(tx, 'messagesBefore', [String(past)], at)
}

/** Deletes the restored messages that are in the list of erasures. @returns their number */
export async function repeatMessageErasures(tx: Transaction<Tables>, dialect: Dialect): Promise<number> {
  const limits = await tx.selectFrom('erasures').select('id').where('kind', '=', 'messagesBefore').execute()
  const past = Math.max(0, ...limits.map(({ id }) => Number(id)))
  const deleted = await deleteMessages(tx, dialect, (row) =>
    row('createdAt', '<', past).or(
      row('id', 'in', row.selectFrom('erasures').select('erasures.id').where('kind', '=', 'messages')),
    ),
  )
  return deleted.length
}

async function deleteMessages(
  tx: Transaction<Tables>,
  dialect: Dialect,
  condition: Condition,
): Promise<Deleted[]> {
  await removeFromIndex(tx, dialect, 'messages', tx.selectFrom('messages').select('seq').where(condition))
  return tx.deleteFrom('messages').where(condition).returning(['id', 'createdAt']).execute()
}
