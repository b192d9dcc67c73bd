/**
 * zod schemas of requests. The API parses bodies and queries with them, the back office its forms, and the OpenAPI document
 * describes them. Public pages do not load this file, because zod is larger than a page.
 */
import { z } from 'zod'
import type { FieldError } from '../../api/shared/problems.ts'
import { ALT_MAX, PAGE_SIZE, PAGE_SIZE_MAX, QUERY_MAX } from '../../shared/limits.ts'
import { REQUIRED } from '../../shared/text/text.ts'
import {
  boundedText,
  cleanText,
  daySchema,
  instantSchema,
  isBlankText,
  stringSchema,
  textSchema,
  tooLongMessage,
} from '../../shared/text-schemas.ts'
import { auditedResources } from './audit-log.ts'
import { changedValueSchema, isBlankPicture, newValueSchema } from './field-schemas.ts'
import { getFieldType, hasPeriods } from './field-types.ts'
import type { Declaration, Field } from './fields.ts'
import { listImageFields } from './fields.ts'
import { nestedShape } from './nested-schema.ts'
import { getOrders } from './orders.ts'
import { periods } from './periods.ts'
import { listStates } from './publication.ts'
import { resourceNames } from './resources.ts'

type Fields = Pick<Declaration, 'fields'>

/** Creates a schema once for each declaration, because creating one costs as much as a hundred uses. */
function createOncePerDeclaration<D extends Fields, T>(make: (declaration: D) => T): (declaration: D) => T {
  const schemas = new WeakMap<D, T>()
  return (declaration) => {
    const schema = schemas.get(declaration) ?? make(declaration)
    schemas.set(declaration, schema)
    return schema
  }
}

function altSchema(declaration: Fields) {
  const text = boundedText(ALT_MAX)
    .transform(cleanText)
    .pipe(stringSchema().max(ALT_MAX, { error: tooLongMessage(ALT_MAX) }))
    .nullable()
  return z.object(Object.fromEntries(listImageFields(declaration).map((name) => [name, text.optional()])), {
    error: 'Tiene que ser un objeto con un texto por imagen.',
  })
}

/** Accepts an instant or null. Absent or blank keeps the stored value. null clears it */
const instantOrNull = (description: string) =>
  z.preprocess(
    (value) => (isBlankText(value) ? undefined : value),
    instantSchema(description).nullable().optional(),
  )

const publicationSchemas = {
  draft: z.preprocess(
    (value) => (value === null || isBlankText(value) ? undefined : value),
    z.boolean({ error: 'Es true o false.' }).meta({ description: 'Todavía no se publica.' }).optional(),
  ),
  publishAt: instantOrNull('Desde cuándo se ve, con zona; null: desde que se guarda.'),
  unpublishAt: instantOrNull('Hasta cuándo se ve, con zona; null: siempre.'),
}

const itemSchema = (declaration: Fields, createFieldSchema: (field: Field) => z.ZodType) =>
  z.object({
    ...nestedShape(
      Object.fromEntries(
        Object.entries(declaration.fields)
          .filter(([, field]) => !getFieldType(field).isDerived)
          .map(([name, field]) => [name, createFieldSchema(field)] as const),
      ),
    ),
    ...(listImageFields(declaration).length > 0 && { alt: altSchema(declaration).nullish() }),
    ...publicationSchemas,
  })

/** Schema of a new item. Unknown fields are dropped. */
export const createSchema = createOncePerDeclaration((declaration: Fields) =>
  itemSchema(declaration, newValueSchema),
)

/** Schema of a change. An absent or blank field keeps the stored value. */
export const updateSchema = createOncePerDeclaration((declaration: Fields) =>
  itemSchema(declaration, changedValueSchema),
)

const whole = (description: string) =>
  z.coerce
    .number({ error: 'Tiene que ser un número.' })
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description })

/** Position of a part in an audio file. */
export const audioPartSchema = z.object({
  offset: whole('Bytes que la parte tiene delante.'),
  size: whole('Bytes de todo el archivo.'),
})

/** A picture within a rich text. */
export const mediaSchema = z.object({
  image: stringSchema().refine((text) => !isBlankPicture(text), { error: REQUIRED }),
})

const count = (fallback: number, max: number) =>
  z
    .unknown()
    .meta({ type: 'integer', minimum: 1, maximum: max })
    .transform(String)
    .pipe(
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/, { error: `Tiene que ser un número entero entre 1 y ${max}.` })
        .transform(Number)
        .refine((n) => n <= max, { error: `Tiene que ser un número entero entre 1 y ${max}.` }),
    )
    .default(fallback)

export const pageQuerySchema = z.object({
  limit: count(PAGE_SIZE, PAGE_SIZE_MAX),
  page: count(1, 10_000_000),
})

/** The text of a search. */
export const searchSchema = z
  .string()
  .max(QUERY_MAX, { error: tooLongMessage(QUERY_MAX) })
  .default('')

/**
 * Query of a list. `from` and `to` are days, for items with a date. `period` is for nights. `state` is only for
 * administrators.
 */
export const listQuerySchema = createOncePerDeclaration(
  (declaration: Pick<Declaration, 'nameField' | 'fields' | 'orderBy' | 'ordered'>) => {
    const known = getOrders(declaration)
    const query = z.object({
      q: searchSchema,
      order: z.enum(known, { error: `El orden es ${known.join(', ')}.` }).default('newest'),
      from: daySchema('Desde ese día en adelante.').optional(),
      to: daySchema('Hasta ese día, con él.').optional(),
      period: z
        .enum(periods, { error: `El período es ${periods.join(', ')}.` })
        .meta({ description: 'Por venir, pasadas que se hicieron, o canceladas y postergadas.' })
        .optional(),
      state: z.enum(listStates, { error: `El estado es ${listStates.join(', ')}.` }).optional(),
      ...pageQuerySchema.shape,
    })
    const knownQuery = hasPeriods(declaration)
      ? query
      : (query.omit({ period: true }) as unknown as typeof query)
    return declaration.orderBy === undefined
      ? (knownQuery.omit({ from: true, to: true }) as unknown as typeof query)
      : knownQuery
  },
)

/** Ids of items of one resource. At most one id beyond the limit is read, however long the list is. */
export const idsSchema = z.preprocess(
  (sent) => (Array.isArray(sent) ? sent.slice(0, PAGE_SIZE_MAX + 1) : sent),
  z
    .array(textSchema(100), {
      error: (issue) => (issue.input == null ? REQUIRED : 'Tiene que ser una lista de _id.'),
    })
    .min(1, { error: REQUIRED, abort: true })
    .max(PAGE_SIZE_MAX, { error: `Pueden ser hasta ${PAGE_SIZE_MAX} de una vez.` }),
)

export const itemsSchema = z.object({
  resource: z.enum(resourceNames, { error: `El recurso es uno de ${resourceNames.join(', ')}.` }),
  ids: idsSchema,
})

export const resourceParams = z.object({ resource: z.enum(resourceNames) })

/** Ids of all live items of a resource, in the new order. */
export const orderSchema = z.object({ ids: idsSchema })

/** Accepts any id. Characters that no stored text contains, such as NUL, are removed before the query. */
const someId = (description: string) =>
  boundedText(100)
    .meta({ description, maxLength: 100 })
    .transform(cleanText)
    .pipe(z.string().max(100, { error: tooLongMessage(100) }))

export const auditLogQuerySchema = z.object({
  resource: z
    .enum(auditedResources, { error: `El recurso es uno de ${auditedResources.join(', ')}.` })
    .optional(),
  item: someId('El _id de lo que se escribió.').optional(),
  user: someId('El _id de quien lo hizo.').optional(),
  ...pageQuerySchema.shape,
})

export const latestQuerySchema = z.object({
  ids: stringSchema()
    .meta({ description: `Hasta ${PAGE_SIZE_MAX}, separados por comas.` })
    .transform((text): unknown => text.split(','))
    .pipe(idsSchema),
})

export const revertSchema = z.object({
  to: z.enum(['before', 'after'], { error: 'Es before o after.' }).default('before'),
})

export interface InvalidBody {
  id: 'missing-fields' | 'invalid-fields'
  errors: FieldError[]
}

/**
 * Parses a body.
 * @returns the cleaned value, or the refusal for API and forms: `missing-fields` when anything is missing
 */
export function parse<S extends z.ZodType>(
  schema: S,
  body: unknown,
): { ok: true; value: z.output<S> } | { ok: false; problem: InvalidBody } {
  const result = schema.safeParse(body)
  if (result.success) return { ok: true, value: result.data }
  const errors = new Map<string, string>()
  for (const issue of result.error.issues) {
    const field = issue.path.join('.')
    if (!errors.has(field)) errors.set(field, issue.message)
  }
  const list = [...errors].map(([field, message]) => ({ field, message }))
  const missing = list.some((error) => error.message === REQUIRED)
  return { ok: false, problem: { id: missing ? 'missing-fields' : 'invalid-fields', errors: list } }
}
