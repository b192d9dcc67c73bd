/**
 * Sections and pictures far below the first screen are not rendered at first (`content-visibility` in site.css). This script
 * keeps them rendered once they were on screen. It renders the remaining sections one by one while the browser is idle. Then the
 * page has its exact height, and prints and screenshots of the whole page are complete.
 */
import { pageLoaded, whenIdle } from './page-events.ts'

const forceRendering = (element: Element | null) => element?.toggleAttribute('data-drawn', true)

export function enhanceRendering(): void {
  document.addEventListener(
    'contentvisibilityautostatechange',
    (event) => {
      const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent
      if (!skipped && target instanceof Element && target.matches('.far, .framed')) forceRendering(target)
    },
    true,
  )
  const next = () => {
    if (forceRendering(document.querySelector('.far:not([data-drawn])'))) whenIdle(next)
  }
  pageLoaded().then(() => whenIdle(next))
}
