/** The resources whose items are artists: they share one space of addresses, and line-ups refer to them. */
export const artists = ['residents', 'agency'] as const
export const ARTISTS_PATH = '/artistas/'

/** Above the accounts of artists. */
export const INSTAGRAM = 'https://www.instagram.com/'
export const SOUNDCLOUD = 'https://soundcloud.com/'
