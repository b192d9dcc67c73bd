import { z } from 'zod'

const textState = () => z.enum(['shipped', 'nothing', 'own'])

/** Numbers of items of the demo content. The browser imports only the type. */
export const demoCount = z
  .object({
    untouched: z.int().describe('Los que están como vinieron.'),
    edited: z.int().describe('Los que alguien ya cambió.'),
    binned: z.int().describe('Los que están en la papelera.'),
    told: z
      .object({ history: textState(), milestones: textState() })
      .describe('Qué cuentan Historia e Hitos: lo que viene de fábrica, nada, o lo que escribió el club.'),
  })
  .meta({ id: 'DemoCount' })
export type DemoCount = z.infer<typeof demoCount>
