/** The button that stops all automatic movement, including the film, on every page until it is pressed again (WCAG 2.2.2). */

import { MOTION_KEY, readStored, writeRootState, writeStored } from '../../api/client/root-state.ts'
import { closest } from './page-events.ts'

/** Fired on `document` when the button is pressed. */
const MOTION_EVENT = 'motionchange'

const findReduced = () => matchMedia('(prefers-reduced-motion: reduce)')

/** True while the visitor or the system has stopped motion. */
export const isStill = (): boolean =>
  findReduced().matches || document.documentElement.dataset.motion !== undefined

export function enhanceMotion(): void {
  addEventListener('click', (event) => {
    if (!closest(event, '[data-motion-toggle]')) return
    writeStored(MOTION_KEY, readStored(MOTION_KEY) === null ? 'paused' : null)
    writeRootState()
    document.dispatchEvent(new Event(MOTION_EVENT))
  })
  // Skips the transition to the next page while motion is stopped. The old page does this, because the new page may be
  // painted before its script runs.
  addEventListener('pageswap', (event) => {
    if (isStill()) (event as PageSwapEvent).viewTransition?.skipTransition()
  })
}

/** Calls `act` whenever motion is stopped or allowed again. @returns ends the calls */
export function onMotion(act: () => void): () => void {
  const reduced = findReduced()
  reduced.addEventListener('change', act)
  document.addEventListener(MOTION_EVENT, act)
  return () => {
    reduced.removeEventListener('change', act)
    document.removeEventListener(MOTION_EVENT, act)
  }
}
