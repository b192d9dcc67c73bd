import { readStored, TYPE_KEY, writeStored } from '../../api/client/root-state.ts'
import { pageLoaded } from './page-events.ts'

/** Time after loading in which the browser decodes and paints the largest picture. ms */
const SETTLE_MS = 300

const FONTS = ['1em "Archivo Variable"', '1em "Chivo Mono"']

/** Resolves after the first paint with content, which may be later than `load`. */
const firstPaint = new Promise<void>((resolve) => {
  new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
  }).observe({ type: 'paint', buffered: true })
})

/**
 * Uses the fonts of the club after the first pictures, and not before they have arrived: the page is laid out only once more. A
 * stored note lets later pages use them from the first frame (api/client/root-state.ts). Screens of the back office load no fonts.
 */
export async function loadFonts(): Promise<void> {
  if (readStored(TYPE_KEY) !== null || document.querySelector('.admin')) return
  await Promise.all([pageLoaded(), firstPaint])
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  try {
    await Promise.all(FONTS.map((font) => document.fonts.load(font)))
  } catch {
    // A font did not arrive. The text stays in its fallback, which has the same size.
    return
  }
  document.documentElement.dataset.type = 'here'
  writeStored(TYPE_KEY, 'here')
}
