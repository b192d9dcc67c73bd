/**
 * React Router answers a chunk that does not come by reloading the page one is on, and the click is lost. So the
 * address that a click leads to is kept until it has led there, and the reloaded page goes on to it (decisions §5).
 */
import { GOING_KEY } from './names.ts'

export function resumeDetour(): void {
  try {
    const going = sessionStorage.getItem(GOING_KEY)
    if (!going) return
    sessionStorage.removeItem(GOING_KEY)
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (visit?.type === 'reload') location.replace(going)
  } catch {}
}
