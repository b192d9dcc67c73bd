import type { Copy } from '../contract/club.ts'

/**
 * What we say about every page, and around it. What we say on a page is in the file of its name. Rioplatense, de vos, and
 * short: every line is read standing up.
 */
export const copy = {
  meta: {
    events: {
      title: 'Eventos · Pulso',
      description:
        'La agenda de Pulso, en construcción. Mientras tanto, las próximas fechas están en la portada.',
    },
    login: {
      title: 'Entrar · Pulso',
      description: 'Acceso para quienes administran el sitio de Pulso.',
    },
    register: {
      title: 'Registrarse · Pulso',
      description:
        'Pedí una cuenta para administrar el sitio de Pulso. Alguien del club la tiene que aprobar.',
    },
    notFound: {
      title: 'No existe · Pulso',
      description: 'Esta página no existe o se fue a dormir.',
    },
  },
  notFound: {
    text: 'Se cortó el pulso: esta dirección no lleva a ningún lado.',
    wayHome: 'Volver a la pista',
  },
  footer: {
    farewell: 'Salí despacio: el barrio duerme.',
    note: 'Pulso, club de techno. Barracas, Buenos Aires.',
  },
} as const satisfies Pick<Copy, 'meta' | 'notFound' | 'footer'>
