/**
 * Stores the places of a visitor in the browser. The own page saves the place, and the page of the night links to it. The
 * place is removed after the night, and when its own page no longer exists.
 */

import { readStored, writeStored } from '../../../../platform/api/client/root-state.ts'

/** Local-storage key. Its value is a JSON object of places by night. */
export const PLACES_KEY = 'places'

export interface Place {
  code: string
  /** Path of the visitor's own page. */
  path: string
  /** ms since 1970 */
  until: number
}

export function readPlaces(): Record<string, Place> {
  try {
    return JSON.parse(readStored(PLACES_KEY) ?? '{}')
  } catch {
    return {}
  }
}

/** @param place null removes the place of the night */
export function writePlace(night: string, place: Place | null): void {
  const { [night]: _, ...others } = readPlaces()
  writePlaces(place ? { ...others, [night]: place } : others)
}

const writePlaces = (places: Record<string, Place>): void =>
  writeStored(PLACES_KEY, Object.keys(places).length > 0 ? JSON.stringify(places) : null)

/** Removes the places of past nights. */
export function forgetPastPlaces(): void {
  if (readStored(PLACES_KEY) === null) return
  writePlaces(Object.fromEntries(Object.entries(readPlaces()).filter(([, { until }]) => until > Date.now())))
}
