/** Zod schemas for texts, instants and days. */
import { z } from 'zod'
import { isDate } from './dates.ts'
import { plainDigits, plainSpaces, trimInvisible } from './text/clean.ts'
import { isBlank, limitMarks, REQUIRED } from './text/text.ts'

// Without this setting zod uses eval, which the Content-Security-Policy forbids.
z.config({ jitless: true })

const NOT_TEXT = 'Tiene que ser un texto.'
export const tooLongMessage = (max: number) => `Puede tener hasta ${max} caracteres.`

/**
 * Removes characters that a database cannot store or that hide content: unpaired surrogates, control characters, long runs
 * of combining marks, and invisible characters at both ends. Fixed spaces and full-width digits become ordinary ones. Must
 * run after `boundedText`, because it has no limit of length itself.
 */
export const cleanText = (typed: string): string =>
  trimInvisible(
    limitMarks(
      plainDigits(plainSpaces(typed))
        .toWellFormed()
        .replace(/\r\n?/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ''),
    ),
  )

export const stringSchema = () => z.string({ error: (issue) => (issue.input == null ? REQUIRED : NOT_TEXT) })

/**
 * Returns the limit for a text before it is cleaned. This limit is higher than `max`, because cleaning shortens line ends,
 * trims white space and drops characters.
 */
export const rawLengthMax = (max: number): number => 2 * max + 1000

/** Accepts a text whose length is checked before any other processing. */
export const boundedText = (max: number, error: string = tooLongMessage(max)) =>
  stringSchema().max(rawLengthMax(max), { error })

/** OpenAPI metadata of a text. The document generator cannot derive it, because the schema contains a transform. */
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

const BLANK_MAX = 100
export const isBlankText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= BLANK_MAX && isBlank(value)

export const toOneLine = (typed: string): string => cleanText(typed).replace(/\s+/g, ' ')

/** Accepts a required text. White space alone counts as missing. */
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

/** Accepts an ISO 8601 instant with a zone. The parsed value is in UTC. */
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

/** True when the year has four digits. Only such instants sort correctly as text. */
const hasFourDigitYear = (instant: number): boolean =>
  instant >= Date.UTC(1000, 0) && instant < Date.UTC(10_000, 0)

/** Accepts a day, `YYYY-MM-DD`. */
export const daySchema = (description: string) =>
  z
    .string()
    .refine((text) => text.length === 10 && isDate(text), {
      error: 'Tiene que ser un día que exista, como 2026-11-28.',
    })
    .meta({ format: 'date', description })
