/** One button stops all that moves by itself, film included, on every page, until it is pressed again (WCAG 2.2.2). */
import { closest, hear } from './elements.ts'
import { reflect, store } from './storage.ts'

/** Local storage key of the visitor's wish that nothing moves; 'paused' or absent. */
const MOTION_KEY = 'motion'
/** Fired on `document` when that wish changes. */
const MOTION_EVENT = 'motionchange'

const root = document.documentElement
const reduced = matchMedia('(prefers-reduced-motion: reduce)')

export function liveMotion(): void {
  const write = reflect('motion', MOTION_KEY)
  hear('click', (event) => {
    if (!closest(event, '[data-motion-toggle]')) return
    store(MOTION_KEY, root.dataset.motion ? null : 'paused')
    write()
    document.dispatchEvent(new Event(MOTION_EVENT))
  })
}

/** Calls `act` now and whenever it changes whether everything has to stand still. */
export function onStillness(act: (still: boolean) => void, signal: AbortSignal): void {
  const tell = () => act(reduced.matches || root.dataset.motion !== undefined)
  tell()
  reduced.addEventListener('change', tell, { signal })
  document.addEventListener(MOTION_EVENT, tell, { signal })
}
