/** Replaces the text above the form of a list when the visitor already has a place on it. */
import { type ReactNode, useEffect, useState } from 'react'
import { island } from '../../../platform/site-layout/islands/island.tsx'
import { SpelledCode } from '../../../platform/ui/spelled-code.tsx'
import { PLACES_KEY, type Place, readPlaces, writePlace } from './browser/saved-places.ts'

interface Props {
  night: string
  /** Text before the code of the place. */
  label: string
  children: ReactNode
}

export const SavedPlace = island(
  'saved-place',
  `stored:${PLACES_KEY}`,
  ({ night, label, children }: Props) => {
    const [place, setPlace] = useState<Place>()
    useEffect(() => {
      const saved = readPlaces()[night]
      if (!saved) return
      const stop = new AbortController()
      // A place that was cancelled, or never existed, redirects to the 404 page.
      fetch(saved.path, { method: 'HEAD', redirect: 'manual', signal: stop.signal }).then(
        ({ type }) => (type === 'opaqueredirect' ? writePlace(night, null) : setPlace(saved)),
        () => stop.signal.aborted || setPlace(saved),
      )
      return () => stop.abort()
    }, [night])
    return (
      <div className="sign-up-place" data-saved={place ? '' : undefined}>
        {children}
        {place && (
          // Browsers must not load a secret address ahead (speculation rules of platform/app/root.tsx).
          <a href={place.path} rel="nofollow">
            {label} <SpelledCode code={place.code} />
          </a>
        )}
      </div>
    )
  },
)
