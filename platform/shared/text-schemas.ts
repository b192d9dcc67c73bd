/** What schemas of texts are made of. */
import { z } from 'zod'
import { REQUIRED } from '../api/shared/problems.ts'
import { isDate } from './dates.ts'
import { isBlank, limitMarks } from './text.ts'

// The CSP forbids eval, which zod would try first.
z.config({ jitless: true })

const NOT_TEXT = 'Tiene que ser un texto.'
export const tooLongMessage = (max: number) => `Puede tener hasta ${max} caracteres.`

/**
 * Text that both databases can store and nobody can hide things in: well-formed, no control characters, no endless runs
 * of combining marks. For texts of `boundedText` alone: whatever it does, it does to a text of any length.
 */
export const cleanText = (typed: string): string =>
  limitMarks(
    typed
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .trim(),
  )

export const stringSchema = () => z.string({ error: (issue) => (issue.input == null ? REQUIRED : NOT_TEXT) })

/** As long as a text of `max` may be before it is tidied: line ends of two characters, white space around it, signs that are dropped. */
export const rawLengthMax = (max: number): number => 2 * max + 1000

/** Text that is bounded before anything is done to it. What is longer is never looked at. */
export const boundedText = (max: number, error: string = tooLongMessage(max)) =>
  stringSchema().max(rawLengthMax(max), { error })

/** What the OpenAPI document says of a text, which its transforms hide from it. */
export interface TextMetadata {
  maxLength?: number
  minLength?: number
  format?: string
  description?: string
}

export const requiredText = (max: number) =>
  stringSchema()
    .refine((text) => !isBlank(text), { error: REQUIRED, abort: true })
    .max(max, { error: tooLongMessage(max) })

export const toOneLine = (typed: string): string => cleanText(typed).replace(/\s+/g, ' ')

/** Required text: white space alone counts as missing. */
export const textSchema = (
  max: number,
  described: TextMetadata = {},
  { tidy = cleanText }: { tidy?: (typed: string) => string } = {},
) =>
  boundedText(max)
    .meta({ maxLength: max, ...described })
    .transform(tidy)
    .pipe(requiredText(max))

const INSTANT_MAX = 40
const NO_INSTANT = 'Tiene que ser un momento con su zona, como 2026-11-28T20:00:00-03:00.'

/** A moment in ISO 8601, with its zone. @returns it in UTC */
export const instantSchema = (description: string) =>
  stringSchema()
    .max(INSTANT_MAX, { error: NO_INSTANT, abort: true })
    .meta({ format: 'date-time', description })
    .transform((typed) => typed.trim())
    .refine(
      (typed) =>
        isDate(typed) && /T.*(?:Z|[+-]\d\d:\d\d)$/.test(typed) && hasFourDigitYear(Date.parse(typed)),
      {
        error: NO_INSTANT,
        abort: true,
      },
    )
    .transform((typed) => new Date(typed).toISOString())

/** Years of four digits, in which texts have the order of time. */
const hasFourDigitYear = (instant: number): boolean =>
  instant >= Date.UTC(1000, 0) && instant < Date.UTC(10_000, 0)

/** A day as `YYYY-MM-DD`. */
export const daySchema = (description: string) =>
  z
    .string()
    .refine((text) => text.length === 10 && isDate(text), {
      error: 'Tiene que ser un día que exista, como 2026-11-28.',
    })
    .meta({ format: 'date', description })
