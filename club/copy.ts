import type { Copy } from '../contract/club.ts'

/**
 * What we say about every page, and around it. What we say on a page is in the file of its name. Rioplatense, de vos, and
 * short: every line is read standing up.
 */
export const copy = {
  meta: {
    home: {
      title: 'Pulso · Club de techno en Buenos Aires',
      description:
        'Una barraca de lanas en Barracas, una sola pista y un sonido que se siente antes de oírse. Fechas, podcast y episodios de Pulso.',
    },
    history: {
      title: 'Historia · Pulso',
      description:
        'De un galpón con goteras a la pista de hoy: cómo se hizo Pulso, contado por los que corrieron los fardos.',
    },
    culture: {
      title: 'Cultura · Pulso',
      description:
        'Pedir por favor, guardar el teléfono, no tener VIP y no tirar nada. Las cuatro reglas de Pulso y por qué las cumplimos.',
    },
    milestones: {
      title: 'Hitos · Pulso',
      description:
        'Ocho clubes del mundo vinieron a hacer su noche en Barracas. Esto pasó cuando les dimos la llave.',
    },
    events: {
      title: 'Eventos · Pulso',
      description:
        'La agenda de Pulso, en construcción. Mientras tanto, las próximas fechas están en la portada.',
    },
    contact: {
      title: 'Contacto · Pulso',
      description:
        'Pedro de Luján 1965, Barracas, Buenos Aires. Cómo llegar, dónde seguirnos y un formulario que lee una persona.',
    },
    news: {
      title: 'Novedades · Pulso',
      description:
        'Lo que pasó, lo que viene y lo que aprendimos en la pista. Novedades de Pulso, club de techno de Barracas.',
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
    privacy: {
      title: 'Privacidad · Pulso',
      description:
        'Qué guarda el sitio de Pulso sobre vos, por qué, hasta cuándo y cómo pedir que lo borremos. Ley 25.326, en castellano de la calle.',
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
