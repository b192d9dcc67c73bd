/** Helpers that wait for events in the life of a page: activation, load, idle time, return from the back/forward cache. */

/**
 * Calls `act` at once, or when a prerendered page is shown. Until then the page must not count visits, play films or start
 * timers.
 */
export function whenActive(act: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', act, { once: true })
  else act()
}

/** Calls `act` after the next paint. */
export const afterPaint = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

let loaded: Promise<void> | undefined

/**
 * Resolves when the page has loaded and was painted, because `load` of a cached page fires before its first paint. Then
 * network and processor are free for less urgent work.
 */
export const pageLoaded = (): Promise<void> => {
  loaded ??= new Promise((resolve) => {
    const settle = () => afterPaint(resolve)
    if (document.readyState === 'complete') settle()
    else addEventListener('load', settle, { once: true })
  })
  return loaded
}

/** Time after loading in which a page decodes and paints its largest picture. ms */
const SETTLE_MS = 1000

/** Resolves once the first screen had time to be painted, or when the visitor leaves the page before. */
export async function settled(): Promise<void> {
  const left = new Promise((resolve) => addEventListener('pagehide', resolve, { once: true }))
  const painted = pageLoaded().then(() => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)))
  await Promise.race([left, painted])
}

// WebKit has no requestIdleCallback, so it waits for 200 ms instead.
const requestIdle = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200))
export const whenIdle = (act: () => void) => requestIdle(act, { timeout: 3000 })

/** Calls `act` each time the browser shows this page again from its back/forward cache. */
export const onReturn = (act: () => void) =>
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) act()
  })

/** Returns the target of the event, or its nearest ancestor, that matches the selector. */
export const closest = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null
