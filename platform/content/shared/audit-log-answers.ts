/** Schemas of the audit log and the trash. The browser imports only types from this file. */
import { z } from 'zod'
import { emailOrNull, id, instant, nameOrNull, typed } from '../../api/shared/response-fields.ts'
import { auditActions, auditedResources } from './audit-log.ts'
import { picture } from './entity-parts.ts'
import type { FieldKind } from './fields.ts'
import { type AnyEntity, resourceNames } from './resources.ts'

const shownValue = () => z.union([z.string(), picture]).nullable()

const change = z.object({
  field: z.string(),
  label: z.string(),
  kind: typed<FieldKind>(z.string()),
  before: shownValue(),
  after: shownValue(),
})
/**
 * A changed field, before and after. null: the item did not exist. For a rich text, lists have an excerpt of its words, and
 * a single entry has the whole HTML.
 */
export type Change = z.infer<typeof change>

const entryFields = {
  _id: id(),
  at: instant(),
  by: emailOrNull(),
  byName: nameOrNull().describe('El nombre que tenía entonces.'),
  userId: z.string().nullable(),
  action: z.enum(Object.keys(auditActions) as (keyof typeof auditActions)[]),
  resource: z
    .string()
    .describe(`Uno de ${auditedResources.join(', ')}, o el nombre guardado de un recurso que ya no existe.`),
  itemId: z.string(),
  label: z.string().describe('Cómo se llamaba.'),
  version: z.int().nullable().describe('Su contador de ediciones después.'),
  state: z
    .enum(['live', 'trash', 'gone'])
    .nullable()
    .describe('Dónde está hoy: a la vista, en la papelera o borrado para siempre.'),
  changes: z.array(change),
}

export const auditLogEntry = z.object(entryFields).meta({ id: 'HistoryItem' })
export type AuditLogEntry = z.infer<typeof auditLogEntry>

const version = (text: string) => typed<AnyEntity>(z.looseObject({})).nullable().describe(text)

export const auditLogEntryDetail = z
  .object({
    ...entryFields,
    before: version('Como era antes; null: no estaba.'),
    now: version('Como es hoy; null: ya no está.'),
    after: version('Como quedó.'),
  })
  .meta({ id: 'HistoryDetail' })

/** An entry with the item before it, today and after it. null: the item did not exist then, or is deleted for ever */
export type AuditLogEntryDetail<E = AnyEntity> = AuditLogEntry & Record<'before' | 'now' | 'after', E | null>

export const latestChange = z
  .object({ _id: z.string(), at: instant(), by: z.string().nullable(), byName: nameOrNull() })
  .meta({ id: 'LatestChange' })
export type LatestChange = z.infer<typeof latestChange>

const { changes: _changes, userId: _userId, version: _version, ...recentFields } = entryFields

/** An entry of the audit log without its changed values. */
export const recentChange = z.object(recentFields).meta({ id: 'RecentChange' })
export type RecentChange = z.infer<typeof recentChange>

export const trashItem = z
  .object({
    resource: z.enum(resourceNames),
    entity: typed<AnyEntity>(z.looseObject({})).describe('Como la devuelve su recurso.'),
    deletedAt: instant(),
    deletedBy: emailOrNull(),
    deletedByName: nameOrNull(),
    expiresAt: instant().describe('Desde entonces se borra para siempre.'),
  })
  .meta({ id: 'TrashItem' })
export type TrashItem = z.infer<typeof trashItem>
