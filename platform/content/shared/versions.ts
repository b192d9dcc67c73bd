/** Who did what: what an administrator can do to what, and the words for it. */
import type { FieldKind, Picture } from './fields.ts'
import { type AnyEntity, declarationOf, type ResourceName, resourceNames } from './resources.ts'

/** Every kind of write, by the verb that /admin/history says of it: "Ana **borró** la novedad «…»". */
export const historyActions = {
  create: 'creó',
  update: 'modificó',
  delete: 'borró',
  restore: 'sacó de la papelera',
  revert: 'volvió a una versión anterior de',
  purge: 'borró para siempre',
  approve: 'aprobó',
  refuse: 'rechazó',
  reset: 'restableció',
} as const

export type HistoryAction = keyof typeof historyActions

interface OtherRecord {
  one: string
  many: string
  article: 'el' | 'la'
  /** How its fields are called, and what their values mean. */
  fields: Record<string, { label: string; values?: Record<string, string> }>
}

/** What is written to beside content; that stands in its declarations. */
export const otherRecords = {
  users: {
    one: 'usuario',
    many: 'Usuarios',
    article: 'el',
    fields: {
      name: { label: 'Nombre' },
      email: { label: 'E-mail' },
      invitedBy: { label: 'Por invitación de' },
      status: { label: 'Estado', values: { active: 'Activo', pending: 'Espera aprobación' } },
      password: { label: 'Contraseña' },
      secondFactor: { label: 'Segundo factor' },
      recoveryCodes: { label: 'Códigos de recuperación' },
    },
  },
  invitations: { one: 'invitación', many: 'Invitaciones', article: 'la', fields: {} },
  messages: { one: 'mensaje', many: 'Mensajes', article: 'el', fields: {} },
  settings: {
    one: 'ajuste',
    many: 'Ajustes',
    article: 'el',
    fields: {
      keptMonths: { label: 'Meses que se guardan los mensajes' },
      confirmedTime: { label: 'Hora confirmada' },
      firstDay: { label: 'Lo que falta', values: { shown: 'A la vista', dismissed: 'Guardado' } },
    },
  },
  // The declarations of the groups have their fields (platform/settings/shared/settings-groups.ts).
  site: { one: 'parte del sitio', many: 'Sitio', article: 'la', fields: {} },
} as const satisfies Record<string, OtherRecord>

export type OtherRecordName = keyof typeof otherRecords
export type HistoryResource = ResourceName | OtherRecordName

export const historyResources = [
  ...resourceNames,
  ...(Object.keys(otherRecords) as OtherRecordName[]),
] as HistoryResource[]

export const isContent = (resource: string): resource is ResourceName =>
  resourceNames.includes(resource as ResourceName)

export const otherRecordOf = (name: OtherRecordName): OtherRecord => otherRecords[name]

/** How a kind of thing is called, whatever it is. */
export const wordsOf = (resource: HistoryResource): Pick<OtherRecord, 'one' | 'many' | 'article'> =>
  isContent(resource) ? declarationOf(resource).words : otherRecordOf(resource)

/** `{field: [before, after]}`; null: it was not there. A text alternative is the field `alt.<picture>`. */
export type Changes = Record<string, [before: string | null, after: string | null]>

/** One field of an entry, as the API shows it. */
export interface Change {
  field: string
  label: string
  kind: FieldKind
  /** null: it was not there. A picture as its pages show it; a rich text as HTML, in lists as an excerpt of its words. */
  before: string | Picture | null
  after: string | Picture | null
}

/** An entry as the API shows it. */
export interface HistoryItem {
  _id: string
  at: string
  /** The address that they had then; null: the system itself, or with a name whoever operates the machine. */
  by: string | null
  /** The name that they had then. */
  byName: string | null
  userId: string | null
  action: HistoryAction
  resource: HistoryResource
  itemId: string
  /** What the item was called. */
  label: string
  /** Its edit counter after the write; null for what is no content. */
  version: number | null
  /** Where the item is today; null for what has no versions. */
  state: 'live' | 'trash' | 'gone' | null
  changes: Change[]
}

/** One entry, and what the item was before and after it, and is today; null: it was not there, or is gone for good. */
export interface HistoryDetail<E = AnyEntity> extends HistoryItem {
  before: E | null
  now: E | null
  after: E | null
}

/** When an item was last written, and by whom: their address and their name. */
export interface LatestChange {
  _id: string
  at: string
  by: string | null
  byName: string | null
}

/** What lies in the bin. */
export interface TrashItem {
  resource: ResourceName
  entity: AnyEntity
  deletedAt: string
  /** The address of who deleted it. */
  deletedBy: string | null
  /** Their name. */
  deletedByName: string | null
  /** From then on it is gone for good. */
  expiresAt: string
}

/** An entry of the audit log without the changed values. */
export type RecentChange = Pick<
  HistoryItem,
  '_id' | 'at' | 'by' | 'byName' | 'action' | 'resource' | 'itemId' | 'label' | 'state'
>
