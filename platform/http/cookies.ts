/** Cookies of ours: for this host alone, out of reach of scripts, and not sent with what other sites' pages do. */

export interface CookieOptions {
  /** Whether visitors come over https. */
  secure: boolean
}

/**
 * The prefix (RFC 6265bis §4.1.3.2) makes browsers refuse a cookie of this name that another host of the domain, or a
 * page without https, tries to plant. It needs `Secure`, which a club tried out over http cannot have.
 */
const nameOf = (name: string, { secure }: CookieOptions): string => (secure ? `__Host-${name}` : name)

/** The value of a `Set-Cookie` header. @param maxAge seconds; 0 makes the browser forget */
export const setCookie = (name: string, value: string, maxAge: number, options: CookieOptions): string =>
  `${nameOf(name, options)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`

/** What a request's cookie of that name holds; null when it brings none. */
export function cookieFrom(request: Request, name: string, options: CookieOptions): string | null {
  const start = `${nameOf(name, options)}=`
  for (const pair of (request.headers.get('Cookie') ?? '').split(';')) {
    const trimmed = pair.trim()
    if (trimmed.startsWith(start) && trimmed.length > start.length) return trimmed.slice(start.length)
  }
  return null
}
