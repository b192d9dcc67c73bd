/** Validates the value of each field type: in the API, and in the forms of the back office before they send it. */
import { z } from 'zod'
import { contrast, formatContrast, isColour, TEXT_CONTRAST_MIN } from '../../shared/colours.ts'
import { completeLink } from '../../shared/complete-link.ts'
import { isDate, isTimeZone } from '../../shared/dates.ts'
import { EMAIL_MAX, PHONE_TYPED_MAX, RICH_TEXT_TAGS_MAX } from '../../shared/limits.ts'
import { isShortMapLink, SHORT_MAP_LINK_HINT } from '../../shared/map-links.ts'
import { emailSchema } from '../../shared/person-schemas.ts'
import { isBlank, REQUIRED } from '../../shared/text/text.ts'
import {
  boundedText,
  cleanText,
  instantSchema,
  rawLengthMax,
  requiredText,
  stringSchema,
  textSchema,
  toOneLine,
  tooLongMessage,
} from '../../shared/text-schemas.ts'
import { explainInvalidWebAddress, isWebAddress, normalizeLink } from '../../shared/web-address.ts'
import type { Column, Field, FieldKind } from './fields.ts'
import { hasTooManyTags, PHRASE_LANGUAGES, RICH_TEXT_TAGS } from './richtext.ts'
import { TITLE_WITHOUT_LETTERS, toTitle } from './titles.ts'

/** Maximum length of a date with time and zone. Characters */
const DATE_MAX = 40

interface FieldRules<F> {
  schema(field: F): z.ZodType
  /** True when a text counts as empty. A text longer than the limit never counts as empty. */
  isBlank(text: string, field: F): boolean
}

/** Only the first characters are checked, because a data URL has megabytes. */
export const isBlankPicture = (text: string): boolean => isBlank(text.slice(0, 1000))

/** A rich text without words or picture is blank: an editor left empty sends `<p></p>`. */
export const isBlankHtml = (html: string): boolean =>
  !/<img\s/i.test(html) &&
  isBlank(
    html
      // Stops at another '<', because a text of many '<' would take quadratic time.
      .replace(/<[^<>]*>/g, '')
      .replace(/&(nbsp|#160|#xa0|#8203|#x200b|zwnj|zwj);/gi, ' '),
  )

export const tooManyBytesMessage = (max: number) => `El texto es demasiado largo (hasta ${max / 1000} kB).`

const TOO_MANY_TAGS = `El texto tiene demasiado formato (hasta ${RICH_TEXT_TAGS_MAX.toLocaleString('es-AR')} etiquetas). Pegalo sin formato.`

const byteLength = (text: string): number => new TextEncoder().encode(text).length

const isBlankText = (text: string, { max }: { max: number }) =>
  text.length <= rawLengthMax(max) && isBlank(text)

const TIME_MAX = 20
const ZONE_MAX = 60
const ID_MAX = 100
const FILM_PATH_MAX = 100

/** True for a short blank text. It counts as absent in fields that hold no text, such as numbers. */
const isShortBlank = (text: string): boolean => isBlankText(text, { max: TIME_MAX })

/** ISO 4217 codes of the ICU data of this machine. */
const currencies = new Set(Intl.supportedValuesOf('currency'))

const line = {
  schema: ({ max, label }: { max: number; label: string }) =>
    textSchema(max, { description: label }, { tidy: toOneLine }),
  isBlank: isBlankText,
}

const describeLink = ({ label, accountsAt }: Extract<Field, { kind: 'url' }>): string =>
  `${label}: enlace http o https; sin esquema se completa con https.${accountsAt ? ' También una @cuenta.' : ''}`

/** Only one row beyond the limit is read, which is enough to refuse the list. */
const rowsSchema = ({
  max,
  words: { one },
  columns,
  label,
  either = [],
}: Extract<Field, { kind: 'rows' }>) => {
  const row = z
    .object(
      {
        _id: z.string().max(ID_MAX).optional().catch(undefined),
        ...Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, columnSchema(column)])),
      },
      { error: `Cada ${one} tiene que ser un objeto.` },
    )
    .superRefine((sent, context) => {
      const row: Record<string, unknown> = sent
      for (const [name, { kind, optional, namedBy }] of Object.entries(columns)) {
        const isNamed = row[name] !== null || (namedBy !== undefined && row[namedBy] !== null)
        if (kind === 'line' && !optional && !isNamed)
          context.addIssue({ code: 'custom', path: [name], message: REQUIRED })
      }
      const [first, ...others] = either.filter((name) => row[name] !== null)
      for (const name of others)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `Va esto o «${columns[first ?? '']?.label}», no los dos.`,
        })
    })
  return z
    .preprocess(
      (sent) => (Array.isArray(sent) ? sent.slice(0, max + 1) : sent),
      z.array(row, { error: 'Tiene que ser una lista.' }).max(max, { error: `Pueden ser hasta ${max}.` }),
    )
    .meta({ description: label })
}

/** True for a column without which a row is refused. */
const isRequired = ({ kind, optional, namedBy }: Column): boolean =>
  kind === 'line' && !optional && namedBy === undefined

/** Rows are sent as a whole, so an absent or blank column becomes null. */
const columnSchema = (column: Column) => {
  const schema = z.preprocess(
    (value) => (value === undefined || isBlankValue(column, value) ? null : value),
    getRules(column).schema(column).nullable(),
  )
  // `prefault` only states in the OpenAPI document that the column may be left out.
  return isRequired(column) ? schema : schema.prefault(null)
}

const fieldRules: { [K in FieldKind]: FieldRules<Extract<Field, { kind: K }>> } = {
  line,
  headline: line,
  text: {
    schema: (field) => textSchema(field.max, { description: field.label }),
    isBlank: isBlankText,
  },
  title: {
    schema: ({ max, label }) =>
      boundedText(max)
        .meta({ maxLength: max, description: `${label}: palabras unidas por guiones.` })
        .refine((typed) => isBlank(typed) || toTitle(cleanText(typed)) !== '', {
          error: TITLE_WITHOUT_LETTERS,
          abort: true,
        })
        .transform((typed) => toTitle(cleanText(typed)))
        .pipe(requiredText(max)),
    isBlank: isBlankText,
  },
  rich: {
    schema: (field) =>
      boundedText(field.maxBytes, tooManyBytesMessage(field.maxBytes))
        .meta({
          description: `${field.label}: HTML, que se limpia al guardar. Quedan estas etiquetas: ${RICH_TEXT_TAGS.join(', ')}; span solo con lang (${Object.keys(PHRASE_LANGUAGES).join(', ')}). Hasta ${field.maxBytes / 1000} kB.`,
        })
        .refine((html) => !hasTooManyTags(html), { error: TOO_MANY_TAGS, abort: true })
        .transform(cleanText)
        .refine((html) => !isBlankHtml(html), { error: REQUIRED, abort: true })
        .refine((html) => byteLength(html) <= field.maxBytes, { error: tooManyBytesMessage(field.maxBytes) }),
    isBlank: (html, { maxBytes }) => html.length <= rawLengthMax(maxBytes) && isBlankHtml(html),
  },
  url: {
    schema: (field) =>
      textSchema(field.max, { format: 'uri-reference', description: describeLink(field) })
        .transform((typed) => completeLink(typed, field.accountsAt))
        .refine(isWebAddress, {
          error: ({ input }) => explainInvalidWebAddress(String(input)),
          abort: true,
        })
        .transform(normalizeLink)
        .refine((link) => link.length <= field.max, { error: tooLongMessage(field.max) }),
    isBlank: isBlankText,
  },
  date: {
    schema: (field) =>
      textSchema(DATE_MAX, {
        description: `${field.label}: AAAA-MM-DD, con THH:mm y zona opcionales.`,
      }).refine(isDate, { error: 'Esa fecha no existe.' }),
    isBlank: (text) => isBlankText(text, { max: DATE_MAX }),
  },
  former: { schema: () => z.undefined(), isBlank: () => true },
  time: {
    schema: ({ label }) =>
      textSchema(TIME_MAX, { description: `${label}: HH:mm.` }).refine(
        (hour) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(hour),
        {
          error: 'Escribí la hora así: 23:30.',
        },
      ),
    isBlank: isShortBlank,
  },
  instant: { schema: ({ label }) => instantSchema(label), isBlank: isShortBlank },
  localTime: {
    schema: ({ label }) =>
      textSchema(DATE_MAX, { description: `${label}: AAAA-MM-DDTHH:mm, en la hora del club.` }).refine(
        (moment) => /^.{10}T.{5}$/.test(moment) && isDate(moment),
        { error: 'Escribí el día y la hora así: 2026-11-29T23:59.' },
      ),
    isBlank: (text) => isBlankText(text, { max: DATE_MAX }),
  },
  zone: {
    schema: ({ label }) =>
      textSchema(ZONE_MAX, { description: `${label}: IANA, como America/Argentina/Buenos_Aires.` }).refine(
        isTimeZone,
        {
          error: 'Tiene que ser una zona horaria, como America/Argentina/Buenos_Aires.',
        },
      ),
    isBlank: (text) => isBlankText(text, { max: ZONE_MAX }),
  },
  phone: {
    // The server reads the number, with the country of the club and a table of all countries.
    schema: ({ label }) =>
      textSchema(PHONE_TYPED_MAX, {
        description: `${label}: con código de país, o como se marca en el país del club. Se guarda como +54 11 4302 1965.`,
      }),
    isBlank: (text) => isBlankText(text, { max: PHONE_TYPED_MAX }),
  },
  email: {
    schema: ({ label }) =>
      emailSchema()
        .refine((address) => /^[ -~]*@/.test(address), {
          error: 'Antes de la @ puede tener solo letras sin tilde, números y signos.',
        })
        .meta({ description: `${label}: una dirección, con letras sin tilde antes de la @.` }),
    isBlank: (text) => isBlankText(text, { max: EMAIL_MAX }),
  },
  colour: {
    schema: ({ label, on }) =>
      textSchema(TIME_MAX, {
        description: `${label}: #rrggbb, con un contraste de 4,5 al menos sobre ${on}.`,
      })
        .refine(isColour, { error: 'Escribí el color así: #ff2e1f.', abort: true })
        .refine((colour) => contrast(colour, on) >= TEXT_CONTRAST_MIN, {
          error: ({ input }) =>
            `Sobre negro no se lee: su contraste es ${formatContrast(contrast(String(input), on))} y hace falta 4,5.`,
        })
        .transform((colour) => colour.toLowerCase()),
    isBlank: isShortBlank,
  },
  number: {
    schema: ({ min, max, decimals, label }) => {
      const error = `Tiene que ser un número entre ${min} y ${max}${decimals > 0 ? `, con hasta ${decimals} decimales` : ', sin decimales'}.`
      return z
        .number({
          error: ({ input }) =>
            typeof input === 'string' && isShortMapLink(input) ? SHORT_MAP_LINK_HINT : error,
        })
        .min(min, { error })
        .max(max, { error })
        .refine((value) => Number(value.toFixed(decimals)) === value, { error })
        .meta({ description: label })
    },
    isBlank: isShortBlank,
  },
  choice: {
    schema: ({ options, label }) => {
      const values = Object.keys(options)
      return z.enum(values, { error: `Tiene que ser ${values.join(', ')}.` }).meta({ description: label })
    },
    isBlank: isShortBlank,
  },
  currency: {
    schema: ({ label }) =>
      textSchema(TIME_MAX, { description: `${label}: ISO 4217.` }).refine((code) => currencies.has(code), {
        error: 'Tiene que ser el código de una moneda, como ARS o USD.',
      }),
    isBlank: isShortBlank,
  },
  reference: {
    schema: ({ to, label }) => {
      const error = `Tiene que ser {resource, _id}, de ${to.join(' o ')}.`
      return z
        .object(
          {
            resource: z.enum(to, { error }),
            _id: z.string({ error }).min(1, { error }).max(ID_MAX, { error }),
          },
          { error },
        )
        .meta({ description: label })
    },
    isBlank: isShortBlank,
  },
  film: {
    // The server checks whether the film exists.
    schema: ({ label }) =>
      textSchema(FILM_PATH_MAX, {
        description: `${label}: la dirección /media/….mp4 que dio POST /site/film.`,
      }),
    isBlank: (text) => isBlankText(text, { max: FILM_PATH_MAX }),
  },
  audio: {
    // The server checks whether the audio file exists.
    schema: ({ label }) =>
      textSchema(FILM_PATH_MAX, {
        description: `${label}: la dirección /media/….mp3 o .m4a que dio PUT /media/audio/{key}.`,
      }),
    isBlank: (text) => isBlankText(text, { max: FILM_PATH_MAX }),
  },
  rows: { schema: rowsSchema, isBlank: isShortBlank },
  image: {
    // Checks only that a value was sent. The server checks the bytes.
    schema: ({ label }) =>
      stringSchema()
        .meta({
          description: `${label}: data URL (PNG, JPEG, WebP, AVIF o GIF) de hasta 12 MiB y 50.000.000 de píxeles (menos en AVIF), o la dirección /media/… de una imagen del club, en cualquier tamaño y formato.`,
        })
        .refine((text) => !isBlankPicture(text), { error: REQUIRED, abort: true }),
    isBlank: isBlankPicture,
  },
}

const getRules = ({ kind }: Pick<Field, 'kind'>) => fieldRules[kind] as FieldRules<Field>

/** True for a blank text, which counts as absent in an optional field. */
const isBlankValue = (field: Field, value: unknown): boolean =>
  typeof value === 'string' && getRules(field).isBlank(value, field)

/** Returns the schema of a field in a new item. null or absent leaves an optional field empty */
export const newValueSchema = (field: Field) => {
  const schema = getRules(field).schema(field)
  if (!field.optional) return schema
  return z.preprocess((value) => (isBlankValue(field, value) ? null : value), schema.nullable().optional())
}

/**
 * Returns the schema of a field in a change. An absent or blank value keeps the stored one. null clears an optional field
 */
export const changedValueSchema = (field: Field) => {
  const schema = getRules(field).schema(field)
  const isAbsent = (value: unknown) => isBlankValue(field, value) || (value === null && !field.optional)
  return z.preprocess(
    (value) => (isAbsent(value) ? undefined : value),
    field.optional ? schema.nullable().optional() : schema.optional(),
  )
}
