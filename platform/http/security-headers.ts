/** Creates the security headers: the Content-Security-Policy of a page, and the headers of every response. */

import type { Env } from '../process/env.ts'
import { MAP_TILES_ORIGIN } from '../shared/public-paths.ts'

export interface PolicyParts {
  /** Hashes of the inline scripts that the renderer has written. */
  scriptHashes: string[]
  /** Hashes of the renderer's style elements. 'any' in development, where Vite adds styles to an open page */
  styleHashes: string[] | 'any'
}

/** Origins of the players that a page loads in a frame when a visitor clicks. */
const PLAYERS = [
  'https://www.youtube-nocookie.com',
  'https://w.soundcloud.com',
  'https://player-widget.mixcloud.com',
  'https://open.spotify.com',
  'https://bandcamp.com',
].join(' ')

/**
 * Returns the Content-Security-Policy of a page. Inline scripts and style elements are allowed by their hash. A nonce would
 * be no secret, because pages are cached and every visitor would get the same one. Only elements that the renderer wrote
 * have hashes (`hashInline` in platform/rendering/page-handler.ts). Style attributes and event handlers never run.
 */
export function contentSecurityPolicy(
  { scriptHashes, styleHashes }: PolicyParts,
  env: Pick<Env, 'apiBase' | 'siteUrl'>,
): string {
  const api = URL.canParse(env.apiBase) ? ` ${new URL(env.apiBase).origin}` : ''
  const styles = styleHashes === 'any' ? ["'unsafe-inline'"] : styleHashes
  return [
    "default-src 'none'",
    // Speculation rules count as inline scripts in the policy, so their hashes are included.
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    // data: allows the tiny placeholders, blob: the crop of a picture that is not sent yet.
    `img-src 'self' data: blob: ${MAP_TILES_ORIGIN}${api}`,
    // blob: allows the preview of a film that is not sent yet.
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

/** The policy directive with which any site may frame the page. */
const ANY_ANCESTOR = 'frame-ancestors *'

/** Returns the policy of a page that other sites show in a frame. It allows no script and no form. */
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

/** Policy of answers that are not pages. Their content cannot run, even if a browser misinterprets their type. */
export const SANDBOX_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/**
 * Header for pictures, share images and icons, which feed readers and social networks embed. Without it, other sites cannot
 * embed an answer.
 */
export const EMBEDDABLE: [string, string] = ['Cross-Origin-Resource-Policy', 'cross-origin']

/**
 * Browser features that are off for pages, for injected scripts and for players in frames. An answer can allow one for its
 * page. The list has only names that Chromium knows, because it logs a warning for others on every page.
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
] as const

/** Returns the Permissions-Policy. @param allowed allow lists of features that a page uses */
export const permissionsPolicy = (
  allowed: Partial<Record<(typeof PERMISSIONS)[number], string>> = {},
): string => PERMISSIONS.map((feature) => `${feature}=${allowed[feature] ?? '()'}`).join(', ')

/** Returns the headers of every answer. `missingHeaders` leaves out those that an answer does not need. */
export function securityHeaders({ siteUrl }: Pick<Env, 'siteUrl'>): [string, string][] {
  const always: Record<string, string> = {
    // Browsers must not run a file as a script when its Content-Type is another one.
    'X-Content-Type-Options': 'nosniff',
    // Other sites receive the origin of this site as the referrer, but not the address of the page. The server of the map
    // tiles refuses requests without an origin.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // This header is for browsers that do not know frame-ancestors.
    'X-Frame-Options': 'DENY',
    // Windows of this site and of other sites cannot access each other, also when one has opened the other.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Other sites cannot embed the answer, so it does not reach the memory of the browser process that runs their pages.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Pages of other hosts of the same domain run in another browser process, where possible.
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': permissionsPolicy(),
    'Content-Security-Policy': SANDBOX_POLICY,
    // Sent only when SITE_URL is https, because browsers remember it for a year.
    ...(siteUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
  return Object.entries(always)
}

/** Headers for which an answer's own value takes precedence. All other headers are equal in every answer. */
const OVERRIDABLE_HEADERS = new Set([
  'content-security-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
])

/**
 * Headers that browsers use only in documents. Subresources such as scripts do not get them: the longest header is as long
 * as many compressed scripts.
 */
const DOCUMENT_HEADERS = new Set(['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy'])

/** Types of files and data that pages load. When such an answer is opened directly, SANDBOX_POLICY restricts it. */
const SUBRESOURCE_TYPES =
  /^(text\/(css|javascript)|application\/((problem\+)?json|wasm)|font\/|image\/(?!svg)|video\/|audio\/)/

/**
 * Returns the headers of `always` that an answer needs in addition to its own.
 * @param own returns the value of a header of the answer, by its name in lower case
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
