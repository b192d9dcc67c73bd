import type { Copy } from '../platform/settings/shared/club-types.ts'

/** Texts that several pages share. All texts are short rioplatense Spanish with vos, for readers on a phone. */
export const copy = {
  meta: {
    events: {
      title: 'Eventos · {club}',
      description:
        'La agenda de {club}, en construcción. Mientras tanto, las próximas fechas están en la portada.',
    },
    login: {
      title: 'Entrar · {club}',
      description: 'Acceso para quienes administran el sitio de {club}.',
    },
    register: {
      title: 'Registrarse · {club}',
      description:
        'Pedí una cuenta para administrar el sitio de {club}. Alguien del club la tiene que aprobar.',
    },
    notFound: {
      title: 'No existe · {club}',
      description: 'Esta página no existe o se fue a dormir.',
    },
  },
  emptyTexts: {
    history: 'Esta historia recién empieza.',
    culture: 'Las reglas de la casa se están escribiendo.',
    milestones: 'Todavía no hay visitas que contar.',
  },
  notFound: {
    text: 'Se cortó el bombo: esta dirección no lleva a ningún lado.',
    wayHome: 'Volver a la pista',
  },
  footer: {
    farewell: 'Salí despacio: el barrio duerme.',
    note: '{club}, club de techno en {city}.',
  },
} as const satisfies Pick<Copy, 'meta' | 'emptyTexts' | 'notFound' | 'footer'>
