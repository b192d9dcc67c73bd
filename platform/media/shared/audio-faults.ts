/** Messages for audio files that are refused or changed. They are not in audio.ts, because most screens import audio.ts and need no messages. */

const EXPORT = 'Exportalo como MP3, o como M4A con AAC, y elegilo de nuevo.'

export const audioFaultMessages = {
  empty: 'El archivo está vacío. Elegí otro.',
  'no-audio': `Ese archivo no es un audio MP3 ni M4A. ${EXPORT}`,
  damaged: `Ese audio está dañado, o hecho de una manera que no entendemos. ${EXPORT}`,
  'cut-off': 'El audio está cortado: le falta una parte. Volvé a exportarlo y elegilo de nuevo.',
  'in-parts': `Ese audio está grabado en demasiadas partes. ${EXPORT}`,
  codec: `Ese M4A no es AAC, y no suena en todos los teléfonos. ${EXPORT}`,
  alac: `Ese M4A es Apple Lossless (ALAC), y no suena en todos los teléfonos. ${EXPORT}`,
  'ac-3': `Ese archivo tiene sonido Dolby (AC-3), y no suena en todos los teléfonos. ${EXPORT}`,
  protected:
    'Ese audio está protegido (DRM), y solo suena en la cuenta que lo compró. Elegí uno sin protección.',
  'no-sound': `Ese archivo no tiene sonido. ${EXPORT}`,
  archive: 'Es un archivo comprimido: descomprimilo, y elegí el MP3 o M4A que tiene adentro.',
  film: `Ese archivo es un video. ${EXPORT}`,
  'free-format': `Ese MP3 es de formato libre («free format»), y los navegadores no lo abren. ${EXPORT}`,
  mp2: `Ese archivo es un MP2, y no suena en todos los teléfonos. ${EXPORT}`,
  ogg: `Ese archivo es OGG u Opus, como los audios de WhatsApp, y las apps de podcasts no lo abren. ${EXPORT}`,
  flac: `Ese archivo es un FLAC, y las apps de podcasts no lo abren. ${EXPORT}`,
  wav: `Ese archivo es un WAV, y pesa demasiado para escucharlo en un teléfono. ${EXPORT}`,
  aiff: `Ese archivo es un AIFF, y no suena en todos los teléfonos. ${EXPORT}`,
  adts: `Ese archivo es un AAC suelto, y las apps de podcasts lo quieren dentro de un M4A. ${EXPORT}`,
  wma: `Ese archivo es de Windows Media, y no suena en todos los teléfonos. ${EXPORT}`,
  amr: `Ese archivo es AMR, de una grabadora de voz vieja, y no suena en todos los teléfonos. ${EXPORT}`,
  caf: `Ese archivo es un CAF de Apple, y no suena en todos los teléfonos. ${EXPORT}`,
  au: `Ese archivo es un AU, y no suena en todos los teléfonos. ${EXPORT}`,
  wavpack: `Ese archivo es un WavPack, y los navegadores no lo abren. ${EXPORT}`,
  mpeg: `Ese archivo es MPEG, como los de la tele o los DVD, y las apps de podcasts no lo abren. ${EXPORT}`,
  webm: `Ese archivo es WebM o Matroska, y las apps de podcasts no lo abren. ${EXPORT}`,
}

export type AudioFault = keyof typeof audioFaultMessages

/** Describes covers that were removed from a file. @param bytes their size */
export const describeRemovedCover = (bytes: number): string =>
  `Sacamos la tapa de ${Math.round(bytes / 1e6)} MB que traía el archivo, porque se bajaba antes de poder escuchar. El sonido queda igual.`

export const AUDIO_TOO_LARGE =
  'El audio supera los 200 MB. Exportalo con menos calidad: a 192 kbps entran dos horas y media.'
