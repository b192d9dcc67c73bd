/** Security headers: the Content-Security-Policy of a page, and the headers of every response. */
import { MAP_TILES_ORIGIN } from '../mail/contact-message.ts'
import type { Env } from '../process/env.ts'

export interface PolicyParts {
  /** Hashes of the inline scripts that the renderer wrote. */
  scriptHashes: string[]
  /** Hashes of the renderer's style elements. 'any' in development, where Vite adds styles to the page as they change. */
  styleHashes: string[] | 'any'
}

/** Origins of players that a page loads in a frame after a visitor's click. */
const PLAYERS = [
  'https://www.youtube-nocookie.com',
  'https://w.soundcloud.com',
  'https://player-widget.mixcloud.com',
  'https://open.spotify.com',
  'https://bandcamp.com',
].join(' ')

/**
 * The Content-Security-Policy of a page. Inline scripts and style elements are allowed only by their hash. Pages are cached,
 * so every visitor would get the same nonce, which would be no secret. Only elements that the renderer wrote have hashes
 * (`hashInline` in platform/pages/page-handler.ts). Style attributes and event handlers never run.
 */
export function contentSecurityPolicy(
  { scriptHashes, styleHashes }: PolicyParts,
  env: Pick<Env, 'apiBase' | 'siteUrl'>,
): string {
  const api = URL.canParse(env.apiBase) ? ` ${new URL(env.apiBase).origin}` : ''
  const styles = styleHashes === 'any' ? ["'unsafe-inline'"] : styleHashes
  return [
    "default-src 'none'",
    // Speculation rules count as inline scripts in the policy, so they need a hash too.
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    // data: for the tiny placeholders, blob: for the crop of a picture that is not sent yet.
    `img-src 'self' data: blob: ${MAP_TILES_ORIGIN}${api}`,
    // blob: for a film that is not sent yet.
    "media-src 'self' blob:",
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

/** In a policy: any site may frame the page. */
const ANY_ANCESTOR = 'frame-ancestors *'

/** The policy of a page that other sites show in a frame. It allows no script and no form. */
export const embedPolicy = ({ styleHashes }: Pick<PolicyParts, 'styleHashes'>): string =>
  [
    "default-src 'none'",
    ['style-src', ...(styleHashes === 'any' ? ["'self'", "'unsafe-inline'"] : styleHashes)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ANY_ANCESTOR,
  ].join('; ')

/** For answers that are not pages. Their content cannot run, even if a browser misinterprets their type. */
export const SANDBOX_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/**
 * For pictures, share images and icons, which feed readers and social networks embed. Other sites cannot embed answers
 * without this header.
 */
export const EMBEDDABLE: [string, string] = ['Cross-Origin-Resource-Policy', 'cross-origin']

/**
 * Browser features that no page of ours uses. They are closed for pages, for injected scripts and for the players in frames.
 * Only names that Chromium knows: it logs a warning for others on every page.
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

/** Sent with every answer, unless `missingHeaders` leaves them out. */
export function securityHeaders({ siteUrl }: Pick<Env, 'siteUrl'>): [string, string][] {
  const always: Record<string, string> = {
    // Browsers must not treat a file as a script when its Content-Type is another one.
    'X-Content-Type-Options': 'nosniff',
    // Other sites learn the origin of a visitor, not the page. The server of map tiles refuses requests without it.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // For browsers that do not know frame-ancestors.
    'X-Frame-Options': 'DENY',
    // Windows of this site and of other sites cannot access each other, even when one opened the other.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Other sites cannot embed the answer or load it into the memory of their process.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Sibling hosts do not share a process with the site either.
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': PERMISSIONS,
    'Content-Security-Policy': SANDBOX_POLICY,
    // Only when SITE_URL is https, because browsers remember this for a year.
    ...(siteUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
  return Object.entries(always)
}

/** An answer's own value of these headers takes precedence. All others are the same with every answer. */
const OVERRIDABLE_HEADERS = new Set([
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
])

/** Browsers use these only in documents. The longest is as long as many of the compressed scripts. */
const DOCUMENT_HEADERS = new Set(['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy'])

/** Types of the files and data that pages load. SANDBOX_POLICY restricts such an answer when it is opened directly. */
const SUBRESOURCE_TYPES =
  /^(text\/(css|javascript)|application\/(problem\+)?json|font\/|image\/(?!svg)|video\/|audio\/)/

/**
 * The headers of `always` that an answer needs beside its own.
 * @param own the value of a header of the answer, by its name in lower case
 */
export function missingHeaders(
  own: (name: string) => string | null | undefined,
  always: [string, string][],
): [string, string][] {
  const isSubresource = SUBRESOURCE_TYPES.test(own('content-type') ?? '')
  const isFramed = own('content-security-policy')?.includes(ANY_ANCESTOR)
  return always.filter(([header]) => {
    const name = header.toLowerCase()
    if (isFramed && name === 'x-frame-options') return false
    return !(OVERRIDABLE_HEADERS.has(name) && own(name)) && !(isSubresource && DOCUMENT_HEADERS.has(name))
  })
}
