/** Events in the life of a page. */

/** Calls `act` now, or when a prerendered page is shown. A prerendered page must not count, play or time. */
export function whenActive(act: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', act, { once: true })
  else act()
}

/** Waits for one painted frame, because a cached page loads before its first paint. */
const afterPaint = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

/** Resolves when the page has loaded and was painted, so that the network and the processor are free. */
export const pageLoaded = new Promise<void>((resolve) => {
  const settle = () => afterPaint(resolve)
  if (document.readyState === 'complete') settle()
  else addEventListener('load', settle, { once: true })
})

// WebKit has no requestIdleCallback.
const requestIdle = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200))
export const whenIdle = (act: () => void) => requestIdle(act, { timeout: 3000 })

/** Calls `act` whenever the browser shows this page again from its back/forward cache. */
export const onReturn = (act: () => void) =>
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) act()
  })
