/** What this browser keeps about its visitor, written as attributes of <html>, where style sheets see it. */
import { USER_STORAGE_KEY } from '../../shared/limits.ts'

/** Local storage key of the visitor's wish that nothing moves; 'paused' or absent. */
export const MOTION_KEY = 'motion'

/**
 * Local storage key: whoever signed in here was sent the club's own type; 'here' or absent. Where it is absent the back
 * office does without, since it weighs more than a menu there (platform/admin-layout/admin.css).
 */
export const TYPE_KEY = 'type'

/** `data-user`: somebody is signed in; `data-motion` and `data-type`: what is kept under those keys. */
export function writeRootState(): void {
  write('user', readStored(USER_STORAGE_KEY) === null ? null : '')
  write('motion', readStored(MOTION_KEY))
  write('type', readStored(TYPE_KEY))
}

function write(name: string, value: string | null): void {
  const { dataset } = document.documentElement
  if (value === null) delete dataset[name]
  else dataset[name] = value
}

/** The value of a local storage key. null also where the visitor has forbidden storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param value null: forgotten */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}
