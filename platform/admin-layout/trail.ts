/** The breadcrumb trail of an address of the back office, and the window's title. */
import { adminPaths, type Step } from './paths.ts'
import { labelFor, screenAt } from './screen-list.ts'

const HOME = adminPaths.home

/** The steps from the home of the back office to an address, which is the last step. */
export function trailTo(pathname: string): Step[] {
  const to = pathname.replace(/\/+$/, '')
  const match = screenAt(to) ?? screenAt(HOME)
  if (!match) return []
  const { screen, param } = match
  const label = labelFor(screen.label, param)
  if (label === undefined) return trailTo(HOME)
  const step = { to: screen.path === HOME ? HOME : to, label }
  return step.to === HOME ? [step] : [...trailTo(screen.parent ?? HOME), step]
}

/** The title of the window, innermost step first. */
export const windowTitle = (pathname: string, club: string): string =>
  [
    ...trailTo(pathname)
      .toReversed()
      .map((step) => step.label),
    club,
  ].join(' · ')
