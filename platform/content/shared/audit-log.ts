/** Defines the audit log: its actions, the records that they change, and the words for both. */
import { getDeclaration, isResource, type ResourceName, resourceNames } from './resources.ts'

/** Actions with the verb that /admin/history shows: "Ana **borró** la novedad «…»". */
export const auditActions = {
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

export type AuditAction = keyof typeof auditActions

interface OtherRecord {
  one: string
  many: string
  article: 'el' | 'la'
  /** Labels of the fields, and words for their values. */
  fields: Record<string, { label: string; values?: Record<string, string> }>
}

/** Records that are not content. Declarations describe content. */
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
  // Empty, because the declarations of the groups have the labels (platform/settings/shared/all-settings.ts).
  site: { one: 'parte del sitio', many: 'Sitio', article: 'la', fields: {} },
} as const satisfies Record<string, OtherRecord>

export type OtherRecordName = keyof typeof otherRecords
export type AuditedResource = ResourceName | OtherRecordName

export const auditedResources = [
  ...resourceNames,
  ...(Object.keys(otherRecords) as OtherRecordName[]),
] as AuditedResource[]

/** Finds a record. null for content, and for a resource that no feature declares any more */
export const findOtherRecord = (name: string): OtherRecord | null =>
  Object.hasOwn(otherRecords, name) ? otherRecords[name as OtherRecordName] : null

interface EntryWords extends Pick<OtherRecord, 'one' | 'many'> {
  article: OtherRecord['article'] | null
}

/**
 * Returns the words for items of a resource or record. A resource may have been removed: then its stored name replaces its
 * words.
 */
export const getResourceWords = (resource: string): EntryWords =>
  isResource(resource)
    ? getDeclaration(resource).words
    : (findOtherRecord(resource) ?? { one: resource, many: resource, article: null })

/** Returns, for example, 'la novedad'. */
export const getWordsWithArticle = (resource: string): string => {
  const { article, one } = getResourceWords(resource)
  return article === null ? one : `${article} ${one}`
}

/**
 * Changes by field, `{field: [before, after]}`. null stands for a missing value. The text alternative of a picture is the
 * field `alt.<picture>`.
 */
export type Changes = Record<string, [before: string | null, after: string | null]>
