/** Copies values of local storage to attributes of <html>, so that style sheets can use them. */
import { parseStoredUser } from '../../auth/shared/stored-user.ts'
import { USER_STORAGE_KEY } from '../../shared/limits.ts'

/** Local storage key. Its value is 'paused' when the visitor has stopped motion, otherwise it is absent. */
export const MOTION_KEY = 'motion'

/**
 * Local storage key. Its value is 'here' when this browser has loaded the fonts of the club, otherwise it is absent. While it is
 * absent, public pages load the fonts after their first pictures (site-layout/browser/load-fonts.ts), and the back office does without
 * them (platform/admin-layout/admin.css).
 */
export const TYPE_KEY = 'type'

/**
 * Sets `data-user` while a user is signed in. Sets `data-motion` and `data-type` to the stored values. Removes a stored value
 * that is no user, because it may contain the password that an earlier site stored there.
 */
export function writeRootState(): void {
  const stored = readStored(USER_STORAGE_KEY)
  const user = parseStoredUser(stored)
  if (stored !== null && user === null) writeStored(USER_STORAGE_KEY, null)
  setDataAttribute('user', user && '')
  setDataAttribute('motion', readStored(MOTION_KEY))
  setDataAttribute('type', readStored(TYPE_KEY))
}

function setDataAttribute(name: string, value: string | null): void {
  const { dataset } = document.documentElement
  if (value === null) delete dataset[name]
  else dataset[name] = value
}

/** Reads a local-storage key. null when it is missing or the browser blocks storage */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes a local-storage key. @param value null removes the key */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}
