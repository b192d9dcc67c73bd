/** Schemas of the comparison of nights. The browser imports only types from this file. */
import { z } from 'zod'
import { daySchema } from '../../../platform/shared/text-schemas.ts'

export const seasonQuery = z.object({
  from: daySchema('El primero; tres meses antes del último si falta.').optional(),
  to: daySchema('El último; hoy si falta.').optional(),
})

const door = z.object({
  people: z.int().describe('Las que entraron, sin los repetidos.'),
  arrivals: z.int().describe('De ellas, las de las listas.'),
  money: z
    .array(z.object({ amount: z.number(), currency: z.string() }))
    .nullable()
    .describe('Lo que se cobró en la puerta, por moneda; null: no se sabe ningún precio.'),
})

const site = z.object({
  visits: z.int().describe('Las de su página.'),
  clicks: z.int().describe('Los de sus enlaces de entradas.'),
})

export const season = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    counts: z.object({ door: z.boolean(), site: z.boolean() }).describe('Qué se cuenta en este club.'),
    nights: z
      .array(
        z.object({
          _id: z.string(),
          title: z.string(),
          date: z.string(),
          door: door.nullable().describe('null: en su puerta no se anotó a nadie.'),
          site: site.nullable().describe('null: es de antes de que se contara.'),
        }),
      )
      .describe('De la más vieja a la más nueva.'),
  })
  .meta({ id: 'Season' })
export type Season = z.infer<typeof season>
export type SeasonNight = Season['nights'][number]
