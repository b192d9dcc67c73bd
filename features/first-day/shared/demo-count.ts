import { z } from 'zod'
import { type SettingsName, settingsNames } from '../../../platform/settings/shared/settings-names.ts'

const textState = () => z.enum(['shipped', 'nothing', 'own'])

/** Numbers of items of the demo content. The browser imports only the type. */
export const demoCount = z
  .object({
    untouched: z.int().describe('Los que están como vinieron.'),
    edited: z.int().describe('Los que alguien ya cambió.'),
    binned: z.int().describe('Los que están en la papelera.'),
    told: z
      .object(
        Object.fromEntries(settingsNames.map((name) => [name, textState()])) as Record<
          SettingsName,
          ReturnType<typeof textState>
        >,
      )
      .describe('Por grupo de ajustes: tiene textos del ejemplo, espera los del club, o son del club.'),
  })
  .meta({ id: 'DemoCount' })
export type DemoCount = z.infer<typeof demoCount>
