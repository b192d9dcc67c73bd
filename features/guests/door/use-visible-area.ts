import { useEffect } from 'react'

/**
 * Keeps the page inside of the visible area while a keyboard covers a part of it. Android resizes the page itself
 * (`interactive-widget`); iOS only changes the visual viewport, and moves it over the page.
 */
export function useVisibleArea(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const { style } = document.documentElement
    const update = () => {
      // A page that is zoomed by two fingers scrolls in both directions (WCAG 1.4.4), so it keeps its size.
      const isCovered = view.scale < 1.01 && view.height < window.innerHeight - 1
      if (isCovered) {
        style.setProperty('--visible-height', `${view.height}px`)
        style.setProperty('--visible-top', `${view.offsetTop}px`)
      } else {
        style.removeProperty('--visible-height')
        style.removeProperty('--visible-top')
      }
    }
    update()
    view.addEventListener('resize', update)
    view.addEventListener('scroll', update)
    return () => {
      view.removeEventListener('resize', update)
      view.removeEventListener('scroll', update)
    }
  }, [])
}
