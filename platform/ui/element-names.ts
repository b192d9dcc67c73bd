/** Attributes of <html> and events that scripts of the browser and components of the server share. */

/** Set on <html> of a page whose address contains a secret. */
export const PRIVATE_ATTRIBUTE = 'data-private'

/** Set on <html> when React has hydrated a screen. */
export const HYDRATED_ATTRIBUTE = 'data-hydrated'

/** Fired on `document` when React has hydrated a screen. */
export const HYDRATED_EVENT = 'hydrated'
