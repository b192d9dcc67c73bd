/** Schemas of messages, their answers and their settings. */
import { z } from 'zod'
import { idsSchema, pageQuerySchema, searchSchema } from '../../../platform/content/shared/content-schemas.ts'
import { MESSAGE_MAX, SHORT_TEXT_MAX } from '../../../platform/shared/limits.ts'
import { cleanPersonName, emailSchema } from '../../../platform/shared/person-schemas.ts'
import { REQUIRED } from '../../../platform/shared/text/text.ts'
import { textSchema, toOneLine } from '../../../platform/shared/text-schemas.ts'
import { MESSAGES_KEPT_MONTHS_MAX, TEMPLATE_MAX, TEMPLATE_NAME_MAX, TEMPLATES_MAX } from './message-limits.ts'

export const messageSchema = z.object({
  person: textSchema(SHORT_TEXT_MAX, {}, { tidy: cleanPersonName }),
  // The address is used in a mail header, so it must be one address without control characters.
  from: emailSchema(),
  body: textSchema(MESSAGE_MAX),
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

const only = (description: string) =>
  z.enum(['1'], { error: 'Solo puede ser 1.' }).optional().meta({ description })

/** The filter of messages. */
export const messageFilterSchema = z.object({
  q: searchSchema,
  unread: only('Solo los que nadie leyó.'),
  unanswered: only('Solo los que esperan una respuesta.'),
})

export const messageQuerySchema = z.object({ ...messageFilterSchema.shape, ...pageQuerySchema.shape })

export const messagesSchema = z.object({ ids: idsSchema })

export const messagesUpdateSchema = z
  .object({ ids: idsSchema, ...marks })
  .refine((sent) => !isEmptyChange(sent), { path: ['read'], error: REQUIRED })
