/** Everywhere one can go in the back office, by a few letters of its name. */

import { declarationOf, resourceNames } from '../../../contract/content/resources.ts'
import { fold } from '../../../contract/content/titles.ts'
import { groupLabels, groupNames, groupPath } from '../../../contract/site/group-names.ts'
import { adminPaths, type Step, verbs } from '../paths.ts'

export interface Command extends Step {
  /** Under which heading it stands. */
  group: string
  /** Other words by which it is found. */
  also?: string
}

const declarations = resourceNames.map(declarationOf)

const CREATE = 'Crear'
const GO = 'Ir a'
const CHANGE = 'Editar y borrar'

/** Each address once, most wanted first. */
export const commands: readonly Command[] = [
  ...declarations.map(({ admin, words, atHand }) => ({
    to: admin.create,
    label: `${verbs.create} ${words.one}`,
    group: CREATE,
    also: `nuevo nueva ${atHand?.one ?? ''}`,
  })),
  { to: adminPaths.invite, label: 'Invitar a alguien', group: CREATE },
  { to: adminPaths.addUser, label: 'Agregar usuario', group: CREATE },
  { to: adminPaths.home, label: 'Administración', group: GO, also: 'inicio' },
  { to: adminPaths.messages, label: 'Mensajes', group: GO },
  { to: adminPaths.ourClub, label: 'Nuestro Club', group: GO },
  ...declarations.map(({ admin, words, atHand }) => ({
    to: admin.menu,
    label: words.many,
    group: GO,
    ...(atHand && { also: atHand.many }),
  })),
  { to: adminPaths.site, label: 'Sitio', group: GO },
  { to: adminPaths.firstDay, label: 'Primer día', group: GO },
  { to: adminPaths.visits, label: 'Visitas', group: GO, also: 'estadísticas cuántos entradas clics' },
  { to: adminPaths.users, label: 'Usuarios', group: GO },
  { to: adminPaths.trash, label: 'Papelera', group: GO },
  { to: adminPaths.history, label: 'Historial', group: GO },
  { to: adminPaths.account, label: 'Mi cuenta', group: GO },
  { to: adminPaths.messageSettings, label: 'Cuánto se guardan los mensajes', group: GO },
  { to: adminPaths.messageTemplates, label: 'Respuestas guardadas de Mensajes', group: GO },
  { to: adminPaths.guide, label: 'Guía', group: GO },
  { to: '/', label: 'Página principal', group: GO },
  ...declarations.flatMap(({ admin, words }) => [
    { to: admin.update, label: `${verbs.update} ${words.one}`, group: CHANGE },
    { to: admin.remove, label: `${verbs.remove} ${words.one}`, group: CHANGE },
  ]),
  ...groupNames.map((name) => ({
    to: groupPath(name),
    label: `Sitio: ${groupLabels[name]}`,
    group: CHANGE,
  })),
  { to: adminPaths.removeUser, label: `${verbs.remove} usuarios`, group: CHANGE },
]

export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Those whose names have a word that begins with each word typed, without regard to case or accents; all for nothing typed. */
export function findCommands(typed: string): Command[] {
  const typedWords = wordsOf(typed)
  return commands.filter(({ label, also = '' }) => {
    const words = wordsOf(`${label} ${also}`)
    return typedWords.every((part) => words.some((word) => word.startsWith(part)))
  })
}
