/** Messages for refused audio files. They are not in audio.ts, because most screens import audio.ts and need no messages. */

export type AudioFault = 'empty' | 'no-audio' | 'damaged' | 'cut-off' | 'in-parts' | 'codec' | 'film'

const EXPORT = 'Exportalo como MP3, o como M4A con AAC, y elegilo de nuevo.'

export const audioFaultMessages: Record<AudioFault, string> = {
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
