/** What an audio file of the club's own may be, and what is said of one that may not. */

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

/** Why a file is not taken. */
export type AudioFault = 'empty' | 'no-audio' | 'damaged' | 'cut-off' | 'in-parts' | 'codec' | 'film'

const EXPORT = 'Exportalo como MP3, o como M4A con AAC, y elegilo de nuevo.'

export const audioWords: Record<AudioFault, string> = {
  empty: 'El archivo está vacío. Elegí otro.',
  'no-audio': `Ese archivo no es un audio MP3 ni M4A. ${EXPORT}`,
  damaged: `Ese audio está dañado, o hecho de una manera que no entendemos. ${EXPORT}`,
  'cut-off': 'El audio está cortado: le falta una parte. Volvé a exportarlo y elegilo de nuevo.',
  'in-parts': `Ese audio está grabado en partes, y así no suena en todos lados. ${EXPORT}`,
  codec: `Ese M4A no es AAC, y no suena en todos los teléfonos. ${EXPORT}`,
  film: `Ese archivo es un video. ${EXPORT}`,
}

export const AUDIO_TOO_LARGE =
  'El audio supera los 200 MB. Exportalo con menos calidad: a 192 kbps entran dos horas y media.'

const AUDIO_PATH = /^\/media\/([0-9a-f]{32})\.(mp3|m4a)$/

/** What the path of an audio file under /media says; null: it is none. */
export function audioOf(path: string): { id: string; format: AudioFormat } | null {
  const [, id, format] = AUDIO_PATH.exec(path) ?? []
  return id === undefined ? null : { id, format: format as AudioFormat }
}
