/** What a browser says where no server of ours answered. */
export const NO_NETWORK = 'No pudimos conectarnos. Revisá tu conexión y probá de nuevo.'
export const NO_ANSWER = 'El servidor no respondió como esperábamos. Probá de nuevo en un momento.'
/** What stands before a server may refuse what is heavy in words of its own. */
export const TOO_HEAVY =
  'Lo que mandás pesa más de lo que el servidor acepta. Probá con imágenes más livianas.'
