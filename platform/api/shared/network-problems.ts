/**
 * Details for failures before the API answers. They are in a module of their own, because each script of a public page
 * loads it.
 */

/** Detail for a request without an answer. */
export const NO_NETWORK = 'No pudimos conectarnos. Revisá tu conexión y probá de nuevo.'
export const NO_ANSWER = 'El servidor no respondió como esperábamos. Probá de nuevo en un momento.'
/** Detail for a large body that a proxy refused without a problem of the API. */
export const TOO_HEAVY =
  'Lo que mandás pesa más de lo que el servidor acepta. Probá con imágenes más livianas.'
