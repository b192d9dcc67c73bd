/** Finds the screen of an address, and from it the breadcrumb trail, the window title and the part of the guide. */
import { adminScreens } from '../../features/index.admin.ts'
import type { ResourceName } from '../content/shared/resources.ts'
import { type AdminScreen, adminPaths, type Step } from './paths.ts'

export const screens: readonly AdminScreen[] = adminScreens

const screensByPath = new Map(screens.map((screen) => [screen.path, screen]))
const screensWithParam = screens.filter(({ path }) => path.includes('/:'))

interface ScreenMatch {
  screen: AdminScreen
  /** The value of the path's parameter, or '' when the path has none. */
  param: string
}

/** @param path without a trailing slash */
function findScreen(path: string): ScreenMatch | null {
  const exact = screensByPath.get(path)
  if (exact) return { screen: exact, param: '' }
  const slash = path.lastIndexOf('/') + 1
  const screen = screensWithParam.find((each) => each.path.startsWith(`${path.slice(0, slash)}:`))
  return screen ? { screen, param: path.slice(slash) } : null
}

const withoutSlash = (pathname: string): string => pathname.replace(/\/+$/, '')

/** @returns the anchor of the part of the guide about the screen. null when there is no such part */
export const getGuideAnchor = (pathname: string): string | null =>
  findScreen(withoutSlash(pathname))?.screen.guide ?? null

export const labelFor = (label: AdminScreen['label'], param: string): string | undefined =>
  typeof label === 'string' ? label : label(param)

const HOME = adminPaths.home

/** Returns the steps from the home screen to an address. The last step is the address itself. */
export function createTrail(pathname: string): Step[] {
  const to = withoutSlash(pathname)
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
export const listItemScreens = (resource: ResourceName, id: string): (Step & { also: string })[] =>
  screens.flatMap(({ path, itemAction }) =>
    itemAction?.resource === resource
      ? [{ ...itemAction, to: path.replace(/:\w+$/, encodeURIComponent(id)) }]
      : [],
  )
