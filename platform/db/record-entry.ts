/** Writes entries of the audit log: one per write by an administrator, in the transaction of that write. */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AuditAction, AuditedResource, Changes } from '../content/shared/audit-log.ts'
import * as store from './history.ts'
import { replaceMediaRefs } from './item-writes.ts'
import type { Tables } from './tables.ts'

/** The administrator who writes, with the present e-mail address and name. */
export interface Actor {
  id: string
  email: string
  name: string | null
}

/** A writer without an account: an operator with a shell on the club's machine, and so with access to the database. */
export interface Operator {
  id: null
  email: null
  name: string
}

export const OPERATOR: Operator = { id: null, email: null, name: 'Quien opera el servidor' }

export interface NewEntry {
  /** Time of the write. ms since 1970 */
  at: number
  /** Author of the write. null for the system itself */
  by: Actor | Operator | null
  action: AuditAction
  resource: AuditedResource
  itemId: string
  /** Display name of the item. The entry keeps it when the item is deleted. */
  label: string
  /** The item's edit counter after the write. Only for content. */
  version?: number
  /** Changed values. They must not contain secrets, because every administrator can read them. */
  changes?: Changes
  /** Ids of the pictures in `changes`. They are kept as long as the entry. */
  mediaIds?: string[]
}

const LABEL_MAX = 300

/** Writes an entry. Must run in the transaction of the recorded write, so that both are stored or neither. */
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
