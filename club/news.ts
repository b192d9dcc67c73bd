import type { Copy } from '../platform/settings/shared/club-types.ts'

/** Texts of /news, except the news items. */
export const news = {
  meta: {
    title: 'Novedades · {club}',
    description:
      'Lo que pasó, lo que viene y lo que aprendimos en la pista. Novedades de {club}, club de techno en {city}.',
  },
  lead: 'Lo que pasó, lo que viene y lo que aprendimos barriendo.',
  empty: 'Todavía no hay novedades. O estamos bailando.',
} as const satisfies Copy['news']
