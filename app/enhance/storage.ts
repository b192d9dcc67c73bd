/** Local storage that never throws: where the visitor has forbidden it, the site just forgets. */

import { ALIVE_EVENT } from './names.ts'

export function stored(key: string): string | null {
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

/**
 * Writes what is stored under `key` as `data-<name>` on <html>, where style sheets see it: now, when another tab changes
 * it, and when the page comes alive, since React may have made <html> anew.
 */
export function reflect(name: 'user' | 'motion', key: string): () => void {
  const write = () => {
    const value = stored(key)
    if (value === null) delete document.documentElement.dataset[name]
    else document.documentElement.dataset[name] = name === 'user' ? '' : value
  }
  write()
  addEventListener('storage', write)
  document.addEventListener(ALIVE_EVENT, write)
  return write
}
