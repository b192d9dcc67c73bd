/** Schemas of answers about visits and clicks. */
import { z } from 'zod'
import type { NightReach, VisitCounts, VisitSummary, VisitWeek } from '../shared/visits.ts'

const compared = { count: z.int(), before: z.int() }
const source = () => z.string().nullable().describe('null: nadie dijo de dónde vino.')

export const visitSummary = z
  .object({ ...compared, isCounting: z.boolean().describe('Si alguna vez se contó algo.') })
  .meta({ id: 'VisitSummary' }) satisfies z.ZodType<VisitSummary>

export const visitCounts = z
  .object({
    visits: z.array(z.object({ day: z.iso.date(), path: z.string(), source: source(), count: z.int() })),
    clicks: z.array(
      z.object({
        day: z.iso.date(),
        event: z.string(),
        offer: z.string().describe('El _id de la entrada, o url: el enlace de la noche.'),
        count: z.int(),
      }),
    ),
  })
  .meta({ id: 'VisitCounts' }) satisfies z.ZodType<VisitCounts>

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
  .meta({ id: 'NightReach' }) satisfies z.ZodType<NightReach>

export const visitWeek = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    since: z.iso.date().nullable().describe('El primer día que se contó; null: ninguno.'),
    total: z.object(compared),
    clicks: z.object(compared),
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
  .meta({ id: 'VisitWeek' }) satisfies z.ZodType<VisitWeek>
