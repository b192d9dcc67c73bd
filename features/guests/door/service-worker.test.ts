import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SCOPE = 'https://club.example/puerta/'

type Listener = (event: Record<string, unknown>) => void

/** A cache storage in memory. */
function createCaches(initial: Record<string, string[]>) {
  const stored = new Map(Object.entries(initial).map(([name, files]) => [name, new Set(files)]))
  return {
    stored,
    open: async (name: string) => ({
      match: async (file: string) =>
        stored.get(name)?.has(new URL(file, SCOPE).href) ? new Response('stored file') : undefined,
      async add(file: string) {
        await fetch(file)
        stored.get(name)?.add(new URL(file, SCOPE).href)
      },
      async addAll(files: string[]) {
        stored.set(name, new Set(files.map((file) => new URL(file, SCOPE).href)))
      },
    }),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (url: string) =>
      [...stored.values()].some((files) => files.has(url)) ? new Response('stored file') : undefined,
  }
}

let listeners: Map<string, Listener>
let storage: ReturnType<typeof createCaches>
let openPages: string[]

async function load(old: Record<string, string[]> = {}) {
  listeners = new Map()
  openPages = []
  storage = createCaches(old)
  vi.resetModules()
  vi.stubGlobal('caches', storage)
  vi.stubGlobal('self', {
    doorShell: {
      version: 'new',
      files: ['/assets/door.js'],
      laterFiles: ['/puerta/decode-worker-1.js', '/assets/reader.wasm'],
      html: '<p>stored page',
      headers: [['Content-Security-Policy', "default-src 'none'"]],
    },
    location: new URL(`${SCOPE}sw.js`),
    registration: { scope: SCOPE },
    clients: { claim: vi.fn(async () => {}), matchAll: async () => openPages.map((url) => ({ url })) },
    skipWaiting: vi.fn(async () => {}),
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  })
  await import('./service-worker.ts')
}

async function dispatch(type: string, event: Record<string, unknown> = {}): Promise<void> {
  let done: Promise<unknown> | undefined
  listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) })
  await done
}

/** Returns the answer of the worker. null when it leaves the request to the network */
function request(path: string, { mode = 'cors', method = 'GET' } = {}): Promise<Response> | null {
  let answer: Promise<Response> | null = null
  listeners.get('fetch')?.({
    request: { url: new URL(path, SCOPE).href, mode, method },
    respondWith: (response: Promise<Response>) => {
      answer = response
    },
  })
  return answer
}

beforeEach(() => load())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('stores the files of the page and nothing else', async () => {
  await dispatch('install')
  expect([...storage.stored]).toEqual([['door-new', new Set(['https://club.example/assets/door.js'])]])
})

test('stores the decoder when the page requests it, and again after the network has failed', async () => {
  await dispatch('install')
  const requested: string[] = []
  let isOnline = false
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (file: string) => {
    requested.push(file)
    if (!isOnline && file.endsWith('.wasm')) throw new TypeError('no network')
  })
  await dispatch('message', { data: 'another message' })
  expect(requested).toEqual([])
  await dispatch('message', { data: 'store-later' })
  isOnline = true
  await dispatch('message', { data: 'store-later' })
  await dispatch('message', { data: 'store-later' })
  expect(requested).toEqual(['/puerta/decode-worker-1.js', '/assets/reader.wasm', '/assets/reader.wasm'])
  expect(await (await request('/puerta/decode-worker-1.js'))?.text()).toBe('stored file')
  expect(await (await request('/assets/reader.wasm'))?.text()).toBe('stored file')
})

test('keeps the files of an older page that is open, and removes them when none is', async () => {
  const old = { 'door-old': ['https://club.example/assets/old.js'], other: [] }
  await load(old)
  await dispatch('install')
  openPages = [`${SCOPE}token`]
  await dispatch('activate')
  expect([...storage.stored.keys()]).toEqual(['door-old', 'other', 'door-new'])
  expect(await (await request('/assets/old.js'))?.text()).toBe('stored file')

  await load(old)
  await dispatch('install')
  openPages = ['https://club.example/fechas']
  await dispatch('activate')
  expect([...storage.stored.keys()]).toEqual(['other', 'door-new'])
})

test('opens the page of the network', async () => {
  vi.stubGlobal('fetch', async () => new Response('page of the network'))
  expect(await (await request('token', { mode: 'navigate' }))?.text()).toBe('page of the network')
})

test.each([
  ['fails', () => Promise.reject(new TypeError('no network'))],
  ['has no server', async () => new Response('', { status: 502 })],
  [
    'redirects to a page for signing in',
    async () => Object.defineProperty(new Response(''), 'redirected', { value: true }),
  ],
])('opens the stored page with its headers when the network %s', async (_name, fetch) => {
  vi.stubGlobal('fetch', fetch)
  const page = await request('token', { mode: 'navigate' })
  expect(await page?.text()).toBe('<p>stored page')
  expect(page?.headers.get('Content-Security-Policy')).toBe("default-src 'none'")
})

test('opens the stored page when the network is slow', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const page = request('token', { mode: 'navigate' })
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await (await page)?.text()).toBe('<p>stored page')
})

test('leaves the API, writes and other sites to the network', () => {
  expect(request('/api/door')).toBeNull()
  expect(request('/api/door/entries', { method: 'POST' })).toBeNull()
  expect(request('https://other.example/assets/door.js')).toBeNull()
})
