/** When a carousel advances by itself, and what holds it. */
import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHiddenTab, useOnScreen, useStill } from '../islands/page-state.ts'

/**
 * Calls `onTick` at an interval, which starts again after each pause.
 * @returns the interval, which is shorter at first. ms
 */
export function useAdvance(every: number, onTick: () => void, isHeld: boolean): number {
  const [delay, setDelay] = useState(() => computeFirstDelay(every))
  const hasStarted = useRef(false)
  const tick = useEffectEvent(onTick)
  useEffect(() => {
    if (isHeld) {
      if (hasStarted.current) setDelay(every)
      return
    }
    hasStarted.current = true
    const timer = setInterval(() => {
      setDelay(every)
      tick()
    }, delay)
    return () => clearInterval(timer)
  }, [delay, every, isHeld])
  return delay
}

/**
 * A carousel on the first screen moves for the first time `every` ms after the page has loaded, although React starts later.
 * One that a visitor has scrolled to is shown for the full time.
 */
function computeFirstDelay(every: number): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const elapsed = page?.loadEventEnd ? performance.now() - page.loadEventEnd : every
  return elapsed < 0.75 * every ? every - elapsed : every
}

/** The reasons for which a carousel does not advance, except a press. */
export function useHolds(root: RefObject<HTMLElement | null>) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isStill = useStill()
  const isHidden = useHiddenTab()
  const isOnScreen = useOnScreen(root, 0.25)
  return {
    isHeld: isHovered || isFocused || isStill || isHidden || !isOnScreen,
    holds: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  }
}
