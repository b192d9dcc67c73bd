/** Schemas of API responses about visits and clicks. The browser imports only types from this file. */
import { z } from 'zod'

const compared = { count: z.int(), before: z.int() }
const comparedNumbers = z.object(compared)
/** A number, and the same number for the week before. Both cover the same weekdays. */
export type Compared = z.infer<typeof comparedNumbers>
const source = () => z.string().nullable().describe('null: nadie dijo de dónde vino.')

export const visitSummary = z
  .object({ ...compared, isCounting: z.boolean().describe('Si alguna vez se contó algo.') })
  .meta({ id: 'VisitSummary' })
export type VisitSummary = z.infer<typeof visitSummary>

export const visitCounts = z
  .object({
    visits: z.array(z.object({ day: z.iso.date(), path: z.string(), source: source(), count: z.int() })),
    clicks: z.array(
      z.object({
        day: z.iso.date(),
        event: z.string(),
        offer: z.string().describe('El _id de la entrada, o url: el enlace de la fecha.'),
        count: z.int(),
      }),
    ),
  })
  .meta({ id: 'VisitCounts' })
export type VisitCounts = z.infer<typeof visitCounts>

export const nightNumbers = z
  .object({
    views: z.int().describe('Visitas de su página en 90 días.'),
    viewsToday: z.int().describe('Las de hoy; hasta las 8, también las de ayer.'),
    clicks: z.int().describe('Clics en entradas en 90 días.'),
    clicksToday: z.int(),
  })
  .meta({ id: 'NightNumbers' })
export type NightNumbers = z.infer<typeof nightNumbers>

const nightReach = z
  .object({
    _id: z.string(),
    title: z.string(),
    date: z.string(),
    slug: z.string().nullable(),
    views: z.int(),
    clicks: z.int(),
    offers: z.array(z.object({ offer: z.string(), name: z.string(), count: z.int() })),
    sources: z.array(z.object({ source: source(), count: z.int() })),
  })
  .meta({ id: 'NightReach' })
export type NightReach = z.infer<typeof nightReach>

export const visitWeek = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    since: z.iso.date().nullable().describe('El primer día que se contó; null: ninguno.'),
    total: comparedNumbers,
    clicks: comparedNumbers,
    days: z.array(
      z.object({
        day: z.iso.date(),
        count: z.int().nullable().describe('null: todavía no llegó.'),
        before: z.int(),
      }),
    ),
    pages: z.array(
      z.object({
        path: z.string(),
        title: z.string().nullable().describe('null: ya no es una página.'),
        ...compared,
      }),
    ),
    sources: z.array(z.object({ source: source(), ...compared })),
    nights: z.array(nightReach).describe('Desde que se cuentan, hasta 90 días atrás.'),
  })
  .meta({ id: 'VisitWeek' })
export type VisitWeek = z.infer<typeof visitWeek>
