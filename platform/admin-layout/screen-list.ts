/** The screens of the back office, and the screen of an address. */
import { adminScreens } from '../../features/index.admin.ts'
import type { AdminScreen } from './screen.ts'

export const screens: readonly AdminScreen[] = adminScreens

const screensByPath = new Map(screens.map((screen) => [screen.path, screen]))
const screensWithParam = screens.filter(({ path }) => path.includes('/:'))

export interface ScreenMatch {
  screen: AdminScreen
  /** The value of the parameter in the path. Empty without a parameter. */
  param: string
}

/** @param path without a slash at its end */
export function screenAt(path: string): ScreenMatch | null {
  const exact = screensByPath.get(path)
  if (exact) return { screen: exact, param: '' }
  const slash = path.lastIndexOf('/') + 1
  const screen = screensWithParam.find((each) => each.path.startsWith(`${path.slice(0, slash)}:`))
  return screen ? { screen, param: path.slice(slash) } : null
}

export const labelFor = (label: AdminScreen['label'], param: string): string | undefined =>
  typeof label === 'string' ? label : label(param)
