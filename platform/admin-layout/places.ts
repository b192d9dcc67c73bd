/** The entries of the tab bar and of the side menu. */
import { capitalised } from '../shared/text/text.ts'
import { type AdminScreen, adminPaths, otherResources, ourClubResources, type Step } from './paths.ts'
import { screens } from './screen-list.ts'

const declarations = [...otherResources, ...ourClubResources]

const frequent = declarations.filter(({ isFrequent }) => isFrequent)
const infrequent = declarations.filter(({ isFrequent }) => !isFrequent)

export const homePlace: Step = { to: adminPaths.home, label: 'Inicio' }

/** Links of the tab bar on phones. */
export const tabPlaces: Step[] = frequent.map(({ words, admin }) => ({ to: admin.update, label: words.many }))

/** Links to the forms of the most frequent new items. */
export const newItemPlaces: Step[] = frequent.map(({ words, admin }) => ({
  to: admin.create,
  label: capitalised(words.one),
}))

/** Links to the forms of other new items. */
export const otherNewItemPlaces: Step[] = infrequent.map(({ admin, words }) => ({
  to: admin.create,
  label: words.one,
}))

export const otherContent: Step[] = infrequent.map(({ admin, words }) => ({
  to: admin.update,
  label: words.many,
}))

const section = (name: AdminScreen['menu']): Step[] =>
  screens.flatMap(({ menu, path, label }) =>
    menu === name && typeof label === 'string' ? [{ to: path, label }] : [],
  )

export const clubPlaces: Step[] = section('club')

export const otherPlaces: Step[] = section('other')

/** True when the current screen belongs to a menu entry: the entry's own screen, or another screen of the same resource. */
export function isCurrentPlace(place: string, pathname: string): boolean {
  if (place === adminPaths.home) return pathname.replace(/\/+$/, '') === place
  const declaration = declarations.find(({ admin }) => admin.update === place)
  const under = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  return declaration ? Object.values(declaration.admin).some(under) : under(place)
}
