/** Opens a film in the browser, and takes a picture from it. */
import { FILM_TOO_LARGE, filmCodecName, filmWords } from '../../../../media/shared/film.ts'
import { FILM_MAX_BYTES } from '../../../../shared/limits.ts'
import { encodePicture, NOT_ENCODED, WHOLE } from '../picture/picture-file.ts'

/** Phones record MOV files, which contain the same streams. */
export const FILM_ACCEPTED = 'video/mp4,video/quicktime,.mp4,.m4v,.mov'

/** Time of the picture in a film that is long enough. Films often begin in black. Seconds. */
const FRAME_AT_S = 1

/** Time limit for decoding, ms. */
const PATIENCE_MS = 20_000

export type OpenedFilm = { ok: true; frame: string } | { ok: false; message: string }

/** @returns the frame as a data URL; words on why the file is none that can be sent */
export async function openFilm(file: File): Promise<OpenedFilm> {
  if (file.size === 0) return { ok: false, message: filmWords({ why: 'empty' }) }
  if (file.size > FILM_MAX_BYTES) return { ok: false, message: FILM_TOO_LARGE }
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  try {
    const hasHead = when(video, 'loadedmetadata')
    video.src = url
    await hasHead
    if (video.videoWidth === 0) return { ok: false, message: filmWords({ why: 'no-video' }) }
    const isThere = when(video, 'seeked')
    // Some recordings have no duration.
    video.currentTime = Number.isFinite(video.duration) ? Math.min(FRAME_AT_S, video.duration / 2) : 0
    await isThere
    return { ok: true, frame: await frameOf(video) }
  } catch (error) {
    console.error(error)
    return { ok: false, message: error instanceof Undecoded ? await whyUndecoded(file) : NOT_ENCODED }
  } finally {
    // Frees the decoder: a phone has only a few.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

class Undecoded extends Error {}

/** The index of a film is within this distance from its beginning or its end. Bytes. */
const LOOKED_AT = 2_000_000

/** Reason why this browser cannot open the film, guessed from its bytes. */
async function whyUndecoded(file: File): Promise<string> {
  const ends = [file.slice(0, LOOKED_AT), file.slice(-LOOKED_AT)]
  const text = (await Promise.all(ends.map((end) => end.arrayBuffer())))
    .map((bytes) => new TextDecoder('latin1').decode(bytes))
    .join('')
  if (text.slice(4, 8) !== 'ftyp') return filmWords({ why: 'no-film' })
  const codec = /hvc1|hev1|dvh1|dvhe|av01|vp09|mp4v/.exec(text)?.[0]
  return filmWords(codec ? { why: 'codec', codec: filmCodecName(codec) } : { why: 'undecodable' })
}

/** @throws Undecoded after an error event or the time limit */
function when(video: HTMLVideoElement, event: 'loadedmetadata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const settle = (settled: () => void) => () => {
      clearTimeout(timer)
      ended.abort()
      settled()
    }
    const fail = settle(() => reject(new Undecoded(video.error?.message ?? 'nothing was decoded')))
    const timer = setTimeout(fail, PATIENCE_MS)
    video.addEventListener(event, settle(resolve), { signal: ended.signal })
    video.addEventListener('error', fail, { signal: ended.signal })
  })
}

async function frameOf(video: HTMLVideoElement): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas left')
  context.drawImage(video, 0, 0)
  return encodePicture(canvas, WHOLE)
}
