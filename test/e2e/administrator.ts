/** The first administrator of the club that the journeys use. */
export const administrator = { email: 'cabina@club.example', password: 'una noche de verano en Nuñez' }
