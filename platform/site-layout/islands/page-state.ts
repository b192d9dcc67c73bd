/** State of the page that several islands follow. */
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { isStill, onMotion } from '../browser/motion-toggle.ts'

/** True while the visitor or the system has stopped motion. */
export const useStill = (): boolean => useSyncExternalStore(onMotion, isStill, () => true)

function onVisibility(act: () => void): () => void {
  document.addEventListener('visibilitychange', act)
  return () => document.removeEventListener('visibilitychange', act)
}

/** True while the tab is in the background. */
export const useHiddenTab = (): boolean =>
  useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  )

/** True while the element is on the screen. @param threshold visible part of the element, from 0 to 1 */
export function useOnScreen(ref: RefObject<Element | null>, threshold = 0): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const screen = new IntersectionObserver(
      (entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false),
      { threshold },
    )
    screen.observe(ref.current)
    return () => screen.disconnect()
  }, [ref, threshold])
  return isOnScreen
}
