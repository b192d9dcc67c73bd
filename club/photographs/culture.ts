/** Photographs of the values of /culture, by the name that club/culture.ts gives; made by tools/pictures/photos.mjs. */
import { photograph } from '../pictures.ts'

const files = import.meta.glob<string>('../pictures/culture-*.{avif,jpg}', {
  eager: true,
  import: 'default',
})

export const photographs = {
  'culture-courtesy': photograph(
    files,
    'culture-courtesy',
    [1600, 1067],
    'Dos personas en la barra, a contraluz: una saluda con la mano abierta, la otra agradece con la mano en el pecho.',
  ),
  'culture-nophotos': photograph(
    files,
    'culture-nophotos',
    [1600, 1067],
    'Un teléfono boca abajo sobre la barra, con un punto rojo pegado sobre la cámara.',
  ),
  'culture-novip': photograph(
    files,
    'culture-novip',
    [1600, 1067],
    'Dos postes en la pista y la soga suelta, caída en el piso.',
  ),
  'culture-green': photograph(
    files,
    'culture-green',
    [1600, 1067],
    'Pilas de vasos lavados sobre la barra, listos para volver a usarse.',
  ),
} as const
