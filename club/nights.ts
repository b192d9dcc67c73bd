import type { Copy } from '../platform/settings/shared/club-types.ts'

/** Texts of /fechas, except the nights. */
export const nights = {
  meta: {
    title: 'Fechas · {club}',
    description:
      'Las próximas noches de {club}: quién toca, a qué hora y cómo entrar. Y las que ya pasaron. Club de techno en {city}.',
  },
  none: 'Todavía no hay fecha nueva. Cuando la haya, va a estar acá antes que en ningún lado.',
  noLineup: 'El line-up sale en unos días. La pista ya está.',
  archive: 'Lo que sonó, noche por noche. El afiche queda; lo demás, había que estar.',
} as const satisfies Copy['nights']
