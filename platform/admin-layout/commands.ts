/** The destinations of the command menu, found by a few letters of their names. */
import { fold } from '../content/shared/titles.ts'
import type { ScreenCommand, Step } from './paths.ts'
import { labelFor, screens } from './screen-list.ts'

export interface Command extends Step {
  /** Its heading. */
  group: string
  /** More words that find it. */
  also?: string
}

const groupTitles = { create: 'Crear', go: 'Ir a', change: 'Editar y borrar' }

/** Commands of one group, in the order of the command menu. */
const commandsOf = (group: ScreenCommand['group']): Command[] =>
  screens
    .flatMap(({ path, label, command }) => (command?.group === group ? [{ path, label, ...command }] : []))
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ path, label, also, params = [''] }) =>
      params.map((param) => ({
        to: path.replace(/:\w+$/, param),
        label: labelFor(label, param) ?? param,
        group: groupTitles[group],
        ...(also !== undefined && { also }),
      })),
    )

/** Each address once, the most frequent ones first. */
export const commands: readonly Command[] = [
  ...commandsOf('create'),
  ...commandsOf('go'),
  { to: '/', label: 'Página principal', group: groupTitles.go },
  ...commandsOf('change'),
]

export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Each typed word must start a word of the command, without regard to case or accents. An empty text finds all. */
export function findCommands(typed: string): Command[] {
  const typedWords = wordsOf(typed)
  return commands.filter(({ label, also = '' }) => {
    const words = wordsOf(`${label} ${also}`)
    return typedWords.every((part) => words.some((word) => word.startsWith(part)))
  })
}
