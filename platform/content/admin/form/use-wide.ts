import { useSyncExternalStore } from 'react'

/** Smallest width for two columns, or for a form and a page beside it. form.css and page-beside.css repeat this width. */
const WIDE = '(width >= 64rem)'

function onWide(listener: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True in a window that is wide enough for two columns. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    onWide,
    () => matchMedia(WIDE).matches,
    () => false,
  )
