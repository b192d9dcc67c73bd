/** Schemas of the API of tickets that were bought elsewhere. The browser imports only types from this file. */
import { z } from 'zod'
import { id } from '../../../platform/api/shared/response-fields.ts'
import { REQUIRED } from '../../../platform/shared/text/text.ts'
import { stringSchema, textSchema } from '../../../platform/shared/text-schemas.ts'
import {
  DOCUMENT_DIGITS,
  GUEST_NAME_MAX,
  GUEST_NOTE_MAX,
  PLACES_MAX,
  TICKET_CODE_MAX,
  TICKETS_MAX,
} from './guest-limits.ts'
import { normalizeName } from './guest-names.ts'

/** Reasons why a ticket is not valid. */
export const ticketRefusals = ['refunded', 'cancelled', 'unpaid'] as const
export type TicketRefusal = (typeof ticketRefusals)[number]

const NOT_A_DOCUMENT = `Tienen que ser de ${DOCUMENT_DIGITS.min} a ${DOCUMENT_DIGITS.max} números.`
const NOT_A_QUANTITY = `Tiene que ser un número entero de 1 a ${PLACES_MAX}.`

const ticket = z.object(
  {
    code: stringSchema()
      .min(1, { error: 'Puede faltar, y no estar vacío.' })
      .max(TICKET_CODE_MAX, { error: `Puede tener hasta ${TICKET_CODE_MAX} caracteres.` })
      .nullable()
      .default(null)
      .describe('Tal como lo escribe el vendedor: identifica a la entrada. null: no tiene.'),
    name: textSchema(GUEST_NAME_MAX, {}, { tidy: normalizeName }),
    document: stringSchema()
      .regex(new RegExp(`^\\d{${DOCUMENT_DIGITS.min},${DOCUMENT_DIGITS.max}}$`), { error: NOT_A_DOCUMENT })
      .nullable()
      .default(null),
    quantity: z
      .int({ error: NOT_A_QUANTITY })
      .min(1, { error: NOT_A_QUANTITY })
      .max(PLACES_MAX, { error: NOT_A_QUANTITY })
      .default(1)
      .describe('Personas que entran con ella.'),
    note: textSchema(GUEST_NOTE_MAX, {}, { tidy: normalizeName })
      .nullable()
      .default(null)
      .describe('El tipo de entrada.'),
    refusal: z
      .enum(ticketRefusals, { error: `Tiene que ser ${ticketRefusals.join(', ')}, o null.` })
      .nullable()
      .default(null)
      .describe('Por qué no entra nadie con ella.'),
  },
  { error: 'Tiene que ser una entrada, con su name.' },
)
export type Ticket = z.output<typeof ticket>

export const ticketsBody = z.object({
  tickets: z
    .array(ticket, { error: REQUIRED })
    .min(1, { error: REQUIRED })
    .max(TICKETS_MAX, { error: `Puede haber hasta ${TICKETS_MAX} entradas por vez.`, abort: true }),
  cancel: z
    .array(z.uuid({ error: 'Tiene que ser el _id de una entrada.' }))
    .max(TICKETS_MAX)
    .default([])
    .describe('Entradas de la lista que ya no valen, porque el vendedor las sacó.'),
})
export type TicketsBody = z.output<typeof ticketsBody>

export const importedTickets = z
  .object({
    added: z.int(),
    changed: z.int().describe('Estaban, y ahora dicen otra cosa.'),
    unchanged: z.int(),
    cancelled: z.int(),
    absent: z.array(id()).describe('Entradas que valen y no vinieron esta vez: quedan como estaban.'),
  })
  .meta({ id: 'ImportedTickets' })
export type ImportedTickets = z.infer<typeof importedTickets>
