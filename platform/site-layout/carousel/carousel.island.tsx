/**
 * The carousel of public pages: a row of slides that visitors scroll. Once React handles it, it also advances by itself, by swipes of
 * at least 40 px and by arrow keys. It does not advance while it is hovered, focused, pressed or off screen, in a hidden tab,
 * with reduced motion, or while the visitor has paused motion (WCAG 2.2.2).
 */
import './carousel.css?later'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useHydrated } from '../../ui/hydrated.ts'
import { island } from '../islands/island.tsx'
import { useAdvance, useHolds } from './advance.ts'
import { useDrags } from './drags.ts'
import { useFade } from './fade.ts'
import type { Movement } from './movement.ts'
import { useRow } from './row.ts'

interface Props {
  /** Accessible name of the carousel. */
  label: string
  /** Time that each slide is shown. ms */
  every: number
  /** 'fade' shows one slide at a time. 'row' shows slides side by side and scrolls to the next one. */
  kind: 'fade' | 'row'
  className?: string
  slides: { key: string; content: ReactNode }[]
  /** `aria-roledescription`, in the language of the page. */
  role?: string
}

export const Carousel = island('carousel', 'moving', (props: Props) =>
  props.kind === 'fade' ? <FadeCarousel {...props} /> : <RowCarousel {...props} />,
)

function FadeCarousel(props: Props) {
  const track = useRef<HTMLUListElement>(null)
  const { current, hasMoved, wanted, ...movement } = useFade(props.slides.length, track)
  const { isReady, delay, attributes } = useCarousel(props, track, movement)
  return (
    <section {...attributes} data-moved={hasMoved ? '' : undefined}>
      <ul className="carousel-track" ref={track}>
        {props.slides.map(({ key, content }, index) => (
          <li
            key={key}
            className="carousel-slide"
            inert={isReady && index !== current}
            data-current={isReady && index === current ? '' : undefined}
            data-wanted={wanted.has(index) ? '' : undefined}
          >
            {content}
          </li>
        ))}
      </ul>
      {props.slides.length > 1 && (
        // The key starts the line again with each slide.
        <span
          key={current}
          className="carousel-progress"
          style={isReady ? { animationDelay: `${delay - props.every}ms` } : undefined}
          aria-hidden="true"
        />
      )}
    </section>
  )
}

function RowCarousel(props: Props) {
  const track = useRef<HTMLUListElement>(null)
  const { showFocused, ...movement } = useRow(track)
  const { isReady, attributes } = useCarousel(props, track, movement)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link can have the focus before the carousel is ready
  useEffect(() => {
    if (isReady) showFocused()
  }, [isReady])
  return (
    <section {...attributes}>
      <ul className="carousel-track" ref={track}>
        {props.slides.map(({ key, content }) => (
          <li key={key} className="carousel-slide" onFocus={isReady ? showFocused : undefined}>
            {content}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns what both kinds share: the attributes of the element, with its handlers. */
function useCarousel(
  { label, every, kind, className = '', slides, role = 'carrusel' }: Props,
  track: RefObject<HTMLElement | null>,
  { move, endDrag, focusNext }: Movement,
) {
  const root = useRef<HTMLElement>(null)
  const isReady = useHydrated() && slides.length > 1
  const { isHeld, holds } = useHolds(root)
  const { isPressed, isDragged, drags } = useDrags(track, kind === 'row', endDrag)
  const isStopped = !isReady || isHeld || isPressed
  const delay = useAdvance(every, () => move(1), isStopped)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    focusNext(by)
  }
  const attributes = {
    ref: root,
    className: `carousel carousel-${kind} ${className}`,
    'aria-roledescription': role,
    'aria-label': label,
    ...(isReady && {
      ...holds,
      ...drags,
      onKeyDown,
      'data-ready': '',
      'data-held': isStopped ? '' : undefined,
      'data-dragged': isDragged ? '' : undefined,
    }),
  }
  return { isReady, delay, attributes }
}
