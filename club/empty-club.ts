/**
 * Neutral values of settings that describe the demo club. An administrator who empties the club gets these values, and null
 * in the other optional fields. The other required fields keep the values of defaults.ts.
 */
export const emptyClub = {
  identity: {
    name: 'El club',
    city: 'La ciudad',
    description: '{club}, en {city}.',
  },
  contact: {
    address: { street: 'Dirección a confirmar', town: 'La ciudad' },
    meta: { description: '{club}: dónde estamos, dónde seguirnos y un formulario para escribirnos.' },
  },
  home: {
    noDates: 'Todavía no hay fechas.',
    en: { noDates: 'No dates yet.' },
    meta: { title: '{club} · {city}', description: 'Fechas, podcast y episodios de {club}.' },
  },
  history: { meta: { description: 'La historia de {club}.' } },
  culture: { meta: { description: 'La cultura de {club}.' } },
  milestones: { meta: { description: 'Los hitos de {club}.' } },
  news: { empty: 'Todavía no hay novedades.', meta: { description: 'Novedades de {club}.' } },
} as const
