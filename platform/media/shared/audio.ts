/** Limits and types of the club's audio files. */

/** Limit of an audio file. It is enough for a set of two hours in good quality. Bytes */
export const AUDIO_MAX_BYTES = 200 * 1024 * 1024
/** Limit of a part. After a broken connection, the sender repeats at most one part. Bytes */
export const AUDIO_PART_MAX_BYTES = 24 * 1024 * 1024
/** Unfinished uploads are deleted after this time without a change. Hours */
export const AUDIO_KEPT_HOURS = 24
export const AUDIO_PART_TYPE = 'application/octet-stream'

/** The accepted formats: file extension and media type. */
export const audioTypes = { mp3: 'audio/mpeg', m4a: 'audio/mp4' } as const
export type AudioFormat = keyof typeof audioTypes

const AUDIO_PATH = /^\/media\/([0-9a-f]{32})\.(mp3|m4a)$/

/** Parses the path of an audio file under /media. null for any other path */
export function parseAudioPath(path: string): { id: string; format: AudioFormat } | null {
  const [, id, format] = AUDIO_PATH.exec(path) ?? []
  return id === undefined ? null : { id, format: format as AudioFormat }
}
