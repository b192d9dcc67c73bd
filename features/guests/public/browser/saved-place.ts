/**
 * Stores the places of a visitor in the browser. The own page saves the place, and the page of the night links to it. The
 * place is removed after the night, after the cancellation, and when its own page no longer exists.
 */

import { readStored, writeStored } from '../../../../platform/api/client/root-state.ts'
import type { Connect } from '../../../../platform/site-layout/browser/custom-elements.ts'
import { chooseLanguage } from '../../../../platform/ui/choose-language.ts'

/** Local-storage key. Its value is a JSON object of places by night. */
const KEY = 'places'

interface Place {
  code: string
  /** Path of the visitor's own page. */
  path: string
  /** ms since 1970 */
  until: number
}

function readPlaces(): Record<string, Place> {
  try {
    return JSON.parse(readStored(KEY) ?? '{}')
  } catch {
    return {}
  }
}

/** @param place null removes the place of the night */
function writePlace(night: string, place: Place | null): void {
  const { [night]: _, ...others } = readPlaces()
  writePlaces(place ? { ...others, [night]: place } : others)
}

const writePlaces = (places: Record<string, Place>): void =>
  writeStored(KEY, Object.keys(places).length > 0 ? JSON.stringify(places) : null)

/** Removes the places of past nights. */
export function forgetPastPlaces(): void {
  if (readStored(KEY) === null) return
  writePlaces(Object.fromEntries(Object.entries(readPlaces()).filter(([, { until }]) => until > Date.now())))
}

export const connectSavedPlace: Connect = (element, signal) => {
  const { night = '', code, until } = element.dataset
  if (code) {
    writePlace(night, { code, path: location.pathname, until: Number(until) })
    document
      .querySelector('.own-cancel form')
      ?.addEventListener('submit', () => writePlace(night, null), { signal })
    return
  }
  const place = readPlaces()[night]
  if (!place) return
  const link = Object.assign(document.createElement('a'), {
    href: place.path,
    // Browsers must not load a secret address ahead (speculation rules of platform/app/root.tsx).
    rel: 'nofollow',
    textContent: `${chooseLanguage('Estás en la lista · código', 'You are on the list · code')} ${place.code}`,
  })
  element.append(link)
  element.dataset.saved = ''
  // An unknown address redirects to the 404 page.
  fetch(place.path, { method: 'HEAD', redirect: 'manual', signal }).then(
    ({ type }) => {
      if (type !== 'opaqueredirect') return
      writePlace(night, null)
      link.remove()
      delete element.dataset.saved
    },
    () => {},
  )
}
