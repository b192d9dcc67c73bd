/** Keeps in local storage whether the camera is open, and the chosen lens. A browser without storage forgets both. */

const OPEN = 'door-camera'
const LENS = 'door-lens'

/** Ids of lenses are hashes. Characters */
const LENS_MAX = 300

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch (error) {
    console.error(error)
  }
}

export const wasOpen = (): boolean => read(OPEN) !== null
export const rememberOpen = (isOpen: boolean): void => write(OPEN, isOpen ? '1' : null)

export function readLens(): string | null {
  const lens = read(LENS)
  return lens !== null && lens.length <= LENS_MAX ? lens : null
}
export const rememberLens = (lens: string): void => write(LENS, lens)
