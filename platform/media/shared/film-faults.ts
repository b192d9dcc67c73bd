/** Messages for refused films. The form checks a film before the upload, and the server checks it again. */

export type FilmFault =
  | {
      why:
        | 'empty'
        | 'no-film'
        | 'damaged'
        | 'cut-off'
        | 'in-parts'
        | 'no-video'
        | 'two-videos'
        | 'undecodable'
    }
  | { why: 'codec'; codec: string }

const EXPORT =
  'Exportalo como MP4 con H.264 (por ejemplo a 1080p, desde la app con la que editás) y elegilo de nuevo.'

const CAMERA = 'En un iPhone, con Ajustes → Cámara → Formatos → «Más compatible» el próximo sale bien.'

const words: Record<Exclude<FilmFault['why'], 'codec'>, string> = {
  empty: 'El archivo está vacío. Elegí otro.',
  'no-film': `Ese archivo no es un film MP4. ${EXPORT}`,
  damaged: `Ese film está dañado, o hecho de una manera que no entendemos. ${EXPORT}`,
  'cut-off':
    'El film llegó cortado: le falta una parte. Elegilo de nuevo; si sigue igual, volvé a exportarlo.',
  'in-parts': `Ese film está grabado en partes, y así no arranca en todos los navegadores. ${EXPORT}`,
  'no-video': `Ese archivo no tiene imagen, solo sonido. ${EXPORT}`,
  'two-videos': `Ese film trae más de una pista de video. ${EXPORT}`,
  undecodable: `Este navegador no puede abrir ese film. ${EXPORT}`,
}

const HEVC = 'HEVC (H.265)'

/** Common names of codecs. The keys are types of sample entries (ISO/IEC 14496-12). */
const codecs: Record<string, string> = {
  hvc1: HEVC,
  hev1: HEVC,
  dvh1: HEVC,
  dvhe: HEVC,
  av01: 'AV1',
  vp09: 'VP9',
  mp4v: 'MPEG-4 Visual',
  apcn: 'ProRes',
  apch: 'ProRes',
  ap4h: 'ProRes',
}

export const filmCodecName = (sampleEntry: string): string =>
  codecs[sampleEntry] ?? 'un formato que no es H.264'

export function describeFilmFault(fault: FilmFault): string {
  if (fault.why !== 'codec') return words[fault.why]
  if (fault.codec === HEVC)
    return `Ese film está en ${HEVC}, como graban muchos teléfonos, y no se ve en todos los navegadores. ${EXPORT} ${CAMERA}`
  return `Ese film está en ${fault.codec}, y no se ve en todos los navegadores. ${EXPORT}`
}

export const FILM_TOO_LARGE = 'El film supera los 24 MB. Exportalo más corto, o con menos calidad.'
