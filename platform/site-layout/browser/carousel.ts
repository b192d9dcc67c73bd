/**
 * Turns a row with scroll snapping into a carousel. It advances by itself, by swipes of at least 40 px and by arrow keys. It does
 * not advance while it is hovered, focused, pressed or off screen, in a hidden tab, with reduced motion, or while the visitor has
 * paused motion (WCAG 2.2.2). platform/ui/carousel.tsx renders it. Only this file sets `data-ready`, `data-moved`,
 * `data-held`, `data-dragged`, `data-current`, `data-wanted` and `inert`.
 */
import type { Connect } from './custom-elements.ts'
import { watchMotion } from './motion-toggle.ts'
import { pageLoaded } from './page-events.ts'
import { countSwipedSlides } from './swipe.ts'
import { createTicker, type Ticker } from './ticker.ts'

/** Distance from which a press is a drag and not a click. CSS px */
const DRAG_PX = 6

interface Carousel {
  root: HTMLElement
  track: HTMLElement
  slides: HTMLElement[]
  clock: Ticker
  signal: AbortSignal
}

interface Movement {
  /** Moves by this number of slides. */
  move(by: number): void
  /** Ends a drag. @param from scroll position before the drag @param distance of the drag in CSS px */
  endDrag(from: number, distance: number): void
  /** Moves the focus to the next slide (1) or to the previous one (-1). */
  focusNext(by: number): void
}

export const connectCarousel: Connect = (root, signal) => {
  const track = root.querySelector<HTMLElement>('.carousel-track')
  const slides = [...(track?.children ?? [])] as HTMLElement[]
  if (!track || slides.length < 2) return
  const clock = createTicker(
    Number(root.dataset.every),
    () => movement.move(1),
    (held) => root.toggleAttribute('data-held', held),
  )
  signal.addEventListener('abort', clock.stop)
  const carousel = { root, track, slides, clock, signal }
  const isRow = root.dataset.kind === 'row'
  const movement = isRow ? moveInRow(carousel) : moveOneByOne(carousel)
  root.toggleAttribute('data-ready', true)
  pauseClock(carousel)
  followDrags(carousel, movement, isRow)
  followKeys(carousel, movement)
}

/** For a carousel that shows one slide at a time. */
function moveOneByOne({ root, slides }: Carousel): Movement {
  const count = slides.length
  const progress = root.querySelector('.carousel-progress')
  let current = Math.max(
    0,
    slides.findIndex((slide) => slide.hasAttribute('data-current')),
  )
  const want = (index: number) => slides[index]?.toggleAttribute('data-wanted', true)
  const show = (index: number) => {
    current = (index + count) % count
    root.toggleAttribute('data-moved', root.hasAttribute('data-ready'))
    slides.forEach((slide, at) => {
      slide.toggleAttribute('data-current', at === current)
      slide.inert = at !== current
    })
    want(current)
    pageLoaded.then(() => want((current + 1) % count))
    for (const line of progress?.getAnimations() ?? []) {
      line.currentTime = 0
      line.play()
    }
  }
  show(current)
  return {
    move: (by) => show(current + by),
    endDrag(_from, distance) {
      if (countSwipedSlides(distance) !== 0) show(current + countSwipedSlides(distance))
    },
    focusNext(by) {
      show(current + by)
      // The previous slide is inert now, so it has lost the focus.
      slides[current]?.querySelector('a')?.focus()
    },
  }
}

/** For a carousel with slides side by side. It scrolls the next slide to the left edge. */
function moveInRow({ track, slides }: Carousel): Movement {
  const [first, second] = slides as [HTMLElement, HTMLElement]
  const slideWidth = () => second.offsetLeft - first.offsetLeft
  const scrollTo = (to: number) => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const target = slides[Math.max(0, Math.min(slides.length - 1, to))] ?? first
    track.scrollTo({ left: target.offsetLeft - first.offsetLeft, behavior: still ? 'instant' : 'smooth' })
  }
  return {
    move(by) {
      const atEnd = track.scrollLeft >= track.scrollWidth - track.clientWidth - 2
      const at = Math.round(track.scrollLeft / slideWidth())
      scrollTo(by > 0 && atEnd ? 0 : by < 0 && track.scrollLeft < 2 ? slides.length - 1 : at + by)
    },
    endDrag: (from, distance) =>
      scrollTo(Math.round(from / slideWidth()) + countSwipedSlides(distance, slideWidth())),
    focusNext(by) {
      const focused = slides.findIndex((slide) => slide.contains(document.activeElement))
      // The browser scrolls the focused link of the slide into view.
      slides[focused + by]?.querySelector('a')?.focus()
    },
  }
}

/** Listens in the capture phase, before the links in the carousel. A click that ends a drag must not open a link. */
const listen = <Type extends keyof HTMLElementEventMap>(
  { root, signal }: Carousel,
  type: Type,
  handle: (event: HTMLElementEventMap[Type]) => void,
) => root.addEventListener(type, handle, { capture: true, signal })

/** Pauses the clock for each reason for which the carousel must not advance. */
function pauseClock(carousel: Carousel): void {
  const { root, clock, signal } = carousel
  watchMotion((still) => clock.hold('motion', still), signal)
  const visibility = () => clock.hold('hidden', document.hidden)
  visibility()
  document.addEventListener('visibilitychange', visibility, { signal })
  clock.hold('away', true)
  const onScreen = new IntersectionObserver(([entry]) => clock.hold('away', !entry?.isIntersecting), {
    threshold: 0.25,
  })
  onScreen.observe(root)
  signal.addEventListener('abort', () => onScreen.disconnect())
  root.addEventListener('mouseenter', () => clock.hold('hover', true), { signal })
  root.addEventListener('mouseleave', () => clock.hold('hover', false), { signal })
  listen(carousel, 'focusin', () => clock.hold('focus', true))
  listen(carousel, 'focusout', ({ relatedTarget }) =>
    clock.hold('focus', root.contains(relatedTarget as Node | null)),
  )
}

function followDrags(carousel: Carousel, { endDrag }: Movement, isRow: boolean): void {
  const { root, track, clock } = carousel
  let press: { x: number; from: number; dragged: boolean } | null = null
  let justDragged = false
  listen(carousel, 'pointerdown', ({ button, clientX }) => {
    if (button !== 0) return
    press = { x: clientX, from: track.scrollLeft, dragged: false }
    justDragged = false
    clock.hold('press', true)
  })
  listen(carousel, 'pointermove', ({ clientX, pointerId }) => {
    if (!press) return
    const distance = press.x - clientX
    if (!press.dragged && Math.abs(distance) < DRAG_PX) return
    if (!press.dragged) {
      press.dragged = true
      root.setPointerCapture(pointerId)
      root.toggleAttribute('data-dragged', true)
    }
    if (isRow) track.scrollLeft = press.from + distance
  })
  const release = ({ type, clientX }: PointerEvent) => {
    if (!press) return
    const { x, from, dragged } = press
    press = null
    justDragged = dragged
    root.toggleAttribute('data-dragged', false)
    clock.hold('press', false)
    if (!dragged) return
    clock.restart()
    endDrag(from, type === 'pointercancel' ? 0 : x - clientX)
  }
  listen(carousel, 'pointerup', release)
  listen(carousel, 'pointercancel', release)
  listen(carousel, 'dragstart', (event) => event.preventDefault())
  listen(carousel, 'click', (event) => {
    if (!justDragged) return
    justDragged = false
    event.preventDefault()
    event.stopPropagation()
  })
}

function followKeys(carousel: Carousel, { focusNext }: Movement): void {
  listen(carousel, 'keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    focusNext(by)
  })
}
