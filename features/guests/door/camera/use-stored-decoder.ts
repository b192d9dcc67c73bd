import { useEffect } from 'react'
import type { StoreLater } from '../door-shell.ts'

/** Longest wait for an idle page, and the wait in Safari, which does not report it. ms */
const IDLE_MAX_MS = 5_000

const message: StoreLater = 'store-later'

/**
 * Lets the service worker store the decoder of the camera once the door is open, so that the first load does not wait for it
 * and the camera works without network.
 */
export function useStoredDecoder(isDue: boolean): void {
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!isDue || !container) return
    const store = () => void container.ready.then(({ active }) => active?.postMessage(message))
    const whenIdle = () =>
      'requestIdleCallback' in window
        ? void requestIdleCallback(store, { timeout: IDLE_MAX_MS })
        : void setTimeout(store, IDLE_MAX_MS)
    whenIdle()
    // A worker of a later release begins without the decoder.
    container.addEventListener('controllerchange', whenIdle)
    return () => container.removeEventListener('controllerchange', whenIdle)
  }, [isDue])
}
