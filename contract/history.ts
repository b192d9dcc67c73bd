/** Who did what (issue: the back office, item 10): what an administrator can do to what, and the words for it. */
import type { ResourceName } from './resources.ts'

/** Every kind of write, by the verb that /admin/history says of it: "Ana **borró** la novedad…". */
export const historyActions = {
  create: 'creó',
  update: 'modificó',
  delete: 'borró',
  restore: 'sacó de la papelera',
  revert: 'volvió a una versión anterior',
  purge: 'borró para siempre',
  approve: 'aprobó',
  refuse: 'rechazó',
  reset: 'restableció',
} as const

export type HistoryAction = keyof typeof historyActions

/** What is written to beside content, and how its fields are called. Those of content stand in its declarations. */
export const otherRecords = {
  users: {
    one: 'usuario',
    many: 'Usuarios',
    article: 'el',
    fields: {
      email: 'E-mail',
      status: 'Estado',
      password: 'Contraseña',
      secondFactor: 'Segundo factor',
      recoveryCodes: 'Códigos de recuperación',
    },
  },
  messages: { one: 'mensaje', many: 'Mensajes', article: 'el', fields: {} },
  settings: {
    one: 'ajuste',
    many: 'Ajustes',
    article: 'el',
    fields: { keptMonths: 'Meses que se guardan los mensajes' },
  },
} as const satisfies Record<
  string,
  { one: string; many: string; article: 'el' | 'la'; fields: Record<string, string> }
>

export type HistoryResource = ResourceName | keyof typeof otherRecords

/** `{field: [before, after]}`; null: it was not there. A text alternative is the field `alt.<picture>`. */
export type Changes = Record<string, [before: string | null, after: string | null]>
