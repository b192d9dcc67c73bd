/** Moments at which a page has time for what nobody waits for. */

/** A page from the cache has loaded before anything was painted: one frame is shown first. */
export const whenShown = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

const idle = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200))
export const whenIdle = (act: () => void) => idle(act, { timeout: 3000 })
