/** Field types that only settings use. Every page of the back office, and /login, load fields.ts. They do not load this file. */
import { type Column, type Field, number } from '../../content/shared/fields.ts'

interface Options {
  hint?: string
}

/** A path under /media. POST /site/film uploads the film. @param poster the image field that browsers show until the film plays */
export const film = (label: string, poster: string, options: Options = {}) =>
  ({ kind: 'film', label, poster, optional: true, ...options }) as const

/** A required number. */
export const requiredNumber = (label: string, limits: { min: number; max: number }, options: Options = {}) =>
  ({ ...number(label, limits, options), optional: false }) as const

/** An IANA time zone. */
export const zone = (label: string, options: Options = {}) => ({ kind: 'zone', label, ...options }) as const

/** `#rrggbb` in lower case. @param on the background on which a text of this colour must be readable */
export const colour = (label: string, on: string, options: Options = {}) =>
  ({ kind: 'colour', label, on, ...options }) as const

/** Exactly `count` rows. */
export const fixedRows = <const C extends Record<string, Column>>(
  label: string,
  count: number,
  words: Extract<Field, { kind: 'rows' }>['words'],
  columns: C,
) => ({ kind: 'rows', label, min: count, max: count, words, columns }) as const
