import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pageLoaded } from '../browser/page-events.ts'
import type { Movement } from './movement.ts'
import { countSwipedSlides } from './swipe.ts'

interface Fade extends Movement {
  /** Index of the slide that is shown. */
  current: number
  /** False until the first movement, so that no slide fades while React starts. */
  hasMoved: boolean
  /** Indexes of the slides whose pictures load. */
  wanted: ReadonlySet<number>
}

/** For a carousel that shows one slide at a time. */
export function useFade(count: number, track: RefObject<HTMLElement | null>): Fade {
  const [{ current, hasMoved }, setPosition] = useState({ current: 0, hasMoved: false })
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set())
  const followsFocus = useRef(false)
  const move = (by: number) =>
    setPosition((before) => ({ current: (before.current + by + count) % count, hasMoved: true }))
  useLayoutEffect(() => {
    // The slide to which the visitor has scrolled before React started.
    const { scrollLeft, clientWidth } = track.current as HTMLElement
    if (scrollLeft > 0) setPosition({ current: Math.round(scrollLeft / clientWidth), hasMoved: false })
  }, [track])
  useEffect(() => {
    const want = (index: number) => setWanted((before) => new Set(before).add(index))
    want(current)
    void pageLoaded().then(() => want((current + 1) % count))
    // biome-ignore lint/plugin: the link is HTML of the server, to which React has no reference
    if (followsFocus.current) track.current?.children[current]?.querySelector('a')?.focus()
    followsFocus.current = false
  }, [current, count, track])
  return {
    current,
    hasMoved,
    wanted,
    move,
    endDrag: (_from, distance) => {
      const by = countSwipedSlides(distance)
      if (by !== 0) move(by)
    },
    focusNext: (by) => {
      // The focus follows when the next slide is no longer inert.
      followsFocus.current = true
      move(by)
    },
  }
}
