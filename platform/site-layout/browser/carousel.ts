/**
 * What makes a carousel of a row that snaps as it is scrolled: it advances by itself, swipes past 40 px and listens to
 * the arrow keys. It holds still while hovered, focused, pressed, off screen, in a hidden tab, under reduced motion, and
 * when the page's motion is paused (WCAG 2.2.2). Its markup is ui/carousel.tsx's; `data-ready`, `data-held`,
 * `data-dragged`, `data-current`, `data-wanted` and `inert` belong to this file alone.
 */
import type { Connect } from './elements.ts'
import { loaded } from './moments.ts'
import { onStillness } from './motion.ts'
import { slidesSwiped } from './swipe.ts'
import { createTicker } from './ticker.ts'

/** A press that moved this far (CSS px) is a drag and not a click. */
const DRAG_PX = 6

export const connectCarousel: Connect = (root, signal) => {
  const track = root.querySelector<HTMLElement>('.carousel-track')
  const slides = [...(track?.children ?? [])] as HTMLElement[]
  const [first, second] = slides
  if (!track || !first || !second) return
  const count = slides.length
  const isRow = root.dataset.kind === 'row'
  // Before the links in it: what ends a drag opens nothing.
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    handle: (event: HTMLElementEventMap[Type]) => void,
  ) => root.addEventListener(type, handle, { capture: true, signal })

  const clock = createTicker(
    Number(root.dataset.every),
    () => move(1),
    (held) => root.toggleAttribute('data-held', held),
  )
  signal.addEventListener('abort', clock.stop)

  // One slide at a time, each in the place of the last.
  const progress = root.querySelector('.carousel-progress')
  let current = Math.max(
    0,
    slides.findIndex((slide) => slide.hasAttribute('data-current')),
  )
  const want = (index: number) => slides[index]?.toggleAttribute('data-wanted', true)
  const show = (index: number) => {
    current = (index + count) % count
    slides.forEach((slide, at) => {
      slide.toggleAttribute('data-current', at === current)
      slide.inert = at !== current
    })
    want(current)
    loaded.then(() => want((current + 1) % count))
    for (const line of progress?.getAnimations() ?? []) {
      line.currentTime = 0
      line.play()
    }
  }

  // Side by side, the next one comes to the edge.
  const slideWidth = () => second.offsetLeft - first.offsetLeft
  const scrollTo = (to: number) => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const target = slides[Math.max(0, Math.min(count - 1, to))] ?? first
    track.scrollTo({ left: target.offsetLeft - first.offsetLeft, behavior: still ? 'instant' : 'smooth' })
  }
  const scrollBy = (by: number) => {
    const atEnd = track.scrollLeft >= track.scrollWidth - track.clientWidth - 2
    const at = Math.round(track.scrollLeft / slideWidth())
    scrollTo(by > 0 && atEnd ? 0 : by < 0 && track.scrollLeft < 2 ? count - 1 : at + by)
  }

  const move = (by: number) => (isRow ? scrollBy(by) : show(current + by))

  if (!isRow) show(current)
  root.toggleAttribute('data-ready', true)

  onStillness((still) => clock.hold('motion', still), signal)
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
  on('focusin', () => clock.hold('focus', true))
  on('focusout', ({ relatedTarget }: FocusEvent) =>
    clock.hold('focus', root.contains(relatedTarget as Node | null)),
  )

  let press: { x: number; from: number; dragged: boolean } | null = null
  let justDragged = false
  on('pointerdown', ({ button, clientX }: PointerEvent) => {
    if (button !== 0) return
    press = { x: clientX, from: track.scrollLeft, dragged: false }
    justDragged = false
    clock.hold('press', true)
  })
  on('pointermove', ({ clientX, pointerId }: PointerEvent) => {
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
    const distance = type === 'pointercancel' ? 0 : x - clientX
    if (isRow) scrollTo(Math.round(from / slideWidth()) + slidesSwiped(distance, slideWidth()))
    else if (slidesSwiped(distance) !== 0) move(slidesSwiped(distance))
  }
  on('pointerup', release)
  on('pointercancel', release)
  on('dragstart', (event) => event.preventDefault())
  on('click', (event) => {
    if (!justDragged) return
    justDragged = false
    event.preventDefault()
    event.stopPropagation()
  })

  on('keydown', (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    if (isRow) {
      const focused = slides.findIndex((slide) => slide.contains(document.activeElement))
      // A slide may hold several links. The browser brings what is focused into view.
      slides[focused + by]?.querySelector('a')?.focus()
      return
    }
    show(current + by)
    // The slide that had the focus has become inert.
    slides[current]?.querySelector('a')?.focus()
  })
}
