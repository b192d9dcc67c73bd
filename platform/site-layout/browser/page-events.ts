/** Moments in the life of a page. */

/** Now, or once a page that the browser rendered ahead is looked at: nothing is counted, played or timed before. */
export function whenActive(act: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', act, { once: true })
  else act()
}

/** A page from the cache has loaded before anything was painted: one frame is shown first. */
const whenShown = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

/** Resolves when the page has loaded and was painted: line and processor are free for what comes last. */
export const pageLoaded = new Promise<void>((resolve) => {
  const settle = () => whenShown(resolve)
  if (document.readyState === 'complete') settle()
  else addEventListener('load', settle, { once: true })
})

// WebKit has no requestIdleCallback.
const idle = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200))
export const whenIdle = (act: () => void) => idle(act, { timeout: 3000 })

/** Calls `act` whenever the browser shows this page again as it was left, from its back/forward cache. */
export const onReturn = (act: () => void) =>
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) act()
  })
