/** How the value of each kind of field is judged: by the API, and by the forms of the back office before they send it. */
import { z } from 'zod'
import { isDate } from '../dates.ts'
import { REQUIRED } from '../problems.ts'
import { isBlank } from '../text.ts'
import { boundedText, clean, oneLine, required, string, typedMax, words } from '../text-schemas.ts'
import { isWebAddress, whyNoWebAddress } from '../web-address.ts'
import type { Field, FieldKind } from './fields.ts'
import { toTitle } from './titles.ts'

/** A day, a time and a zone. */
const DATE_MAX = 40

interface Judge<F> {
  schema(field: F): z.ZodType<string, string>
  /** Whether nothing was sent. A text longer than the field may hold is something, whatever is in it. */
  isBlank(text: string, field: F): boolean
}

/** A data URL has megabytes, and tells in its first signs that it is none. */
export const isBlankPicture = (text: string): boolean => isBlank(text.slice(0, 1000))

/** A rich text without words or picture is blank: an editor left empty sends `<p></p>`. */
export const isBlankHtml = (html: string): boolean =>
  !/<img\s/i.test(html) &&
  isBlank(
    html
      // Not past another '<': a text of nothing but those would take quadratic time.
      .replace(/<[^<>]*>/g, '')
      .replace(/&(nbsp|#160|#xa0|#8203|#x200b|zwnj|zwj);/gi, ' '),
  )

export const tooManyBytes = (max: number) => `El texto es demasiado largo (hasta ${max / 1000} kB).`

const byteLength = (text: string): number => new TextEncoder().encode(text).length

const isBlankText = (text: string, { max }: { max: number }) => text.length <= typedMax(max) && isBlank(text)

const judges: { [K in FieldKind]: Judge<Extract<Field, { kind: K }>> } = {
  line: {
    schema: (field) => words(field.max, { description: field.label }, { tidy: oneLine }),
    isBlank: isBlankText,
  },
  text: {
    schema: (field) => words(field.max, { description: field.label }),
    isBlank: isBlankText,
  },
  title: {
    schema: ({ max, label }) =>
      boundedText(max)
        .meta({ maxLength: max, description: `${label}: palabras unidas por guiones.` })
        .transform((typed) => toTitle(clean(typed)))
        .pipe(required(max)),
    isBlank: isBlankText,
  },
  rich: {
    schema: (field) =>
      boundedText(field.maxBytes, tooManyBytes(field.maxBytes))
        .meta({
          description: `${field.label}: HTML, que se limpia al guardar. Hasta ${field.maxBytes / 1000} kB.`,
        })
        .transform(clean)
        .refine((html) => !isBlankHtml(html), { error: REQUIRED, abort: true })
        .refine((html) => byteLength(html) <= field.maxBytes, { error: tooManyBytes(field.maxBytes) }),
    isBlank: (html, { maxBytes }) => html.length <= typedMax(maxBytes) && isBlankHtml(html),
  },
  url: {
    schema: (field) =>
      words(field.max, { format: 'uri', description: field.label }).refine(isWebAddress, {
        error: ({ input }) => whyNoWebAddress(String(input)),
      }),
    isBlank: isBlankText,
  },
  date: {
    schema: (field) =>
      words(DATE_MAX, {
        description: `${field.label}: AAAA-MM-DD, con THH:mm y zona opcionales.`,
      }).refine(isDate, { error: 'Esa fecha no existe. Usá el formato AAAA-MM-DD.' }),
    isBlank: (text) => isBlankText(text, { max: DATE_MAX }),
  },
  image: {
    // The pipeline judges the bytes; here only that something was sent.
    schema: ({ label }) =>
      string()
        .meta({
          description: `${label}: data URL (PNG, JPEG, WebP, AVIF o GIF) de hasta 12 MiB; al modificar, también la dirección que ya tiene.`,
        })
        .refine((text) => !isBlankPicture(text), { error: REQUIRED, abort: true }),
    isBlank: isBlankPicture,
  },
}

const judgeOf = ({ kind }: Field) => judges[kind] as Judge<Field>

/** Blank, an optional field is as good as not sent. */
const isBlankIn = (field: Field, value: unknown): boolean =>
  typeof value === 'string' && judgeOf(field).isBlank(value, field)

/** What a new item needs of the field. null or left out, an optional one is not set. */
export const newValueSchema = (field: Field) => {
  const schema = judgeOf(field).schema(field)
  if (!field.optional) return schema
  return z.preprocess((value) => (isBlankIn(field, value) ? null : value), schema.nullable().optional())
}

/** What a change may say of it: absent or blank, the field keeps its value; null ends that of an optional one. */
export const changedValueSchema = (field: Field) => {
  const schema = judgeOf(field).schema(field)
  const isAbsent = (value: unknown) => isBlankIn(field, value) || (value === null && !field.optional)
  return z.preprocess(
    (value) => (isAbsent(value) ? undefined : value),
    field.optional ? schema.nullable().optional() : schema.optional(),
  )
}
