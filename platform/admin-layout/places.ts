/** The places of the back office, as its bar and its side menu have them. */
import { adminPaths, otherResources, ourClubResources, type Step } from './paths.ts'
import type { AdminScreen } from './screen.ts'
import { screens } from './screen-list.ts'

const declarations = [...otherResources, ...ourClubResources]

const atHand = declarations.flatMap((declaration) =>
  declaration.atHand ? [{ ...declaration.atHand, admin: declaration.admin }] : [],
)

export const homePlace: Step = { to: adminPaths.home, label: 'Inicio' }

/** One tap away on a phone. */
export const placesAtHand: Step[] = atHand.map(({ many, admin }) => ({ to: admin.update, label: many }))

/** What one begins most often. */
export const beginnings: Step[] = atHand.map(({ one, admin }) => ({ to: admin.create, label: one }))

/** The rest of what can be begun. */
export const otherBeginnings: Step[] = declarations
  .filter((declaration) => !declaration.atHand)
  .map(({ admin, words }) => ({ to: admin.create, label: words.one }))

export const otherContent: Step[] = declarations
  .filter((declaration) => !declaration.atHand)
  .map(({ admin, words }) => ({ to: admin.update, label: words.many }))

const section = (name: AdminScreen['menu']): Step[] =>
  screens.flatMap(({ menu, path, label }) =>
    menu === name && typeof label === 'string' ? [{ to: path, label }] : [],
  )

export const clubPlaces: Step[] = section('club')

export const otherPlaces: Step[] = section('other')

/** Whether a place is where one is: its own screens, or those of the resource whose list it is. */
export function isAt(place: string, pathname: string): boolean {
  if (place === adminPaths.home) return pathname.replace(/\/+$/, '') === place
  const declaration = declarations.find(({ admin }) => admin.update === place)
  const under = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  return declaration ? Object.values(declaration.admin).some(under) : under(place)
}
