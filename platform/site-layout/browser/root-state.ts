/** Writes the stored state of the browser as attributes of <html>, for style sheets. */
import { USER_STORAGE_KEY } from '../../shared/limits.ts'

/** Local storage key of the choice to stop motion: 'paused' or absent. */
export const MOTION_KEY = 'motion'

/**
 * Local storage key: 'here' when this browser has loaded the fonts of the club, otherwise absent. Without them the back office
 * uses system fonts, because the fonts are larger than its menu (platform/admin-layout/admin.css).
 */
export const TYPE_KEY = 'type'

/** Sets `data-user` while a user is signed in, and `data-motion` and `data-type` to the stored values. */
export function writeRootState(): void {
  setDataAttribute('user', readStored(USER_STORAGE_KEY) === null ? null : '')
  setDataAttribute('motion', readStored(MOTION_KEY))
  setDataAttribute('type', readStored(TYPE_KEY))
}

function setDataAttribute(name: string, value: string | null): void {
  const { dataset } = document.documentElement
  if (value === null) delete dataset[name]
  else dataset[name] = value
}

/** @returns the value of a local storage key, or null. Also null when the browser blocks storage */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param value null removes the key */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}
