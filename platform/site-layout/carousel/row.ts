import type { RefObject } from 'react'
import type { Movement } from './movement.ts'
import { countSwipedSlides } from './swipe.ts'

/** For a carousel with slides side by side. It scrolls the next slide to the left edge. */
export function useRow(track: RefObject<HTMLElement | null>): Movement & { showFocused(): void } {
  const measure = () => {
    const list = track.current as HTMLElement
    const slides = [...list.children] as HTMLElement[]
    const [first, second] = slides as [HTMLElement, HTMLElement]
    return { list, slides, first, width: second.offsetLeft - first.offsetLeft }
  }
  const scrollTo = (index: number) => {
    const { list, slides, first } = measure()
    const target = slides[Math.max(0, Math.min(slides.length - 1, index))] ?? first
    const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    list.scrollTo({
      left: target.offsetLeft - first.offsetLeft,
      behavior: isReduced ? 'instant' : 'smooth',
    })
  }
  return {
    /** Shows the whole slide with the focus. Chromium does not scroll sideways to a link of which 32 px are visible. */
    showFocused() {
      const { list, slides } = measure()
      const index = slides.findIndex((slide) => slide.contains(document.activeElement))
      const slide = slides[index]
      // A link that the pointer has focused must stay under the pointer.
      if (!slide || !document.activeElement?.matches(':focus-visible')) return
      const { left, right } = slide.getBoundingClientRect()
      const view = list.getBoundingClientRect()
      if (left < view.left || right > view.right) scrollTo(index)
    },
    move(by) {
      const { list, slides, width } = measure()
      const isAtEnd = list.scrollLeft >= list.scrollWidth - list.clientWidth - 2
      const isAtStart = list.scrollLeft < 2
      if (by > 0 && isAtEnd) scrollTo(0)
      else if (by < 0 && isAtStart) scrollTo(slides.length - 1)
      else scrollTo(Math.round(list.scrollLeft / width) + by)
    },
    endDrag(from, distance) {
      const { width } = measure()
      scrollTo(Math.round(from / width) + countSwipedSlides(distance, width))
    },
    focusNext(by) {
      const { slides } = measure()
      const focused = slides.findIndex((slide) => slide.contains(document.activeElement))
      // The browser scrolls the focused link of the slide into view.
      // biome-ignore lint/plugin: the link is HTML of the server, to which React has no reference
      slides[focused + by]?.querySelector('a')?.focus()
    },
  }
}
