import type { Club } from '../platform/settings/shared/club-types.ts'

/** Facts about the club. Texts of a page are in the file with the name of the page. */
export const club = {
  name: 'Pulso',
  city: 'Buenos Aires',
  neighbourhood: 'Barracas',
  timeZone: 'America/Argentina/Buenos_Aires',
  description: 'Club de techno en {city}: una sola pista, un sonido y cuatro reglas de convivencia.',
  founder: {
    name: 'Inés Bertolotti',
    quote:
      'Un club no cambia el mundo: cambia la energía de una noche. Pero hay gente a la que una noche le cambió la vida. Yo los vi salir con el sol en la cara, y no eran los mismos que habían entrado.',
  },
  slogans: [
    { text: 'Por favor. Gracias. Perdón.', value: 'courtesy' },
    { text: 'Guardá el teléfono. Guardate la noche.', value: 'no-photos' },
    { text: 'VIP es toda la pista.', value: 'no-vip' },
    { text: 'La noche pasa. El plástico no.', value: 'green' },
  ],
  address: {
    street: 'Pedro de Luján 1965',
    town: 'C1294 Buenos Aires',
    country: 'Argentina',
  },
  position: { lat: -34.6533, lon: -58.3748 },
  social: {
    instagram: 'https://www.instagram.com/pulso.barracas.club/',
    facebook: 'https://www.facebook.com/pulsobarracasclub',
    soundcloud: 'https://soundcloud.com/pulso-barracas-club',
    residentAdvisor: 'https://ra.co/clubs/pulso-barracas',
    youtube: 'https://www.youtube.com/@pulsobarracasclub',
  },
  ticketing: 'https://www.passline.com/productora/pulso-barracas-club',
  security: { contacts: [], languages: ['es', 'en'] },
} satisfies Club
