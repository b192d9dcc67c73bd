/**
 * Reads and writes cookies for this host only. Scripts cannot read them, and browsers do not send them with subrequests of
 * other sites.
 */

export interface CookieOptions {
  /** True when visitors use https. */
  secure: boolean
  /** Path below which browsers send the cookie. The default is the whole host. */
  path?: string
  /** `Strict`: browsers do not send the cookie when a link of another site leads here. The default is `Lax`. */
  sameSite?: 'Lax' | 'Strict'
}

/**
 * Returns the name of a cookie on the wire. With the prefix `__Host-` (RFC 6265bis §4.1.3.2) browsers reject a cookie of
 * this name from another host of the domain, or from a page without https. The prefix needs `Secure`, which does not work
 * over http, and the path `/`. A cookie with another path gets `__Secure-`, which needs only `Secure`.
 */
export const cookieName = (name: string, { secure, path = '/' }: CookieOptions): string =>
  secure ? `${path === '/' ? '__Host-' : '__Secure-'}${name}` : name

/** Returns the value of a Set-Cookie header. @param maxAge s; 0 deletes the cookie */
export function setCookie(name: string, value: string, maxAge: number, options: CookieOptions): string {
  const { secure, path = '/', sameSite = 'Lax' } = options
  return `${cookieName(name, options)}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`
}

/** Returns the value of a cookie. null when the request has none, or an empty one */
export function cookieFrom(request: Request, name: string, options: CookieOptions): string | null {
  const start = `${cookieName(name, options)}=`
  for (const pair of (request.headers.get('Cookie') ?? '').split(';')) {
    const trimmed = pair.trim()
    if (trimmed.startsWith(start) && trimmed.length > start.length) return trimmed.slice(start.length)
  }
  return null
}
