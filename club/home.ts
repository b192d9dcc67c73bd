import type { Copy } from '../platform/settings/shared/club-types.ts'

/** Texts of the home page: the line under the heading of each section. */
export const home = {
  meta: {
    title: '{club} · Club de techno en {city}',
    description:
      'Una sola pista en {city} y un sonido que se siente antes de oírse. Fechas, podcast y episodios de {club}.',
  },
  podcast: 'Una hora, un artista, sin cortes. Para cuando falta mucho para el sábado.',
  episodes: 'Charlas grabadas en la cabina, con la pista vacía y los equipos todavía tibios.',
  dates: 'Puertas a las 23:59. Llegá temprano: la primera hora es de los que saben.',
  noDates: 'Todavía no hay fecha nueva. Cuando la haya, va a estar acá antes que en ningún lado.',
  residents: 'Los de la casa. Abren, cierran y conocen cada tabla del piso.',
  agency: 'Artistas de afuera que representamos en la región. Para llevarlos a tu pista, escribinos.',
} as const satisfies Copy['home']
