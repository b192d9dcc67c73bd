/**
 * Rows that only administrators read, such as guest lists. Requests create, replace, delete and restore them like items
 * (content.ts). They have no versions, trash and entries of the audit log, because names of people must not stay there.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import {
  anyVersion,
  type Outcome,
  type Precondition,
  type ProblemOutcome,
  problem,
  success,
} from '../../api/shared/outcome.ts'
import { createOnce, type KeyedRequest } from '../../db/idempotency.ts'
import type { NewRow, Row, Tables } from '../../db/tables.ts'

/** Time in which a deleted row can be restored. ms */
export const RESTORE_MS = 3_600_000

/** Rows of one INSERT. The limit of PostgreSQL is 65,535 values. */
const ROWS_A_STATEMENT = 200

/** Columns that only this file writes. */
interface OwnColumns {
  id: string
  version: number
  createdAt: number
  updatedAt: number
  deletedAt: number | null
}

type PrivateTable = { [T in keyof Tables]: Row<T> extends OwnColumns ? T : never }[keyof Tables]
type Values<T extends PrivateTable> = Omit<NewRow<T>, keyof OwnColumns>
type Refuse<T extends PrivateTable> = (tx: Transaction<Tables>, row: Row<T>) => Promise<ProblemOutcome | null>

/** @typeParam Parent columns that all rows of one parent share, such as the id of their night */
interface Declaration<T extends PrivateTable, Parent, Body, Entity> {
  table: T
  /** Runs `work` in a transaction that locks the parent. `work` receives columns that each write sets. */
  transact<R>(
    parent: Parent,
    work: (tx: Transaction<Tables>, stamp: Partial<Values<T>>) => Promise<Outcome<R>>,
  ): Promise<Outcome<R>>
  toColumns(body: Body): Partial<Values<T>>
  /** Refuses a write, or writes what depends on the row. @param before null for a new row */
  follow(
    tx: Transaction<Tables>,
    before: Row<T> | null,
    after: Values<T> & Pick<OwnColumns, 'deletedAt'>,
  ): Promise<ProblemOutcome | null>
  present(row: Parent & { id: string }): Promise<Outcome<Entity>>
}

export interface PrivateRows<T extends PrivateTable, Parent, Body, Entity> {
  create(parent: Parent, body: Body, request?: KeyedRequest | null): Promise<Outcome<Entity>>
  /** Replaces a row. It restores a row that was deleted within the last hour. */
  change(id: string, body: Body, precondition: Precondition): Promise<Outcome<Entity>>
  remove(id: string, options?: { precondition?: Precondition; refuse?: Refuse<T> }): Promise<Outcome<null>>
  /** Sets columns of a row that is not deleted. It does not count as an edit. */
  set(id: string, columns: Partial<Values<T>>): Promise<Outcome<null>>
}

export function createPrivateRows<T extends PrivateTable, Parent extends object, Body, Entity>(
  { read, now }: { read: Kysely<Tables>; now: () => number },
  { table, transact, toColumns, follow, present }: Declaration<T, Parent, Body, Entity>,
): PrivateRows<T, Parent, Body, Entity> {
  type Found = Row<T> & Parent & OwnColumns
  const find = async (db: Kysely<Tables>, id: string) =>
    (await db.selectFrom(asCommonTable(table)).selectAll().where('id', '=', id).executeTakeFirst()) as
      | Found
      | undefined

  /** Writes the columns that `decide` returns for the row inside the transaction. */
  async function write(
    id: string,
    decide: (row: Found, tx: Transaction<Tables>) => Promise<Outcome<object>>,
  ): Promise<Outcome<Found>> {
    const parent = await find(read, id)
    if (!parent) return problem('not-found')
    return transact(parent, async (tx, stamp) => {
      const row = await find(tx, id)
      if (!row) return problem('not-found')
      const decided = await decide(row, tx)
      if (!decided.ok) return decided
      const columns = { ...decided.value, ...stamp }
      const refusal = await follow(tx, row, { ...row, ...columns } as never)
      if (refusal) return refusal
      await tx.updateTable(asCommonTable(table)).set(columns).where('id', '=', id).execute()
      return success(row)
    })
  }

  return {
    create: (parent, body, request = null) =>
      createOnce(read, {
        resource: table,
        request,
        async create(remember) {
          const created = await transact(parent, async (tx, stamp) => {
            const at = now()
            const values = { ...parent, ...toColumns(body), ...stamp } as unknown as Values<T>
            const refusal = await follow(tx, null, { ...values, deletedAt: null })
            if (refusal) return refusal
            const [id = ''] = await insertRows(tx, table, [values], at)
            const remembered = await remember(tx, id, at)
            return remembered.ok ? success({ ...parent, id }) : remembered
          })
          return created.ok ? present(created.value) : created
        },
        async readCreated(id) {
          const row = await find(read, id)
          const isOfParent = Object.entries(parent).every(([name, value]) => row?.[name as never] === value)
          return row && !isOfParent ? problem('key-reused') : present({ ...parent, id })
        },
      }),

    async change(id, body, precondition) {
      const changed = await write(id, async ({ version, deletedAt }) => {
        const at = now()
        if (deletedAt !== null && deletedAt <= at - RESTORE_MS) return problem('not-found')
        const columns = { ...toColumns(body), version: version + 1, updatedAt: at, deletedAt: null }
        return precondition(version) ?? success(columns)
      })
      return changed.ok ? present(changed.value) : changed
    },

    async remove(id, { precondition = anyVersion, refuse } = {}) {
      const removed = await write(id, async (row, tx) => {
        if (row.deletedAt !== null) return problem('not-found')
        const refusal = precondition(row.version) ?? (await refuse?.(tx, row))
        return refusal ?? success({ version: row.version + 1, deletedAt: now() })
      })
      return removed.ok ? success(null) : removed
    },

    async set(id, columns) {
      const set = await write(id, async ({ deletedAt }) =>
        deletedAt === null ? success(columns) : problem('not-found'),
      )
      return set.ok ? success(null) : set
    },
  }
}

/** Inserts rows. @returns their ids, in ascending order */
export async function insertRows<T extends PrivateTable>(
  tx: Transaction<Tables>,
  table: T,
  values: readonly Values<T>[],
  at: number,
): Promise<string[]> {
  // Ids of one millisecond are in random order. Sorted, they keep the order of the rows.
  const ids = values.map(() => randomUUIDv7()).sort()
  const rows = values.map((row, index) => ({
    ...row,
    id: ids[index],
    version: 1,
    createdAt: at,
    updatedAt: at,
  }))
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    await tx
      .insertInto(asCommonTable(table))
      .values(rows.slice(start, start + ROWS_A_STATEMENT) as never)
      .execute()
  return ids
}

/** Kysely types each table separately, so all private tables use the type of one of them. */
const asCommonTable = (table: PrivateTable) => table as 'residents'
