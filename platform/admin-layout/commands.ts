/** The destinations of the command menu, found by a few letters of their names. */
import { fold } from '../content/shared/titles.ts'
import type { Step } from './paths.ts'
import type { ScreenCommand } from './screen.ts'
import { labelFor, screens } from './screen-list.ts'

export interface Command extends Step {
  /** Under which heading it stands. */
  group: string
  /** Other words by which it is found. */
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

/** Each address once, most wanted first. */
export const commands: readonly Command[] = [
  ...commandsOf('create'),
  ...commandsOf('go'),
  { to: '/', label: 'Página principal', group: groupTitles.go },
  ...commandsOf('change'),
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
