/** Records entries of the audit log: one per write by an administrator, in the transaction of the write. */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as store from '../../../db/history.ts'
import { replaceMediaRefs } from '../../../db/item-writes.ts'
import type { Tables } from '../../../db/tables.ts'
import type { AuditAction, AuditedResource, Changes } from '../../shared/audit-log.ts'

/** The administrator who writes, with the current e-mail address and name. */
export interface Actor {
  id: string
  email: string
  name: string | null
}

/** A writer without an account: an operator with a shell on the machine of the club, and so with the database. */
export interface Operator {
  id: null
  email: null
  name: string
}

export const OPERATOR: Operator = { id: null, email: null, name: 'Quien opera el servidor' }

export interface NewEntry {
  /** ms since 1970 */
  at: number
  /** null for the system itself. */
  by: Actor | Operator | null
  action: AuditAction
  resource: AuditedResource
  itemId: string
  /** The display name of the item. The entry keeps it after the item is deleted. */
  label: string
  /** The item's edit counter after the write, for content. */
  version?: number
  /** Must not contain secrets, because every administrator can read it. */
  changes?: Changes
  /** Pictures in `changes`. They are kept as long as the entry. */
  mediaIds?: string[]
}

const LABEL_MAX = 300

/** Writes an entry. Call it in the transaction of the recorded write, so that both are stored or neither. */
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
