/** Limits and types of the club's audio files. */

/** Bytes. Enough for a set of two hours in good quality. */
export const AUDIO_MAX_BYTES = 200 * 1024 * 1024
/** Bytes. After a broken connection, the sender repeats at most one part. */
export const AUDIO_PART_MAX_BYTES = 24 * 1024 * 1024
/** Unfinished uploads are deleted after this time without a change. */
export const AUDIO_KEPT_HOURS = 24
export const AUDIO_PART_TYPE = 'application/octet-stream'

/** The accepted formats: file extension and media type. */
export const audioTypes = { mp3: 'audio/mpeg', m4a: 'audio/mp4' } as const
export type AudioFormat = keyof typeof audioTypes

const AUDIO_PATH = /^\/media\/([0-9a-f]{32})\.(mp3|m4a)$/

/** @returns null when the path is not that of an audio file under /media */
export function parseAudioPath(path: string): { id: string; format: AudioFormat } | null {
  const [, id, format] = AUDIO_PATH.exec(path) ?? []
  return id === undefined ? null : { id, format: format as AudioFormat }
}
