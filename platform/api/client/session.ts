/**
 * Stores the signed-in user in the browser. Screens read this user to decide what to show. Permissions do not depend on it:
 * the server reads the session cookie of every call.
 */

import { parseStoredUser, type StoredUser } from '../../auth/shared/stored-user.ts'
import { USER_STORAGE_KEY } from '../../shared/limits.ts'
import { readStored, writeRootState } from './root-state.ts'

/** Returns the stored user. null when there is none, or when the browser refuses storage. Only for the browser. */
export const readUser = (): StoredUser | null => parseStoredUser(readStored(USER_STORAGE_KEY))

/** Stores the user, and marks the root element for style sheets. */
export function storeUser({ _id, id, email }: StoredUser): void {
  localStorage.setItem(USER_STORAGE_KEY, JSON.stringify({ _id, id, email }))
  writeRootState()
}

export function forgetUser(): void {
  localStorage.removeItem(USER_STORAGE_KEY)
  writeRootState()
}

/** Query key of /login with the page to open after signing in. */
export const BACK_KEY = 'volver'
const BACK_OFFICE = '/admin'

/**
 * Returns the page to open after signing in: `?volver=` if it is a path of the back office, otherwise the home of the back
 * office. Other addresses are ignored, because with them a link to /login could lead to another site.
 * @param search the query of /login
 */
export function afterSignIn(search: URLSearchParams): string {
  const url = parseOwnUrl(search.get(BACK_KEY))
  return url && isInBackOffice(url) ? url.pathname + url.search + url.hash : BACK_OFFICE
}

/** Screen that opens after the first administrator has claimed the club with a claim link. */
export const FIRST_DAY_PATH = `${BACK_OFFICE}/primer-dia`

/** Query key of a form with the public page from which it was opened. Its fragment names the pencil that was used. */
export const FROM_KEY = 'desde'

/**
 * Returns the public page to return to from a form. null when the form was opened in the back office, or the query has no
 * path of this site.
 * @param search the query of the form
 */
export function readPublicOrigin(search: URLSearchParams): string | null {
  const url = parseOwnUrl(search.get(FROM_KEY))
  return url && !isInBackOffice(url) ? url.pathname + url.search + url.hash : null
}

/**
 * Returns the back-office screen to return to from a form: `from` in the state of the location. null when the state has no
 * path of the back office.
 */
export function readScreenOrigin(state: unknown): string | null {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  const url = typeof from === 'string' ? parseOwnUrl(from) : null
  return url && isInBackOffice(url) ? url.pathname + url.search + url.hash : null
}

const PATH_MAX = 2_000

/** Parses a path of this site. null for any other address, so that a link of this site cannot lead to another one. */
function parseOwnUrl(target: string | null): URL | null {
  if (target === null || target.length > PATH_MAX || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(target)) return null
  const ours = 'https://site.invalid'
  const url = URL.parse(target, ours)
  // Browsers read `/.//elsewhere`, a valid path of this site, as an address of the host `elsewhere`.
  return url?.origin === ours && !url.pathname.startsWith('//') ? url : null
}

const isInBackOffice = ({ pathname }: URL): boolean =>
  pathname === BACK_OFFICE || pathname.startsWith(`${BACK_OFFICE}/`)
