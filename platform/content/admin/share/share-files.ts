/** The pictures of a kit as files, in hand before anybody taps: a browser lets a page share only while it answers a tap. */
import { useEffect, useState } from 'react'
import { type Share, type ShareFormat, shareFormatNames } from '../../shared/share-set.ts'
import { fold } from '../../shared/titles.ts'

export interface KitPicture {
  file: File
  /** Of the same bytes, for looking at. */
  src: string
}

export type Pictures = Partial<Record<ShareFormat, KitPicture | 'failed'>>

const WORDS: Record<ShareFormat, string> = { preview: 'enlace', post: 'publicacion', story: 'historia' }

/** What a file is called once it is kept. */
export const fileNameOf = (name: string, part: string): string =>
  `${fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')}-${part}`.replace(/^-/, '')

/** One that is being made: the server waits 5 s for it each time. */
const TURNS = 8
const PAUSE_MS = 500

async function fetchPicture(path: string, signal: AbortSignal): Promise<Blob> {
  for (let turn = 1; ; turn++) {
    const response = await fetch(path, { signal })
    if (response.ok) return response.blob()
    if (response.status !== 404 || turn === TURNS) throw new Error(`${response.status}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Those that are there by now. @param again another value asks for all of them once more */
export function usePictures(share: Share | null, name: string, again: number): Pictures {
  const [pictures, setPictures] = useState<Pictures>({})

  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is no more than a wish
  useEffect(() => {
    if (share === null) return
    const ended = new AbortController()
    const made: string[] = []
    setPictures({})
    for (const format of shareFormatNames) {
      const keep = (picture: KitPicture | 'failed') => {
        if (!ended.signal.aborted) setPictures((others) => ({ ...others, [format]: picture }))
      }
      fetchPicture(share[format], ended.signal).then(
        (blob) => {
          const src = URL.createObjectURL(blob)
          made.push(src)
          const file = new File([blob], `${fileNameOf(name, WORDS[format])}.jpg`, { type: 'image/jpeg' })
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
