/** Addresses of the pages and screens of guests and of the door. */
export const GUEST_SETTINGS_PATH = '/admin/events/listas'

const GUEST_LINK_PATH = '/lista'
export const OWN_PLACE_PATH = '/anotado'
/** Name of the picture below an own page. */
export const PASS_FILE = 'pase.png'
export const SIGN_UP_PATH = '/anotarse'
export const DOOR_PATH = '/puerta'
/** The service worker of the door. Its folder is its scope. */
export const DOOR_WORKER_PATH = `${DOOR_PATH}/sw.js`

export const guestLinkPath = (token: string): string => `${GUEST_LINK_PATH}/${token}`
export const ownPlacePath = (token: string): string => `${OWN_PLACE_PATH}/${token}`
export const doorPath = (token: string): string => `${DOOR_PATH}/${token}`

/** Fragment of the link that opens the door on an administrator's phone. The session of the site replaces the PIN. */
export const WITHOUT_PIN = '#este-telefono'
