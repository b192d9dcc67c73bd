/** Spanish texts of the camera. */
import type { CameraProblem } from './camera-stream.ts'

export const OPENING = 'Abriendo la cámara.'
export const TAKE_PICTURE = 'Sacar una foto del código'
export const READING_PICTURE = 'Buscando el código en la foto.'
export const NO_CODE = 'No se ve un código en esa foto. Acercate, con luz y sin reflejos, y sacá otra.'
export const UNREADABLE = 'Este teléfono no pudo abrir esa foto. Sacá otra con la cámara.'

const problems: Record<CameraProblem, string> = {
  unsupported:
    'Este navegador no abre la cámara en una página. Abrí el enlace en Chrome o en Safari, o sacá una foto del código.',
  denied:
    'La cámara no tiene permiso. Tocá el ícono junto a la dirección, permití la cámara para este sitio y probá de nuevo.',
  missing: 'No encontramos ninguna cámara en este aparato. Sacá una foto del código, o buscá por el nombre.',
  busy: 'Otra aplicación está usando la cámara. Cerrala y probá de nuevo.',
  decoder:
    'Falta bajar el lector de códigos. Conectate un momento y probá de nuevo; mientras, buscá por el nombre.',
  unknown: 'La cámara no se abrió. Probá de nuevo, o sacá una foto del código.',
}

export const describeProblem = (problem: CameraProblem): string => problems[problem]
