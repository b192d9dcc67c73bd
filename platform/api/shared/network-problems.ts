/** Details of failures before the API. A module of its own, because each script of a public page loads it. */

/** The server did not answer. */
export const NO_NETWORK = 'No pudimos conectarnos. Revisá tu conexión y probá de nuevo.'
export const NO_ANSWER = 'El servidor no respondió como esperábamos. Probá de nuevo en un momento.'
/** A proxy refused a large body without a problem of the API. */
export const TOO_HEAVY =
  'Lo que mandás pesa más de lo que el servidor acepta. Probá con imágenes más livianas.'
