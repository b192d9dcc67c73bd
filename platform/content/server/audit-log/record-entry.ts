/** Entries of the history: one a write by an administrator, in the transaction of that write. */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as store from '../../../db/history.ts'
import { replaceMediaRefs } from '../../../db/item-writes.ts'
import type { Tables } from '../../../db/tables.ts'
import type { AuditAction, AuditedResource, Changes } from '../../shared/audit-log.ts'

/** Who writes: an administrator, by the address and the name that they have now. */
export interface Actor {
  id: string
  email: string
  name: string | null
}

/** Who writes without an account: whoever has a shell on the club's machine, and so the database. */
export interface Operator {
  id: null
  email: null
  name: string
}

export const OPERATOR: Operator = { id: null, email: null, name: 'Quien opera el servidor' }

export interface NewEntry {
  /** ms since 1970 */
  at: number
  /** null: the system itself. */
  by: Actor | Operator | null
  action: AuditAction
  resource: AuditedResource
  itemId: string
  /** What a person calls the item: it stays when the item goes. */
  label: string
  /** The item's edit counter after the write, for content. */
  version?: number
  /** Never a secret: whoever administers reads it. */
  changes?: Changes
  /** Pictures that `changes` names: they are kept as long as the entry. */
  mediaIds?: string[]
}

const LABEL_MAX = 300

/** Writes an entry. Call it with the transaction of the write that it tells of: either both happened, or neither. */
export async function recordEntry(tx: Kysely<Tables>, entry: NewEntry): Promise<void> {
  const id = randomUUIDv7()
  await store.insertEntry(tx, {
    id,
    at: entry.at,
    userId: entry.by?.id ?? null,
    userEmail: entry.by?.email ?? null,
    userName: entry.by?.name ?? null,
    action: entry.action,
    resource: entry.resource,
    itemId: entry.itemId,
    version: entry.version ?? null,
    label: entry.label.slice(0, LABEL_MAX).toWellFormed(),
    changes: JSON.stringify(entry.changes ?? {}),
  })
  if (entry.mediaIds?.length) await replaceMediaRefs(tx, 'history', id, entry.mediaIds)
}
