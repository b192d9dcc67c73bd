/**
 * Who the browser believes is signed in. It steers what screens show and nothing more: every call is judged by the
 * server from its cookie.
 */
import type { StoredUser } from '../../contract/accounts/accounts.ts'
import { USER_STORAGE_KEY } from '../../contract/limits.ts'
import { writeRootState } from '../enhance/root-state.ts'

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
  const target = search.get(BACK_KEY) ?? ''
  const ours = 'https://site.invalid'
  const url = URL.parse(target, ours)
  const isBackOffice =
    target.startsWith('/') &&
    url?.origin === ours &&
    (url.pathname === BACK_OFFICE || url.pathname.startsWith(`${BACK_OFFICE}/`))
  return isBackOffice ? url.pathname + url.search + url.hash : BACK_OFFICE
}
