/**
 * Sections and pictures that lie screens below are not drawn at first (`content-visibility` in site.css). What
 * was drawn once stays; and sections are laid out one by one when there is nothing else to do. So the page is as long as it
 * says, and whoever looks at all of it at once, to print it or to take a picture, finds its words.
 */
import { pageLoaded, whenIdle } from './page-events.ts'

const draw = (element: Element | null) => element?.toggleAttribute('data-drawn', true)

export function enhanceRendering(): void {
  document.addEventListener(
    'contentvisibilityautostatechange',
    (event) => {
      const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent
      if (!skipped && target instanceof Element && target.matches('.far, .framed')) draw(target)
    },
    true,
  )
  const next = () => {
    if (draw(document.querySelector('.far:not([data-drawn])'))) whenIdle(next)
  }
  pageLoaded.then(() => whenIdle(next))
}
