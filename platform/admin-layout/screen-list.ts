/** Finds the screen of an address, and from it the breadcrumb trail, the window title and the part of the guide. */
import { adminScreens } from '../../features/index.admin.ts'
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
function screenAt(path: string): ScreenMatch | null {
  const exact = screensByPath.get(path)
  if (exact) return { screen: exact, param: '' }
  const slash = path.lastIndexOf('/') + 1
  const screen = screensWithParam.find((each) => each.path.startsWith(`${path.slice(0, slash)}:`))
  return screen ? { screen, param: path.slice(slash) } : null
}

const withoutSlash = (pathname: string): string => pathname.replace(/\/+$/, '')

/** @returns the anchor of the part of the guide about the screen. null when there is no such part */
export const guideAnchor = (pathname: string): string | null =>
  screenAt(withoutSlash(pathname))?.screen.guide ?? null

export const labelFor = (label: AdminScreen['label'], param: string): string | undefined =>
  typeof label === 'string' ? label : label(param)

const HOME = adminPaths.home

/** Returns the steps from the home screen to an address. The last step is the address itself. */
export function trailTo(pathname: string): Step[] {
  const to = withoutSlash(pathname)
  const match = screenAt(to) ?? screenAt(HOME)
  if (!match) return []
  const { screen, param } = match
  const label = labelFor(screen.label, param)
  if (label === undefined) return trailTo(HOME)
  const step = { to: screen.path === HOME ? HOME : to, label }
  return step.to === HOME ? [step] : [...trailTo(screen.parent ?? HOME), step]
}

/** Returns the title of the browser window. The current screen comes first, its parent screens follow. */
export const windowTitle = (pathname: string, club: string): string =>
  [
    ...trailTo(pathname)
      .toReversed()
      .map((step) => step.label),
    club,
  ].join(' · ')
