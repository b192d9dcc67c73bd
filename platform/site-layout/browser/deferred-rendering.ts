/**
 * Sections and pictures far below the first screen are not rendered at first (`content-visibility` in site.css). Rendered ones stay
 * rendered. The others are laid out one by one while the browser is idle. So the length of the page becomes exact, and prints and
 * screenshots of the whole page contain everything.
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
  pageLoaded.then(() => whenIdle(next))
}
