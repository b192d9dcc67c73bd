/** The entries of the command menu, and the search for them by the first letters of their words. */
import { fold } from '../shared/text/fold.ts'
import { adminPaths, type ScreenCommand, type Step } from './paths.ts'
import { labelFor, screens } from './screen-list.ts'

export interface Command extends Step {
  /** The heading of the group in the menu. */
  group: string
  /** Further words by which the entry is found. */
  also?: string
  /** True for the entry that ends the session. Its address is not opened. */
  isSignOut?: true
  /** State of the history entry, for an entry that performs an action on the screen that it opens. */
  state?: unknown
}

const groupTitles = { create: 'Crear', go: 'Ir a', change: 'Editar y borrar' }

/** Returns the entries of a group in the order of the menu. */
const listCommands = (group: ScreenCommand['group']): Command[] =>
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

/** All entries, each address once. The most frequent entries come first. */
export const commands: readonly Command[] = [
  ...listCommands('create'),
  ...listCommands('go'),
  { to: '/', label: 'Página principal', group: groupTitles.go },
  ...listCommands('change'),
]

/** It is no screen, so it is not among `commands`. */
export const signOutCommand: Command = {
  to: adminPaths.account,
  label: 'Cerrar Sesión',
  group: 'Vos',
  also: 'salir desconectar logout',
  isSignOut: true,
}

/**
 * Returns the entries that the typed words find, in the order of the menu.
 * @param actions entries that features load
 * @param areFirst true when the actions precede the screens while no word is typed
 */
export function listEntries(typed: string, actions: readonly Command[], areFirst: boolean): Command[] {
  const screensFound = findCommands(typed)
  const actionsFound = findCommands(typed, actions)
  return [
    ...(areFirst && getWords(typed).length === 0
      ? [...actionsFound, ...screensFound]
      : [...screensFound, ...actionsFound]),
    ...findCommands(typed, [signOutCommand]),
  ]
}

export const getWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Finds the entries in which each typed word is the start of a word, ignoring case and accents. An empty text finds all.
 * @param among the entries to search. Default: the entries that open a screen
 */
export function findCommands(typed: string, among: readonly Command[] = commands): Command[] {
  const typedWords = getWords(typed)
  return among.filter(({ label, also = '' }) => {
    const words = getWords(`${label} ${also}`)
    return typedWords.every((part) => words.some((word) => word.startsWith(part)))
  })
}
