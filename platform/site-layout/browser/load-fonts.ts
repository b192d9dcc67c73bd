import { readStored, TYPE_KEY, writeStored } from '../../api/client/root-state.ts'
import { pageLoaded } from './page-events.ts'

/** Time after loading in which the browser decodes and paints the largest picture. ms */
const SETTLE_MS = 300

/** Resolves after the first paint with content, which may be later than `load`. */
const firstPaint = new Promise<void>((resolve) => {
  new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
  }).observe({ type: 'paint', buffered: true })
})

/**
 * Uses the fonts of the club after the first pictures. A stored note lets later pages use them from the first frame
 * (api/client/root-state.ts). Screens of the back office do not load fonts.
 */
export async function loadFonts(): Promise<void> {
  if (readStored(TYPE_KEY) !== null || document.querySelector('.admin')) return
  await Promise.all([pageLoaded(), firstPaint])
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  document.documentElement.dataset.type = 'here'
  await document.fonts.ready
  if (document.fonts.check('1em "Archivo Variable"')) writeStored(TYPE_KEY, 'here')
}
