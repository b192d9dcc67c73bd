/** Cookies for this host only. Scripts cannot read them, and browsers do not send them with other sites' subrequests. */

export interface CookieOptions {
  /** True when visitors use https. */
  secure: boolean
}

/**
 * The prefix (RFC 6265bis §4.1.3.2) makes browsers reject a cookie of this name from another host of the domain, or from a
 * page without https. It needs `Secure`, which does not work over http.
 */
const cookieName = (name: string, { secure }: CookieOptions): string => (secure ? `__Host-${name}` : name)

/** @returns the value of a `Set-Cookie` header. @param maxAge seconds; 0 deletes the cookie */
export const setCookie = (name: string, value: string, maxAge: number, options: CookieOptions): string =>
  `${cookieName(name, options)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`

/** @returns the value of a cookie, or null when the request has none or an empty one */
export function cookieFrom(request: Request, name: string, options: CookieOptions): string | null {
  const start = `${cookieName(name, options)}=`
  for (const pair of (request.headers.get('Cookie') ?? '').split(';')) {
    const trimmed = pair.trim()
    if (trimmed.startsWith(start) && trimmed.length > start.length) return trimmed.slice(start.length)
  }
  return null
}
