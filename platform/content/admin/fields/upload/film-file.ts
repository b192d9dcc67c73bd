/** Opens a film in the browser, and extracts a frame as a picture. */
import { describeFilmFault, FILM_TOO_LARGE, filmCodecName } from '../../../../media/shared/film-faults.ts'
import { FILM_MAX_BYTES } from '../../../../shared/limits.ts'
import { encodePicture, NOT_ENCODED, WHOLE } from '../picture/picture-file.ts'

/** Types of a film input. MOV is included because phones record MOV files, which contain the same streams as MP4 files. */
export const FILM_ACCEPTED = 'video/mp4,video/quicktime,.mp4,.m4v,.mov'

/**
 * Position of the extracted frame in a long enough film, seconds. The first frame is not used, because films often begin
 * with black frames.
 */
const FRAME_AT_S = 1

/** Time limit for decoding, ms. */
const DECODE_TIMEOUT_MS = 20_000

export type OpenedFilm = { ok: true; frame: string } | { ok: false; message: string }

/** Opens a film. @returns a frame as a data URL, or the reason why the file cannot be sent */
export async function openFilm(file: File): Promise<OpenedFilm> {
  if (file.size === 0) return { ok: false, message: describeFilmFault({ why: 'empty' }) }
  if (file.size > FILM_MAX_BYTES) return { ok: false, message: FILM_TOO_LARGE }
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  try {
    const hasHead = waitForEvent(video, 'loadedmetadata')
    video.src = url
    await hasHead
    if (video.videoWidth === 0) return { ok: false, message: describeFilmFault({ why: 'no-video' }) }
    const isThere = waitForEvent(video, 'seeked')
    // Some recordings have no duration, so their first frame is used.
    video.currentTime = Number.isFinite(video.duration) ? Math.min(FRAME_AT_S, video.duration / 2) : 0
    await isThere
    return { ok: true, frame: await captureFrame(video) }
  } catch (error) {
    console.error(error)
    return {
      ok: false,
      message: error instanceof DecodingError ? await explainDecodingError(file) : NOT_ENCODED,
    }
  } finally {
    // Frees the decoder, because phones have only a few.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

class DecodingError extends Error {}

/** Bytes at each end of a file that are searched for the film's index. */
const INDEX_SEARCH_BYTES = 2_000_000

/** Returns the probable reason why this browser cannot open the film, derived from its bytes. */
async function explainDecodingError(file: File): Promise<string> {
  const ends = [file.slice(0, INDEX_SEARCH_BYTES), file.slice(-INDEX_SEARCH_BYTES)]
  const text = (await Promise.all(ends.map((end) => end.arrayBuffer())))
    .map((bytes) => new TextDecoder('latin1').decode(bytes))
    .join('')
  if (text.slice(4, 8) !== 'ftyp') return describeFilmFault({ why: 'no-film' })
  const codec = /hvc1|hev1|dvh1|dvhe|av01|vp09|mp4v/.exec(text)?.[0]
  return describeFilmFault(codec ? { why: 'codec', codec: filmCodecName(codec) } : { why: 'undecodable' })
}

/** Waits for an event of the video. @throws DecodingError after an error event or the time limit */
function waitForEvent(video: HTMLVideoElement, event: 'loadedmetadata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const settle = (settled: () => void) => () => {
      clearTimeout(timer)
      ended.abort()
      settled()
    }
    const fail = settle(() => reject(new DecodingError(video.error?.message ?? 'nothing was decoded')))
    const timer = setTimeout(fail, DECODE_TIMEOUT_MS)
    video.addEventListener(event, settle(resolve), { signal: ended.signal })
    video.addEventListener('error', fail, { signal: ended.signal })
  })
}

async function captureFrame(video: HTMLVideoElement): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas left')
  context.drawImage(video, 0, 0)
  return encodePicture(canvas, WHOLE)
}
