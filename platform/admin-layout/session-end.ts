/**
 * The session may end while somebody edits. Any call of the back office that is answered 401 declares it here; the
 * guard then says so first, and only afterwards clears the stored user and goes to /login.
 */
import { useSyncExternalStore } from 'react'

let ended = false
const listeners = new Set<() => void>()

function set(value: boolean): void {
  if (ended === value) return
  ended = value
  for (const listener of listeners) listener()
}

export const declareSessionEnded = (): void => set(true)
/** A new session has been opened, or the guard has done its part. */
export const forgetSessionEnd = (): void => set(false)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => ended,
    () => false,
  )
