/**
 * The carousel of the whole site. Before scripts run it is a row that snaps as it is scrolled; afterwards it advances
 * by itself, swipes past 40 px and listens to the arrow keys. It holds still while hovered, focused, pressed, off
 * screen, in a hidden tab, under reduced motion, and when the page's motion is paused (WCAG 2.2.2).
 */
import './carousel.css'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { MOTION_EVENT } from '../early.ts'
import { slidesSwiped } from './swipe.ts'
import { createTicker, type Ticker } from './ticker.ts'

interface Props {
  /** What it shows, for screen readers. */
  label: string
  /** ms from one slide to the next. */
  every: number
  /** 'fade': one slide at a time, each in the place of the last. 'row': side by side, the next one comes to the edge. */
  kind: 'fade' | 'row'
  className?: string
  slides: { key: string; content: ReactNode }[]
}

/** A press that moved this far (CSS px) is a drag and not a click. */
const DRAG_PX = 6

export function Carousel({ label, every, kind, className = '', slides }: Props) {
  const root = useRef<HTMLElement>(null)
  const track = useRef<HTMLUListElement>(null)
  const ticker = useRef<Ticker>(null)
  const press = useRef({ x: 0, from: 0, dragged: false, active: false })
  const [ready, setReady] = useState(false)
  const [current, setCurrent] = useState(0)
  const count = slides.length

  const slideWidth = (): number => {
    const [first, second] = track.current?.children ?? []
    return first && second ? left(second) - left(first) : Number.POSITIVE_INFINITY
  }

  const moveRow = (by: number) => {
    const row = track.current
    if (!row) return
    const atEnd = row.scrollLeft >= row.scrollWidth - row.clientWidth - 2
    const at = Math.round(row.scrollLeft / slideWidth())
    const to = by > 0 && atEnd ? 0 : by < 0 && row.scrollLeft < 2 ? count - 1 : at + by
    const target = row.children[Math.max(0, Math.min(count - 1, to))]
    const start = row.children[0]
    if (target && start) row.scrollTo({ left: left(target) - left(start), behavior: scrollBehavior() })
  }

  const move = (by: number) => {
    if (kind === 'row') moveRow(by)
    else setCurrent((index) => (index + by + count) % count)
  }

  // The effects below live as long as the carousel; what they call must be what was rendered last.
  const latestMove = useRef(move)
  useEffect(() => {
    latestMove.current = move
  })

  useEffect(() => {
    const element = root.current
    if (!element || count < 2) return
    setReady(true)
    const clock = createTicker(
      every,
      () => latestMove.current(1),
      (held) => element.toggleAttribute('data-held', held),
    )
    ticker.current = clock
    const stopListening = new AbortController()
    const { signal } = stopListening

    const reduced = matchMedia('(prefers-reduced-motion: reduce)')
    const motion = () =>
      clock.hold('motion', reduced.matches || document.documentElement.dataset.motion === 'paused')
    const visibility = () => clock.hold('hidden', document.hidden)
    motion()
    visibility()
    reduced.addEventListener('change', motion, { signal })
    document.addEventListener(MOTION_EVENT, motion, { signal })
    document.addEventListener('visibilitychange', visibility, { signal })

    const onScreen = new IntersectionObserver(([entry]) => clock.hold('away', !entry?.isIntersecting), {
      threshold: 0.25,
    })
    clock.hold('away', true)
    onScreen.observe(element)

    element.addEventListener('mouseenter', () => clock.hold('hover', true), { signal })
    element.addEventListener('mouseleave', () => clock.hold('hover', false), { signal })
    element.addEventListener('focusin', () => clock.hold('focus', true), { signal })
    element.addEventListener(
      'focusout',
      (event) => clock.hold('focus', element.contains(event.relatedTarget as Node | null)),
      { signal },
    )
    return () => {
      stopListening.abort()
      onScreen.disconnect()
      clock.stop()
    }
  }, [count, every])

  const onPointerDown = (event: React.PointerEvent) => {
    if (event.button !== 0) return
    press.current = { x: event.clientX, from: track.current?.scrollLeft ?? 0, dragged: false, active: true }
    ticker.current?.hold('press', true)
  }
  const onPointerMove = (event: React.PointerEvent) => {
    const { x, from, active } = press.current
    const dragged = x - event.clientX
    if (!active || (!press.current.dragged && Math.abs(dragged) < DRAG_PX)) return
    if (!press.current.dragged) {
      press.current.dragged = true
      root.current?.setPointerCapture(event.pointerId)
      root.current?.toggleAttribute('data-dragged', true)
    }
    if (kind === 'row' && track.current) track.current.scrollLeft = from + dragged
  }
  const release = (event: React.PointerEvent) => {
    const { x, from, dragged, active } = press.current
    if (!active) return
    press.current.active = false
    root.current?.toggleAttribute('data-dragged', false)
    ticker.current?.hold('press', false)
    if (!dragged) return
    const distance = event.type === 'pointercancel' ? 0 : x - event.clientX
    ticker.current?.restart()
    if (kind === 'fade') {
      const by = slidesSwiped(distance)
      if (by !== 0) move(by)
      return
    }
    const row = track.current
    const width = slideWidth()
    if (!row || width === Number.POSITIVE_INFINITY) return
    const to = Math.round(from / width) + slidesSwiped(distance, width)
    row.scrollTo({ left: Math.max(0, to * width), behavior: scrollBehavior() })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || count < 2) return
    event.preventDefault()
    const links = [...(track.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (kind === 'row') {
      // The browser brings what is focused into view.
      links[at + by]?.focus()
      return
    }
    const next = (current + by + count) % count
    setCurrent(next)
    // The slide that had the focus is about to become inert.
    requestAnimationFrame(() => track.current?.children[next]?.querySelector('a')?.focus())
  }

  const stacked = ready && kind === 'fade'
  return (
    <section
      ref={root}
      className={`carousel carousel-${kind} ${className}`}
      aria-roledescription="carrusel"
      aria-label={label}
      data-ready={ready || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onDragStart={(event) => event.preventDefault()}
      onClickCapture={(event) => {
        if (!press.current.dragged) return
        press.current.dragged = false
        event.preventDefault()
        event.stopPropagation()
      }}
      onKeyDown={onKeyDown}
    >
      <ul ref={track} className="carousel-track">
        {slides.map(({ key, content }, index) => (
          <li
            key={key}
            className="carousel-slide"
            data-current={index === current || undefined}
            inert={stacked && index !== current}
          >
            {content}
          </li>
        ))}
      </ul>
      {stacked && <span key={current} className="carousel-progress" aria-hidden="true" />}
    </section>
  )
}

const left = (element: Element): number => (element as HTMLElement).offsetLeft

const scrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
