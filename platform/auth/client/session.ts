/**
 * The user whom the browser believes to be signed in. Screens depend on it, permissions do not: the server reads the session
 * cookie of every call.
 */

import { USER_STORAGE_KEY } from '../../shared/limits.ts'
import { writeRootState } from '../../site-layout/browser/root-state.ts'
import type { StoredUser } from '../shared/accounts.ts'

/** null when no user is stored, storage is refused, or the value is not a user. Only in the browser. */
export function readUser(): StoredUser | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(USER_STORAGE_KEY) ?? 'null')
    const isUser = typeof stored === 'object' && stored !== null && 'id' in stored && 'email' in stored
    return isUser ? (stored as StoredUser) : null
  } catch {
    return null
  }
}

/** Stores the user, and sets the root state that style sheets read. */
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
 * The page after sign-in: `?volver=` if it is a path of the back office, else its home. Any other address would let a link to
 * /login lead to another site.
 * @param search the query of /login
 */
export function afterSignIn(search: URLSearchParams): string {
  const url = ownUrl(search.get(BACK_KEY))
  return url && isInBackOffice(url) ? url.pathname + url.search + url.hash : BACK_OFFICE
}

/** The page after a club was claimed. */
export const FIRST_DAY_PATH = `${BACK_OFFICE}/primer-dia`

/** Key of the query of a form that names the public page from which it was opened. */
export const FROM_KEY = 'desde'

/**
 * The public page to return to from a form. null when the form was opened in the back office, or the query has no path of
 * this site.
 * @param search the query of the form
 */
export function cameFrom(search: URLSearchParams): string | null {
  const url = ownUrl(search.get(FROM_KEY))
  return url && !isInBackOffice(url) ? url.pathname + url.search : null
}

/**
 * The screen of the back office to return to from a form: `from` of the location's state. null when the state has no path of
 * the back office.
 */
export function cameFromScreen(state: unknown): string | null {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  const url = typeof from === 'string' ? ownUrl(from) : null
  return url && isInBackOffice(url) ? url.pathname + url.search + url.hash : null
}

const PATH_MAX = 2_000

/** @returns the URL of a path of this site, or null, so that a link of this site cannot lead to another one */
function ownUrl(target: string | null): URL | null {
  if (target === null || target.length > PATH_MAX || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(target)) return null
  const ours = 'https://site.invalid'
  const url = URL.parse(target, ours)
  // Browsers read `/.//elsewhere`, a path of this site, as another host.
  return url?.origin === ours && !url.pathname.startsWith('//') ? url : null
}

const isInBackOffice = ({ pathname }: URL): boolean =>
  pathname === BACK_OFFICE || pathname.startsWith(`${BACK_OFFICE}/`)
