/** Who asks, from where, and what a browser may do with an answer. */
import { BlockList, isIP } from 'node:net'
import { MAP_TILES_ORIGIN } from '../../contract/messages/contact.ts'
import type { Env } from '../env.ts'

/** Methods that change nothing, and so are open to every site (RFC 9110 §9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that another site's page makes with an administrator's cookie (decisions §4). A request without
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

/**
 * Finds the visitor's address, and whether they came by https: from the connection, or from what the proxies named
 * in TRUST_PROXY say. Anybody can send `X-Forwarded-For`; only a proxy of ours is believed.
 * @returns a reader; `tls`: a proxy says so; `https`: that, or SITE_URL does
 */
export function createCallerReader({ trustProxy, siteUrl }: Pick<Env, 'trustProxy' | 'siteUrl'>) {
  const isTrusted = Array.isArray(trustProxy) ? addressMatcher(trustProxy) : null
  const isBelieved = createProxyTrust({ trustProxy })
  return (headers: Headers, peer: string) => {
    const hops = (headers.get('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
    const believed = isBelieved(peer)
    let address = peer
    // From the nearest proxy outwards. What is no address was not written by a proxy of ours: nothing before it counts.
    for (let trusted = isTrusted ? Number.POSITIVE_INFINITY : Number(trustProxy); trusted > 0; trusted--) {
      const hop = hops.pop()
      if (hop === undefined || isIP(hop) === 0 || (isTrusted && !isTrusted(address))) break
      address = hop
    }
    const forwarded = believed ? headers.get('X-Forwarded-Proto')?.split(',').at(-1)?.trim() : undefined
    const tls = forwarded === 'https'
    return { address, tls, https: tls || (siteUrl?.startsWith('https:') ?? false) }
  }
}

/** @returns whether what this peer says of a request is believed: it is a proxy named in TRUST_PROXY */
export function createProxyTrust({ trustProxy }: Pick<Env, 'trustProxy'>): (peer: string) => boolean {
  return Array.isArray(trustProxy) ? addressMatcher(trustProxy) : () => trustProxy > 0
}

function addressMatcher(list: string[]): (address: string) => boolean {
  const blocks = new BlockList()
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) blocks.addAddress(address, family)
    else blocks.addSubnet(address, Number(prefix), family)
  }
  return (address) => blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

export interface PolicyParts {
  scriptHashes: string[]
  /** Of style elements. 'any' in development, where Vite puts styles into the page as they change. */
  styleHashes: string[] | 'any'
}

/** Origins that a visitor's click may load in a frame, and nothing before it. */
const PLAYERS = 'https://www.youtube-nocookie.com https://w.soundcloud.com'

/**
 * The Content-Security-Policy of a page. Inline scripts and style elements count only by their hash (a page is cached, so
 * a nonce would be the same for everyone and prove nothing), style attributes and event handlers not at all.
 */
export function contentSecurityPolicy(
  { scriptHashes, styleHashes }: PolicyParts,
  env: Pick<Env, 'apiBase' | 'siteUrl'>,
): string {
  const api = URL.canParse(env.apiBase) ? ` ${new URL(env.apiBase).origin}` : ''
  const styles = styleHashes === 'any' ? ["'unsafe-inline'"] : styleHashes
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    // data: for the tiny placeholders, blob: for the crop of a picture that is not sent yet.
    `img-src 'self' data: blob: ${MAP_TILES_ORIGIN}${api}`,
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${api}`,
    `frame-src ${PLAYERS}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(env.siteUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** For answers that are no pages: nothing in them may run, whatever a browser takes them for. */
export const BARE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/**
 * Other sites may show it: pictures, share images and icons, which feed readers and social networks embed. Whatever does
 * not say so is for the site's own pages only.
 */
export const EMBEDDABLE: [string, string] = ['Cross-Origin-Resource-Policy', 'cross-origin']

/**
 * What a page could ask a browser for and ours never does: closed to them, to whatever they might come to run, and to the
 * players in their frames. Names that Chromium knows; one that it does not would be a complaint in every console.
 */
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Sent with every answer that does not say otherwise of itself (`neededBeside`). */
export function securityHeaders({ siteUrl }: Pick<Env, 'siteUrl'>): [string, string][] {
  const always: Record<string, string> = {
    // A file is what its Content-Type says, even if a browser thinks it looks like a script.
    'X-Content-Type-Options': 'nosniff',
    // Other sites learn where a visitor came from, not what they were reading. Map tiles are refused to who says less.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // For browsers that do not know frame-ancestors.
    'X-Frame-Options': 'DENY',
    // No window that another site opened, or that we opened, is in reach of the other.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Another site's page can neither embed it nor have it in its process's memory.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Not even a sibling host shares a process with the site.
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': PERMISSIONS,
    'Content-Security-Policy': BARE_POLICY,
    // Only when the club says that it lives under https: a browser remembers this for a year.
    ...(siteUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
  return Object.entries(always)
}

/** An answer's own headers may speak of these, and then they hold; all others are the same with every answer. */
const OWN = new Set(['content-security-policy', 'cross-origin-resource-policy'])

/** Browsers read these of documents only, and the longest is as long as many a script of ours is compressed. */
const OF_DOCUMENTS = new Set(['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy'])

/** What a page is made of. Opened by itself each is sandboxed by its policy. */
const PART = /^(text\/(css|javascript)|font\/|image\/(?!svg)|video\/)/

/**
 * The headers of `always` that an answer needs beside its own.
 * @param own the value of a header of the answer, by its name in lower case
 */
export function neededBeside(
  own: (name: string) => string | null | undefined,
  always: [string, string][],
): [string, string][] {
  const isPart = PART.test(own('content-type') ?? '')
  return always.filter(([header]) => {
    const name = header.toLowerCase()
    return !(OWN.has(name) && own(name)) && !(isPart && OF_DOCUMENTS.has(name))
  })
}
