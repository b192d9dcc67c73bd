/** Field types that only settings use. They are not in fields.ts, because every screen and /login load that file. */
import { number } from '../../content/shared/fields.ts'

interface Options {
  hint?: string
}

/**
 * Declares a film: a path under /media. `POST /site/film` uploads the file.
 * @param poster name of the image field whose picture browsers show until the film plays
 */
export const film = (label: string, poster: string, options: Options = {}) =>
  ({ kind: 'film', label, poster, optional: true, ...options }) as const

export const requiredNumber = (label: string, limits: { min: number; max: number }, options: Options = {}) =>
  ({ ...number(label, limits, options), optional: false }) as const

/** Declares an IANA time zone. */
export const zone = (label: string, options: Options = {}) => ({ kind: 'zone', label, ...options }) as const

/** Declares a telephone number, which the server reads with `normalizePhone`. */
export const phone = (label: string, options: Options = {}) =>
  ({ kind: 'phone', label, optional: true, ...options }) as const

/** Declares an e-mail address that visitors and other programs can see. */
export const email = (label: string, options: Options = {}) =>
  ({ kind: 'email', label, optional: true, ...options }) as const

/**
 * Declares a colour, `#rrggbb` in lower case.
 * @param on a background colour on which text of the chosen colour must be readable
 */
export const colour = (label: string, on: string, options: Options = {}) =>
  ({ kind: 'colour', label, on, ...options }) as const
