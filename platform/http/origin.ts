/** Requests of other sites' pages: which are refused, and which sites may call the API. */
import type { Env } from '../process/env.ts'

/** Methods that change nothing, and so are open to every site (RFC 9110 §9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that another site's page makes with an administrator's cookie. A request without
 * `Origin` and `Sec-Fetch-Site` is no browser and is judged by its cookie alone.
 * @param tls whether a proxy of ours says that the request came by https
 */
export function isForeign(
  request: Request,
  env: Pick<Env, 'siteUrl' | 'corsOrigins'>,
  tls: boolean,
): boolean {
  if (SAFE.has(request.method)) return false
  const origin = request.headers.get('Origin')
  const site = request.headers.get('Sec-Fetch-Site')
  if (site === 'same-origin' || site === 'none') return false
  if (origin === null) return site !== null
  return !isOwnOrigin(origin, request, env, tls) && !env.corsOrigins.includes(origin)
}

function isOwnOrigin(
  origin: string,
  request: Request,
  { siteUrl }: Pick<Env, 'siteUrl'>,
  tls: boolean,
): boolean {
  const site = siteUrl === null ? null : new URL(siteUrl)
  if (origin === site?.origin) return true
  const from = URL.parse(origin)
  if (from === null || from.host !== (request.headers.get('Host') ?? new URL(request.url).host)) return false
  // Behind a proxy that ends TLS, and that nobody named to us, the scheme is not ours to know; host and port are.
  if (from.protocol === 'https:') return true
  // A page without TLS is anybody's who sits between: it is ours only where the site itself has none.
  const isEncrypted = tls || (site?.protocol === 'https:' && site.host === from.host)
  return from.protocol === 'http:' && !isEncrypted
}

/** Headers that let the sites named in CORS_ORIGINS call the API with their visitors' cookies (Fetch §3.2). */
export function corsHeaders(
  request: Request,
  { corsOrigins }: Pick<Env, 'corsOrigins'>,
): Record<string, string> {
  const origin = request.headers.get('Origin')
  if (corsOrigins.length === 0) return {}
  if (origin === null || !corsOrigins.includes(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'ETag, Link, Location, Retry-After, X-Total-Count',
    ...(request.method === 'OPTIONS' && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': 'Content-Type, If-Match, If-None-Match, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    }),
  }
}
