/** Limits and types of the club's audio files. */

/** Size of a file. Enough for a set of two hours in good quality. Bytes */
export const AUDIO_MAX_BYTES = 200 * 1024 * 1024
/** Size of a part of an upload. A lost part is sent again. Bytes */
export const AUDIO_PART_MAX_BYTES = 24 * 1024 * 1024
/** How long an unfinished upload is kept. */
export const AUDIO_KEPT_HOURS = 24
/** Media type of a part. */
export const AUDIO_PART_TYPE = 'application/octet-stream'

/** Media types of accepted files, by file extension. */
export const audioTypes = { mp3: 'audio/mpeg', m4a: 'audio/mp4' } as const
export type AudioFormat = keyof typeof audioTypes

const AUDIO_PATH = /^\/media\/([0-9a-f]{32})\.(mp3|m4a)$/

/** Parses the path of an audio file under /media. null for any other path. */
export function parseAudioPath(path: string): { id: string; format: AudioFormat } | null {
  const [, id, format] = AUDIO_PATH.exec(path) ?? []
  return id === undefined ? null : { id, format: format as AudioFormat }
}
