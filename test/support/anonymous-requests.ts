/** The dearest request of each route that answers without a session. For benchmarks, and for tests of the gate. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { accessRows } from './api-access-table.ts'

const root = join(import.meta.dirname, '../..')

export interface AnonymousRequest {
  method?: string
  path: string
  body?: unknown
  /** Fields of a form. */
  form?: Record<string, string>
}

/** Requests by method and path as in `accessRows`, or by the path of a page. `turn` makes each request different. */
export type Requests = Record<string, (turn: number) => AnonymousRequest>

/** Ids, slugs and tokens that the requests contain. */
export interface RequestedItems {
  night: string
  slug: string
  article: string
  artist: string
  guest: string
  link: string
}

/** Returns the dearest requests of the API. */
function createApiRequests({ night }: RequestedItems): Requests {
  const post = (path: string, body: Record<string, unknown>) => (): AnonymousRequest => ({
    method: 'POST',
    path: `/api${path}`,
    body,
  })
  const credentials = { email: 'nadie@club.example', password: 'x'.repeat(100) }
  const token = 'x'.repeat(43)
  return {
    'GET /events': (turn) => ({ path: `/api/events?order=next&limit=${500 - (turn % 100)}` }),
    'GET /news': (turn) => ({ path: `/api/news?q=te&limit=${120 - (turn % 100)}` }),
    'GET /events/{id}': () => ({ path: `/api/events/${night}` }),
    'POST /auth/login': post('/auth/login', credentials),
    'POST /auth/logout': post('/auth/logout', {}),
    'POST /auth/link': post('/auth/link', { token }),
    'POST /auth/claim': post('/auth/claim', { token, ...credentials }),
    'POST /auth/forgot': post('/auth/forgot', credentials),
    'POST /auth/reset': post('/auth/reset', { token, ...credentials }),
    'POST /admin': post('/admin', credentials),
    'POST /invitations/look': post('/invitations/look', { token }),
    'POST /invitations/accept': post('/invitations/accept', { token, ...credentials }),
    'POST /visits': (turn) => ({ method: 'POST', path: '/api/visits', body: { path: `/inventada-${turn}` } }),
    'POST /clicks': () => ({ method: 'POST', path: '/api/clicks', body: { event: night } }),
    'GET /news/title/{title}': (turn) => ({ path: `/api/news/title/inventada-${turn}` }),
    'GET /health': () => ({ path: '/api/health?deep' }),
  }
}

/** Returns the dearest requests of pages, documents and files. */
function createSiteRequests(subject: RequestedItems): Requests {
  const { night, slug, article, artist } = subject
  const get = (path: string) => (): AnonymousRequest => ({ path })
  return {
    '/': (turn) => ({ path: `/?utm=${turn}` }),
    '/news': (turn) => ({ path: `/news?page=${turn}` }),
    '/news/{title}': (turn) => ({ path: `/news/${encodeURIComponent(`${article}-${turn}`)}` }),
    '/fechas': (turn) => ({ path: `/en/fechas?page=${turn}` }),
    '/fechas/archivo/{year}': (turn) => ({ path: `/fechas/archivo/${1000 + turn}` }),
    '/fechas/{slug}': (turn) => ({ path: `/fechas/${slug}-${turn}` }),
    '/fechas/{slug}, percent-encoded': (turn) => ({
      path: `/fechas/%${(65 + (turn % 26)).toString(16)}${slug}`,
    }),
    '/artistas/{slug}': (turn) => ({ path: `/artistas/${artist}-${turn}` }),
    '/preview/{token}': (turn) => ({ path: `/preview/${'x'.repeat(40)}${turn}` }),
    '/admin/{screen}/{id}': (turn) => ({ path: `/admin/events/updateevents/${turn}` }),
    '/fechas.ics': get('/fechas.ics'),
    '/fechas/{slug}.ics': (turn) => ({ path: `/fechas/${slug}-${turn}.ics` }),
    '/oembed': (turn) => ({
      path: `/oembed?maxwidth=${turn}&url=${encodeURIComponent(`http://127.0.0.1/fechas/${slug}`)}`,
    }),
    '/sitemap.xml': get('/sitemap.xml'),
    '/share/{page}.jpg': (turn) => ({ path: `/share/inventada${turn}.jpg` }),
    '/share/events/{id}.jpg': (turn) => ({ path: `/share/events/${turn}.jpg` }),
    '/media/{name}': (turn) => ({ path: `/media/${'a'.repeat(60)}${turn}.webp` }),
    '/assets/{name}': (turn) => ({ path: `/assets/inventado-${turn}.js` }),
    '/ir/{night}/{offer}': get(`/ir/${night}/url`),
    'an unknown path': (turn) => ({ path: `/inventada/${turn}` }),
  }
}

/** Exports of `features/<feature>/test/api-access.ts`. */
interface FeatureAccess {
  createAnonymousRequests(subject: RequestedItems): Requests
}

const accessOfFeatures = await Promise.all(
  globSync('features/*/test/api-access.ts', { cwd: root }).map(
    (file): Promise<FeatureAccess> => import(join(root, file)),
  ),
)

const createFeatureRequests = (subject: RequestedItems): Requests =>
  Object.assign({}, ...accessOfFeatures.map((each) => each.createAnonymousRequests(subject)))

/** Returns a request for each anonymous route. Routes of the API without one of their own get the plain request. */
export function createAnonymousRequests(subject: RequestedItems): Requests {
  const own = { ...createApiRequests(subject), ...createFeatureRequests(subject) }
  const rows = accessRows.filter(({ who }) => who === 'anyone')
  const fill: Record<string, string> = {
    '{id}': subject.night,
    '{token}': subject.link,
    '{title}': subject.article,
  }
  const plain = rows.flatMap(({ method, path }) => {
    const key = `${method} ${path}`
    // Groups of settings share one route declaration, and the whole site is dearer than each of them.
    if (own[key] || method !== 'GET' || path.startsWith('/site/')) return []
    const filled = path.replace(/\{\w+\}/g, (name) => encodeURIComponent(fill[name] ?? name))
    return [
      [
        key,
        (turn: number): AnonymousRequest => ({ path: `/api${filled}?limit=${500 - (turn % 400)}` }),
      ] as const,
    ]
  })
  const missing = rows.filter(({ method, path }) => method !== 'GET' && !own[`${method} ${path}`])
  if (missing.length > 0)
    throw new Error(`No request for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
  return { ...own, ...Object.fromEntries(plain), ...createSiteRequests(subject) }
}
