/** Rejects writes from pages of other sites. The sites of CORS_ORIGINS may call the API. */
import type { Env } from '../process/env.ts'

/** Methods without effects (RFC 9110 §9.2.1). Every site may use them. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * True for a write from another site's page, which could misuse an administrator's cookie. A request without `Origin` and
 * `Sec-Fetch-Site` does not come from a browser, so it is accepted.
 * @param tls a trusted proxy reports that the visitor uses https
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
  // Behind a TLS proxy that TRUST_PROXY does not name, the scheme is unknown. Host and port are known and have to be equal.
  if (from.protocol === 'https:') return true
  // An attacker on the network can forge a page without TLS. An http origin is accepted only when the site has no TLS
  // itself.
  const isEncrypted = tls || (site?.protocol === 'https:' && site.host === from.host)
  return from.protocol === 'http:' && !isEncrypted
}

/** Returns the headers with which the sites in CORS_ORIGINS may call the API with their visitors' cookies (Fetch §3.2). */
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
    'Access-Control-Expose-Headers': 'Date, ETag, Link, Location, Retry-After, X-Total-Count',
    ...(request.method === 'OPTIONS' && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': 'Content-Type, If-Match, If-None-Match, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    }),
  }
}
