/**
 * Opens the page of the door without network. It stores the files of the page, and neither addresses with tokens nor answers
 * of the API. The file imports only types, because the server sends it as one classic script.
 */
import type { DoorShell, StoreLater } from './door-shell.ts'

/** The parts of ServiceWorkerGlobalScope that the worker uses. TypeScript has no type for it beside those of pages. */
interface Worker {
  doorShell: DoorShell
  location: Location
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<{ url: string }[]>
  }
  registration: { scope: string }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    type: 'fetch',
    listener: (event: { request: Request; respondWith(response: Promise<Response>): void }) => void,
  ): void
  addEventListener(
    type: 'message',
    listener: (event: { data: unknown; waitUntil(done: Promise<unknown>): void }) => void,
  ): void
}

const worker = self as unknown as Worker
const { version, files, laterFiles, html, headers } = worker.doorShell
const PREFIX = 'door-'
const cacheName = `${PREFIX}${version}`

const STORE_LATER: StoreLater = 'store-later'

/** Time for the network to answer before the stored page opens. ms */
const NETWORK_MS = 2_500

worker.addEventListener('install', (event) =>
  event.waitUntil(
    (async () => {
      await (await caches.open(cacheName)).addAll(files)
      await worker.skipWaiting()
    })(),
  ),
)

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      // A page of an older release may be open. Its files stay until no page of the door is open.
      const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
      if (!pages.some(({ url }) => url.startsWith(worker.registration.scope))) {
        const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName)
        await Promise.all(old.map((name) => caches.delete(name)))
      }
      await worker.clients.claim()
    })(),
  ),
)

worker.addEventListener('message', (event) => {
  if (event.data === STORE_LATER) event.waitUntil(storeLater())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== worker.location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (url.pathname.startsWith('/assets/') || laterFiles.includes(url.pathname))
    event.respondWith(findFile(request))
})

/** Stores the files that the first load of the page does not need. Without network they are requested again later. */
async function storeLater(): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const file of laterFiles)
    if (!(await cache.match(file))) await cache.add(file).catch((error: unknown) => console.error(error))
}

/** Returns the page of the server, or the stored page when the network fails, is slow, or answers with a page of its own. */
async function openPage(request: Request): Promise<Response> {
  const stored = () => new Response(html, { headers })
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(stored()), NETWORK_MS))
  const network = fetch(request).then(
    // A page for signing in to a hotel's network is redirected. A proxy without a server answers 502.
    (response) => (response.ok && !response.redirected ? response : stored()),
    stored,
  )
  return Promise.race([network, slow])
}

/**
 * Returns a stored file, or the file of the network. Only the address is passed on: WebKit compares a request for the script of
 * a worker with `script-src` of this worker's policy, which allows none.
 */
const findFile = async ({ url }: Request): Promise<Response> => (await caches.match(url)) ?? fetch(url)
