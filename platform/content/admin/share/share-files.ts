/**
 * Loads the pictures of a share image set before the administrator taps, because browsers share only files that are ready
 * at the tap.
 */
import { useEffect, useState } from 'react'
import { fold } from '../../../shared/text/fold.ts'
import type { Share } from '../../shared/entity-parts.ts'
import { type ShareFormat, shareFormatNames } from '../../shared/share-set.ts'

export interface ShareSetPicture {
  file: File
  /** Blob URL of the file, for `<img>`. */
  src: string
}

export type Pictures = Partial<Record<ShareFormat, ShareSetPicture | 'failed'>>

const WORDS: Record<ShareFormat, string> = { preview: 'enlace', post: 'publicacion', story: 'historia' }

/** Returns the name of a downloaded file. */
export const getDownloadName = (name: string, part: string): string =>
  `${fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')}-${part}`.replace(/^-/, '')

/** Number of attempts to load a picture that is still being drawn. The server waits 5 s in each attempt. */
const ATTEMPTS = 8
const PAUSE_MS = 500

async function fetchPicture(path: string, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(path, { signal })
    if (response.ok) return response.blob()
    if (response.status !== 404 || attempt === ATTEMPTS) throw new Error(`${response.status}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Returns the pictures that have loaded so far. @param again a new value loads all pictures again */
export function usePictures(share: Share | null, name: string, again: number): Pictures {
  const [pictures, setPictures] = useState<Pictures>({})

  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` only repeats the effect
  useEffect(() => {
    if (share === null) return
    const ended = new AbortController()
    const made: string[] = []
    setPictures({})
    for (const format of shareFormatNames) {
      const keep = (picture: ShareSetPicture | 'failed') => {
        if (!ended.signal.aborted) setPictures((others) => ({ ...others, [format]: picture }))
      }
      fetchPicture(share[format], ended.signal).then(
        (blob) => {
          const src = URL.createObjectURL(blob)
          made.push(src)
          const file = new File([blob], `${getDownloadName(name, WORDS[format])}.jpg`, { type: 'image/jpeg' })
          keep({ file, src })
        },
        () => keep('failed'),
      )
    }
    return () => {
      ended.abort()
      for (const src of made) URL.revokeObjectURL(src)
    }
  }, [share, name, again])

  return pictures
}
