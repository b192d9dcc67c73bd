/**
 * zod schemas of requests. The API parses bodies and queries with them, the back office its forms, and the OpenAPI document
 * describes them. Public pages do not load this file, because zod is larger than a page.
 */
import { z } from 'zod'
import type { FieldError } from '../../api/shared/problems.ts'
import {
  ALT_MAX,
  CODE_MAX,
  EMAIL_MAX,
  MESSAGE_MAX,
  MESSAGES_KEPT_MONTHS_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PERSON_NAME_MAX,
  QUERY_MAX,
  SHORT_TEXT_MAX,
  TEMPLATE_MAX,
  TEMPLATE_NAME_MAX,
  TEMPLATES_MAX,
  TYPED_PASSWORD_MAX,
} from '../../shared/limits.ts'
import { INVISIBLE, isBlank, REQUIRED } from '../../shared/text.ts'
import {
  boundedText,
  cleanText,
  daySchema,
  instantSchema,
  requiredText,
  stringSchema,
  textSchema,
  toOneLine,
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

/**
 * Cleans the name of a person. Characters that change the direction of text are removed, because they would reorder the
 * text around the name.
 */
const personName = (typed: string): string => toOneLine(typed.replace(/\p{Bidi_Control}/gu, ''))

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

const BLANK_MAX = 100
const isBlankText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= BLANK_MAX && isBlank(value)

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

/** False for letters that look like others, such as a Kelvin sign. `toLowerCase` would make them equal. */
const hasPlainLetters = (text: string): boolean => text.normalize('NFKC') === text

const email = () =>
  boundedText(EMAIL_MAX)
    .meta({ format: 'email', maxLength: EMAIL_MAX })
    .transform(cleanText)
    .pipe(
      stringSchema()
        .min(1, { error: REQUIRED, abort: true })
        .max(EMAIL_MAX, { error: tooLongMessage(EMAIL_MAX), abort: true })
        .refine((text) => !INVISIBLE.test(text), {
          error: 'Ese e-mail tiene caracteres que no se ven. Escribilo de nuevo, letra por letra.',
          abort: true,
        })
        // Domains have comparison rules of their own (IDNA). In the part before the at sign, a look-alike letter means
        // another mailbox, so it is refused.
        .refine((text) => hasPlainLetters(text.slice(0, text.lastIndexOf('@') + 1)), {
          error:
            'Antes de la @ hay letras que se confunden con otras. Escribí el e-mail de nuevo, letra por letra.',
          abort: true,
        })
        // `=?` begins an encoded word (RFC 2047), which mail programs show decoded.
        .regex(/^(?!.*=\?)[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\].]+(\.[^\s@<>(),;:\\"[\].]+)+$/, {
          error: 'Escribí un e-mail válido.',
        }),
    )

/**
 * Accepts a new password. NIST SP 800-63B requires a minimum length and advises against composition rules. The server also
 * refuses common passwords.
 */
const newPassword = () =>
  stringSchema()
    .meta({ format: 'password', minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })
    .min(1, { error: REQUIRED, abort: true })
    .min(PASSWORD_MIN, { error: `Usá al menos ${PASSWORD_MIN} caracteres.` })
    .max(PASSWORD_MAX, { error: tooLongMessage(PASSWORD_MAX) })

export const registrationSchema = z.object({ email: email(), password: newPassword() })

/** Accepts six digits of an authenticator, or a recovery code. Spaces and hyphens are ignored. */
const code = () => textSchema(CODE_MAX, { description: 'De la app, o de recuperación.' }, { tidy: tidyCode })

const tidyCode = (typed: string): string => cleanText(typed).replace(/[\s-]/g, '').toLowerCase()

const currentPassword = () =>
  stringSchema()
    .meta({ format: 'password' })
    .max(TYPED_PASSWORD_MAX, { error: tooLongMessage(TYPED_PASSWORD_MAX) })

/** Accepts a code, or no code. */
const codeIfAny = () =>
  boundedText(CODE_MAX)
    .transform(tidyCode)
    .prefault('')
    .catch('')
    .meta({ description: 'Del segundo factor, si hay uno.' })

/**
 * Schema of a sign-in. It accepts any value: an empty e-mail or password is a failed sign-in and not a missing field.
 * Values that are no text become empty.
 */
export const loginSchema = z.object({
  email: boundedText(EMAIL_MAX).transform(cleanText).catch(''),
  password: z.string().max(TYPED_PASSWORD_MAX).catch(''),
  code: codeIfAny(),
})

const status = () => z.enum(['active', 'pending'], { error: 'El estado es active o pending.' }).optional()

/**
 * True for a text that looks like an e-mail address, also with spaces around the at sign, or with a full-width or small at
 * sign.
 */
const looksLikeAddress = (name: string): boolean => /\S\s*@\s*\S/.test(name.normalize('NFKC'))

/**
 * Accepts the display name of a user. It must not look like an e-mail address, because the back office shows it in place of
 * the address.
 */
const userName = () =>
  boundedText(PERSON_NAME_MAX)
    .meta({ maxLength: PERSON_NAME_MAX, description: 'Se muestra en lugar del e-mail.' })
    .transform(personName)
    .pipe(
      requiredText(PERSON_NAME_MAX).refine((name) => !looksLikeAddress(name), {
        error: 'Escribí un nombre: el e-mail ya lo sabemos.',
      }),
    )

/** Accepts a display name or null. Absent or blank keeps the name. null removes it */
const nameOrNull = () =>
  z.preprocess((value) => (isBlankText(value) ? undefined : value), userName().nullable().optional())

export const userUpdateSchema = z.object({
  name: nameOrNull(),
  email: z.preprocess((value) => value || undefined, email().optional()),
  password: z.preprocess((value) => value || undefined, newPassword().optional()),
  currentPassword: currentPassword().optional(),
  status: status(),
})

/** `status` is the status that the caller saw. A user with another status is not deleted. */
export const userRemovalSchema = z.object({ status: status() })

const oneTime = { token: textSchema(200) }
export const linkSchema = z.object({
  ...oneTime,
  code: codeIfAny(),
  password: z.string().max(TYPED_PASSWORD_MAX).prefault('').catch('').meta({
    format: 'password',
    description: 'De un enlace de confirmación: la que se eligió en ese registro. Con los otros se ignora.',
  }),
})
export const claimSchema = registrationSchema.extend(oneTime)
export const invitationSchema = z.object({ name: nameOrNull() })
export const invitationLookSchema = z.object(oneTime)
/** Schema for accepting an invitation. Without a name, the user gets the name in the invitation. */
export const acceptInvitationSchema = registrationSchema.extend({ ...oneTime, name: nameOrNull() })
export const forgotSchema = z.object({ email: email() })
export const resetSchema = z.object({ ...oneTime, password: newPassword() })

export const secondFactorBeginSchema = z.object({
  currentPassword: currentPassword().min(1, { error: REQUIRED }),
})
export const secondFactorConfirmSchema = z.object({ code: code() })
/** Schema for changing an active second factor, which needs password and code. */
export const secondFactorChangeSchema = z.object({
  ...secondFactorBeginSchema.shape,
  ...secondFactorConfirmSchema.shape,
})

export const messageSchema = z.object({
  person: textSchema(SHORT_TEXT_MAX, {}, { tidy: personName }),
  // The address is used in a mail header, so it must be one address without control characters.
  from: email(),
  body: textSchema(MESSAGE_MAX),
})

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

const flag = (description: string) =>
  z.boolean({ error: 'Es true o false.' }).optional().meta({ description })

const marks = {
  read: flag('Si alguien lo leyó.'),
  open: flag('Si espera una respuesta.'),
}

const isEmptyChange = ({ read, open }: { read?: boolean | undefined; open?: boolean | undefined }): boolean =>
  read === undefined && open === undefined

/** Schema for marking messages. Marks that are absent stay. */
export const messageUpdateSchema = z
  .object(marks)
  .refine((sent) => !isEmptyChange(sent), { path: ['read'], error: REQUIRED })

/**
 * Schema of an answer. `site`: the club's mail server sends it. `own`: the administrator's mail program sends it, and the
 * text is stored
 */
export const answerSchema = z.object({
  text: textSchema(MESSAGE_MAX),
  way: z.enum(['site', 'own'], {
    error: (issue) => (issue.input == null ? REQUIRED : 'Es site u own.'),
  }),
})

export const templatesSchema = z.object({
  templates: z.preprocess(
    (sent) => (Array.isArray(sent) ? sent.slice(0, TEMPLATES_MAX + 1) : sent),
    z
      .array(
        z.object(
          { name: textSchema(TEMPLATE_NAME_MAX, {}, { tidy: toOneLine }), text: textSchema(TEMPLATE_MAX) },
          { error: 'Tiene que ser un objeto con nombre y texto.' },
        ),
        {
          error: (issue) => (issue.input == null ? REQUIRED : 'Tiene que ser una lista de respuestas.'),
        },
      )
      .max(TEMPLATES_MAX, { error: `Pueden ser hasta ${TEMPLATES_MAX}.` }),
  ),
})

const BETWEEN_MONTHS = `Tiene que ser un número entero entre 1 y ${MESSAGES_KEPT_MONTHS_MAX}.`

export const messageSettingsSchema = z.object({
  keptMonths: z
    .int({ error: (issue) => (issue.input == null ? REQUIRED : BETWEEN_MONTHS) })
    .min(1, { error: BETWEEN_MONTHS })
    .max(MESSAGES_KEPT_MONTHS_MAX, { error: BETWEEN_MONTHS }),
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

const searched = z
  .string()
  .max(QUERY_MAX, { error: tooLongMessage(QUERY_MAX) })
  .default('')

const only = (description: string) =>
  z.enum(['1'], { error: 'Solo puede ser 1.' }).optional().meta({ description })

/** The filter of messages. */
export const messageFilterSchema = z.object({
  q: searched,
  unread: only('Solo los que nadie leyó.'),
  unanswered: only('Solo los que esperan una respuesta.'),
})

export const messageQuerySchema = z.object({ ...messageFilterSchema.shape, ...pageQuerySchema.shape })

/**
 * Query of a list. `from` and `to` are days, for items with a date. `period` is for nights. `state` is only for
 * administrators.
 */
export const listQuerySchema = createOncePerDeclaration(
  (declaration: Pick<Declaration, 'nameField' | 'fields' | 'orderBy' | 'ordered'>) => {
    const known = getOrders(declaration)
    const query = z.object({
      q: searched,
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
const ids = z.preprocess(
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
  ids,
})

export const resourceParams = z.object({ resource: z.enum(resourceNames) })

export const messagesSchema = z.object({ ids })

export const messagesUpdateSchema = z
  .object({ ids, ...marks })
  .refine((sent) => !isEmptyChange(sent), { path: ['read'], error: REQUIRED })
/** Ids of all live items of a resource, in the new order. */
export const orderSchema = z.object({ ids })

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
    .pipe(ids),
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
