/** Schema of the response of `GET /overview`. The browser imports only types from this file. */
import { z } from 'zod'
import { id, instant, typed } from '../../../platform/api/shared/response-fields.ts'
import { recentChange } from '../../../platform/content/shared/audit-log-answers.ts'
import { picture } from '../../../platform/content/shared/entity-parts.ts'
import { type EntityOf, resourceNames } from '../../../platform/content/shared/resources.ts'
import { type OverviewWarning, warningTitles } from '../../../platform/shared/health-conditions.ts'
import { nightNumbers, visitSummary } from '../../analytics/shared/visit-answers.ts'
import { tasks } from '../../first-day/shared/first-day.ts'

const nextNight = z
  .object({
    _id: id(),
    slug: z.string(),
    date: z.string(),
    title: z.string().nullable(),
    status: typed<EntityOf<'events'>['status']>(z.string()),
    statusNote: z.string().nullable(),
    draft: z.boolean(),
    publishAt: instant().nullable(),
    unpublishAt: instant().nullable(),
    isSoldOut: z.boolean(),
    nextPhase: z.string().nullable().describe('La entrada que sigue, si se puede pasar a ella.'),
    isOnSale: z.boolean().describe('Se pueden comprar entradas: no está agotada, cancelada ni terminada.'),
    lineup: z.object({
      count: z.int().describe('Cuántos artistas hay cargados.'),
      revealsAt: instant().nullable().describe('Cuándo se revela el último; null: ya se ven todos.'),
    }),
    flyer: picture.omit({ placeholder: true }),
    numbers: nightNumbers.describe('Visitas de su página y clics en entradas.'),
  })
  .meta({ id: 'NextNight' })
export type NextNight = z.infer<typeof nextNight>

/** Some items that visitors cannot see yet, and the total number of such items. */
const unseenItems = () =>
  z.object({
    items: z.array(
      z.object({
        resource: z.enum(resourceNames),
        _id: z.string(),
        label: z.string(),
        publishAt: instant().nullable(),
      }),
    ),
    total: z.int(),
  })
export type UnseenItems = z.infer<ReturnType<typeof unseenItems>>
export type Unseen = UnseenItems['items'][number]

export const messageSummary = z
  .object({
    unread: z.int(),
    unanswered: z.int().describe('Cuántos esperan una respuesta.'),
    mail: z.object({
      delivers: z.boolean().describe('Si hay un servidor de correo.'),
      pending: z.int().describe('Correos que esperan salir.'),
      failed: z.int().describe('De esos, los que ya fallaron alguna vez.'),
    }),
    missing: z.array(z.enum(tasks)).describe('Lo que al club le falta para empezar.'),
  })
  .meta({ id: 'MessageSummary' })
export type MessageSummary = z.infer<typeof messageSummary>

export const overview = z
  .object({
    night: nextNight.nullable().describe('La próxima que no terminó; null: ninguna.'),
    laterNights: z.int().describe('Cuántas hay después.'),
    registrations: z.int().describe('Personas que esperan que las aprueben.'),
    messages: z
      .array(z.object({ _id: id(), person: z.string(), createdAt: instant() }))
      .describe('Quiénes esperan una respuesta: los últimos.'),
    drafts: unseenItems().describe('Los últimos borradores.'),
    scheduled: unseenItems().describe('Lo próximo que se publica solo.'),
    warnings: z
      .array(z.enum(Object.keys(warningTitles) as OverviewWarning[]))
      .describe('Lo que va mal y se dice antes de que duela.'),
    changes: z.array(recentChange),
    summary: messageSummary,
    visits: visitSummary.describe('Esta semana hasta hoy, y los mismos días de la anterior.'),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof overview>
export type WaitingMessage = Overview['messages'][number]
