import { useSyncExternalStore } from 'react'

/** Room for two columns, or for a form and a page beside it; as in form.css and site/beside.css. */
const WIDE = '(width >= 64rem)'

function onWide(listener: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useWide = (): boolean =>
  useSyncExternalStore(
    onWide,
    () => matchMedia(WIDE).matches,
    () => false,
  )
