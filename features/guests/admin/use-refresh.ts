import { useEffect } from 'react'

/** How often the data of a running night is read again. ms */
const REFRESH_MS = 10_000

/** Calls a function repeatedly while the page is visible, and when it becomes visible again. */
export function useRefresh(isNeeded: boolean, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!isNeeded) return
    const read = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    const timer = setInterval(read, REFRESH_MS)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [isNeeded, refresh])
}
