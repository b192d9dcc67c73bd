import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in what the server renders, and until React has hydrated it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
