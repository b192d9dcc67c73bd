/** Schemas of API requests about visits and clicks. */
import { z } from 'zod'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { REQUIRED } from '../../../platform/shared/text/text.ts'
import { daySchema, stringSchema, tooLongMessage } from '../../../platform/shared/text-schemas.ts'
import { SOURCE, VISIT_DAYS_MAX, VISIT_PATH_MAX } from './visits.ts'

const source = () =>
  z
    .string({ error: 'Tiene que ser un texto.' })
    .regex(SOURCE, { error: 'Letras minúsculas, números y guiones, hasta 32.' })
    .nullish()
    .meta({ description: 'De dónde viene; null: no se sabe.' })

export const visitSchema = z.object({
  path: stringSchema()
    .min(1, { error: REQUIRED })
    .max(VISIT_PATH_MAX, { error: tooLongMessage(VISIT_PATH_MAX) })
    .regex(/^\/(?!\/)/, { error: 'Tiene que empezar con una sola barra.' })
    .meta({ description: 'La de la página, sin consulta.' }),
  source: source(),
})

export const clickSchema = z.object({
  event: stringSchema()
    .min(1, { error: REQUIRED })
    .regex(/^[\w-]{1,64}$/, { error: 'Tiene que ser el _id de una fecha.' })
    .meta({ description: 'El _id de la fecha.' }),
  source: source(),
})

/** True when both days are valid. Only then the schema compares them. */
const whenDays = ({ issues }: { issues: unknown[] }): boolean => issues.length === 0

const dayRange = (daysMax: number | null) =>
  z
    .object({
      from: daySchema('El primero.').optional(),
      to: daySchema('El último; hoy si falta.').optional(),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['from'],
      error: 'Tiene que ser antes que el último.',
      when: whenDays,
    })
    .refine(
      ({ from, to }) =>
        daysMax === null || from === undefined || (to !== undefined && addDays(from, daysMax) > to),
      {
        path: ['from'],
        error: `Se piden hasta ${daysMax} días por vez, con los dos extremos.`,
        when: whenDays,
      },
    )

export const visitQuerySchema = dayRange(VISIT_DAYS_MAX)
export const visitExportSchema = dayRange(null)
export const visitWeekSchema = z.object({ of: daySchema('Un día de la semana; hoy si falta.').optional() })
