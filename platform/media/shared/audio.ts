/** What an audio file of the club's own may be. */

/** Of a file. 200 MB as people count them: a set of two hours in good quality. */
export const AUDIO_MAX_BYTES = 200 * 1024 * 1024
/** It comes in parts of at most so much: one that is lost on the way is sent again. Bytes. */
export const AUDIO_PART_MAX_BYTES = 24 * 1024 * 1024
/** What arrived of a file waits so long for the rest. */
export const AUDIO_KEPT_HOURS = 24
/** The type of a part. */
export const AUDIO_PART_TYPE = 'application/octet-stream'

/** The media types of what is taken, by the ending of its file. */
export const audioTypes = { mp3: 'audio/mpeg', m4a: 'audio/mp4' } as const
export type AudioFormat = keyof typeof audioTypes

/** How far a file has come. */
export interface AudioUpload {
  /** Bytes that are here. */
  offset: number
  /** Bytes of the whole file. */
  size: number
  /** Its path under /media once it is whole; null before. */
  audio: string | null
}

const AUDIO_PATH = /^\/media\/([0-9a-f]{32})\.(mp3|m4a)$/

/** What the path of an audio file under /media says; null: it is none. */
export function audioOf(path: string): { id: string; format: AudioFormat } | null {
  const [, id, format] = AUDIO_PATH.exec(path) ?? []
  return id === undefined ? null : { id, format: format as AudioFormat }
}
