/**
 * Who the browser believes is signed in. It steers what screens show and nothing more: every call is judged by the
 * server from its cookie.
 */

import { USER_STORAGE_KEY } from '../../shared/limits.ts'
import { writeRootState } from '../../site-layout/browser/root-state.ts'
import type { StoredUser } from '../shared/accounts.ts'

/** null: nobody, storage refused, or something else lies under the key. Only in the browser. */
export function readUser(): StoredUser | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(USER_STORAGE_KEY) ?? 'null')
    const isUser = typeof stored === 'object' && stored !== null && 'id' in stored && 'email' in stored
    return isUser ? (stored as StoredUser) : null
  } catch {
    return null
  }
}

/** Keeps the user, and lets style sheets know of it. */
export function storeUser({ _id, id, email }: StoredUser): void {
  localStorage.setItem(USER_STORAGE_KEY, JSON.stringify({ _id, id, email }))
  writeRootState()
}

export function forgetUser(): void {
  localStorage.removeItem(USER_STORAGE_KEY)
  writeRootState()
}

/** Key of the query of /login that names the page to come back to after signing in. */
export const BACK_KEY = 'volver'
const BACK_OFFICE = '/admin'

/**
 * Where to go after signing in: what `?volver=` names if that is in the back office, else its front page. Anything
 * else would let a link to our /login lead people elsewhere.
 * @param search the query of /login
 */
export function afterSignIn(search: URLSearchParams): string {
  const url = ownUrl(search.get(BACK_KEY))
  return url && isInBackOffice(url) ? url.pathname + url.search + url.hash : BACK_OFFICE
}

/** Where whoever claims a club goes on. */
export const FIRST_DAY_PATH = `${BACK_OFFICE}/primer-dia`

/** Key of the query of a form that names the public page from which it was opened. */
export const FROM_KEY = 'desde'

/**
 * The public page to come back to from a form; null: it was opened in the back office, or the query names none of ours.
 * @param search the query of the form
 */
export function cameFrom(search: URLSearchParams): string | null {
  const url = ownUrl(search.get(FROM_KEY))
  return url && !isInBackOffice(url) ? url.pathname + url.search : null
}

/**
 * The screen of the back office to come back to from a form: `from` of the state that came with the address; null: it says
 * nothing, or names none of ours.
 */
export function cameFromScreen(state: unknown): string | null {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  const url = typeof from === 'string' ? ownUrl(from) : null
  return url && isInBackOffice(url) ? url.pathname + url.search + url.hash : null
}

const PATH_MAX = 2_000

/** A path of this site; null: anything else, which would let a link of ours lead people elsewhere. */
function ownUrl(target: string | null): URL | null {
  if (target === null || target.length > PATH_MAX || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(target)) return null
  const ours = 'https://site.invalid'
  const url = URL.parse(target, ours)
  // `/.//elsewhere` is a path of ours that browsers would read as another host.
  return url?.origin === ours && !url.pathname.startsWith('//') ? url : null
}

const isInBackOffice = ({ pathname }: URL): boolean =>
  pathname === BACK_OFFICE || pathname.startsWith(`${BACK_OFFICE}/`)
