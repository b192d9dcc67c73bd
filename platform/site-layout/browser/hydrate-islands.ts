/**
 * Decides when React takes over an island (platform/site-layout/islands/island.tsx). The first one of a page loads React and all
 * islands. Until then the browser itself handles links, forms, `details` and popovers inside islands. A press of another button
 * is held, and repeated when React handles it.
 */
import { ChunkError, loadChunk } from '../../api/client/load-chunk.ts'
import { readStored } from '../../api/client/root-state.ts'
import { LONG_NOTICE_MS } from '../../shared/limits.ts'
import { notify } from '../../ui/notify.ts'
import { ISLAND_TAG } from '../islands/island-names.ts'
import { isStill, onMotion } from './motion-toggle.ts'
import { afterPaint, closest, pageLoaded, whenActive, whenIdle } from './page-events.ts'
import { isDataSaverOn } from './save-data.ts'

/** Begins the `data-when` of an island that needs a value in local storage. Its key follows. */
const STORED = 'stored:'

interface IslandsFile {
  /** Resolves when the island handles events. */
  hydrateIsland(root: HTMLElement): Promise<void>
}

/** Buttons that only React can handle. sign-out.ts handles Cerrar Sesión. */
const HELD = 'button[type=button]:not([popovertarget], [data-sign-out])'

/**
 * Time from the arrival of the fonts until islands on the screen start. Until then the largest part of the page is painted. ms
 */
const SETTLE_MS = 500

/**
 * @param load imports the file of the islands
 * @param fonts resolves when the page has its fonts
 */
export function enhanceIslands(load: () => Promise<IslandsFile>, fonts: Promise<void>): void {
  const runs = new WeakMap<HTMLElement, Promise<void>>()
  const hydrate = (root: HTMLElement): Promise<void> => {
    const run = runs.get(root) ?? start(root, load).catch(fail)
    runs.set(root, run)
    return run
    function fail(error: unknown): void {
      console.error(error)
      // An island with a fault stays as the server rendered it. A file that did not arrive is requested again at the next use.
      if (!(error instanceof ChunkError)) return
      runs.delete(root)
      report(error)
    }
  }
  hydrateUsed(hydrate)
  preloadWhenUsed()
  whenActive(() =>
    Promise.all([pageLoaded(), fonts]).then(() =>
      setTimeout(() => whenIdle(() => hydrateVisible(hydrate)), SETTLE_MS),
    ),
  )
}

type Hydrate = (root: HTMLElement) => Promise<void>

async function start(root: HTMLElement, load: () => Promise<IslandsFile>): Promise<void> {
  const { hydrateIsland } = await loadChunk('islands', load)
  await hydrateIsland(root)
  root.toggleAttribute('data-live', true)
}

/** Tells the visitor once that the file did not arrive. The page works without it, so one message is enough. */
function report(error: ChunkError): void {
  const { dataset } = document.documentElement
  if (dataset.islands === 'failed') return
  dataset.islands = 'failed'
  notify({ title: 'Oops...', text: error.message, ms: LONG_NOTICE_MS })
}

const findWaiting = (event: Event) => closest(event, `${ISLAND_TAG}:not([data-live])`)

/** React starts after the next paint, so that a menu that the browser opens is visible first. */
function hydrateUsed(hydrate: Hydrate): void {
  const held = new Set<HTMLElement>()
  const listen = (type: string, act: (root: HTMLElement, event: Event) => void) =>
    document.addEventListener(
      type,
      (event) => {
        const root = findWaiting(event)
        if (root) act(root, event)
      },
      true,
    )
  // `pointercancel` begins to scroll by touch.
  for (const type of ['pointerup', 'pointercancel', 'focusin', 'keydown', 'input'])
    listen(type, (root) => afterPaint(() => hydrate(root)))
  listen('click', (root, event) => {
    const button = closest(event, HELD)
    if (!button) return
    event.preventDefault()
    event.stopPropagation()
    if (held.has(button)) return
    held.add(button)
    hydrate(root).then(() => {
      held.delete(button)
      if (root.hasAttribute('data-live')) button.click()
    })
  })
}

/** Requests the file of the islands at the first use of the page, without running it. */
function preloadWhenUsed(): void {
  const href = document.querySelector<HTMLScriptElement>('[data-islands]')?.dataset.islands
  if (!href || isDataSaverOn()) return
  const used = new AbortController()
  for (const type of ['pointerdown', 'pointermove', 'keydown'])
    addEventListener(
      type,
      () => {
        used.abort()
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      },
      { signal: used.signal },
    )
}

/** True for an island that React takes over when it is on the screen. */
function isWanted({ dataset: { when = '' } }: HTMLElement): boolean {
  if (when === 'moving') return !isStill() && !isDataSaverOn()
  return when === 'visible' || (when.startsWith(STORED) && readStored(when.slice(STORED.length)) !== null)
}

function hydrateVisible(hydrate: Hydrate): void {
  const screen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const root = target.closest<HTMLElement>(ISLAND_TAG)
      if (!isIntersecting || !root || !isWanted(root)) continue
      screen.unobserve(target)
      hydrate(root)
    }
  })
  const observe = () => {
    screen.disconnect()
    // The element of an island has no box, so the element inside is observed.
    for (const { firstElementChild } of document.querySelectorAll(`${ISLAND_TAG}:not([data-live])`))
      if (firstElementChild) screen.observe(firstElementChild)
  }
  observe()
  onMotion(observe)
}
