/** Credentials of the first administrator of the journeys' club. */
export const administrator = { email: 'cabina@club.example', password: 'una noche de verano en Nuñez' }
