/** Finds the screen of an address, and from it the breadcrumb trail, the window title and the part of the guide. */
import { generatePath, matchRoutes } from 'react-router'
import { adminScreens } from '../../features/index.admin.ts'
import type { Declaration } from '../content/shared/fields.ts'
import { getDeclaration, type ResourceName } from '../content/shared/resources.ts'
import { type AdminScreen, adminPaths, type ItemAction, type Place, type Step } from './paths.ts'

export const screens: readonly AdminScreen[] = adminScreens

const screenRoutes = screens.map((screen) => ({ path: screen.path, screen }))

/** Finds the screen of an address. `param` is the value of the path's parameter, or '' when the path has none. */
function findScreen(pathname: string): { screen: AdminScreen; param: string } | null {
  const match = matchRoutes(screenRoutes, pathname)?.at(-1)
  return match ? { screen: match.route.screen, param: Object.values(match.params)[0] ?? '' } : null
}

/** @returns the anchor of the part of the guide about the screen. null when there is no such part */
export const getGuideAnchor = (pathname: string): string | null => findScreen(pathname)?.screen.guide ?? null

/** Finds the resource to which an address belongs, and the kind of its screen. null for screens of other features. */
export const findPlace = (pathname: string): Place | null => findScreen(pathname)?.screen.place ?? null

/** Returns the declaration of the resource. @throws when the address is not a screen of a resource */
export function getDeclarationAt(pathname: string): Declaration & { name: ResourceName } {
  const place = findPlace(pathname)
  if (!place) throw new Error(`${pathname} is not an address of a resource`)
  return { ...getDeclaration(place.resource), name: place.resource }
}

export const labelFor = (label: AdminScreen['label'], param: string): string | undefined =>
  typeof label === 'string' ? label : label(param)

const HOME = adminPaths.home

/** Returns the steps from the home screen to an address. The last step is the address itself. */
export function createTrail(pathname: string): Step[] {
  const to = pathname.replace(/\/+$/, '')
  const match = findScreen(to) ?? findScreen(HOME)
  if (!match) return []
  const { screen, param } = match
  const label = labelFor(screen.label, param)
  if (label === undefined) return createTrail(HOME)
  const step = { to: screen.path === HOME ? HOME : to, label }
  return step.to === HOME ? [step] : [...createTrail(screen.parent ?? HOME), step]
}

/** Returns the label of a screen. @param address path, with or without a query */
export const getScreenLabel = (address: string): string =>
  createTrail(address.replace(/[?#].*/s, '')).at(-1)?.label ?? ''

/** Returns the title of the browser window. The current screen comes first, its parent screens follow. */
export const createWindowTitle = (pathname: string, club: string): string =>
  [
    ...createTrail(pathname)
      .toReversed()
      .map((step) => step.label),
    club,
  ].join(' · ')

/** Returns the links to screens of other features about an item. */
export const listItemScreens = (resource: ResourceName, id: string): (Step & ItemAction)[] =>
  screens.flatMap(({ path, itemAction }) =>
    itemAction?.resource === resource ? [{ ...itemAction, to: generatePath(path, { id }) }] : [],
  )
