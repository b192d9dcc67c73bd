import { z } from 'zod'
import { tasks } from './first-day.ts'

/** The browser imports only the type. */
export const firstDayState = z
  .object({
    missing: z
      .array(z.enum(tasks))
      .describe('Lo que al club le falta para empezar, aunque ya no se muestre.'),
    demo: z
      .record(z.string(), z.array(z.string()))
      .describe('Los campos que todavía tienen lo del ejemplo, por grupo de ajustes.'),
  })
  .meta({ id: 'FirstDay' })
export type FirstDayState = z.infer<typeof firstDayState>
