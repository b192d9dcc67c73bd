import { z } from 'zod'
import { instant } from '../platform/api/server/response-fields.ts'
import {
  type HealthLeader,
  type HealthPart,
  type HealthPartState,
  healthParts,
} from '../platform/shared/health-conditions.ts'

const working = z.enum(['ok', 'error'])

const judged = () =>
  z.object({
    state: z
      .enum(['ok', 'warning', 'error', 'off', 'unknown'])
      .describe('warning: va a doler; off: no hay qué mirar; unknown: todavía no se miró, o no se pudo.'),
    since: instant().optional().describe('Desde cuándo está mal.'),
  }) satisfies z.ZodType<HealthPartState>

export const live = z.object({ status: z.literal('ok') }).meta({ id: 'Live' })

export const health = z
  .object({
    status: working,
    build: z.string(),
    database: working,
    media: working,
    mail: z
      .enum(['ok', 'waiting', 'off', 'unknown'])
      .describe('waiting: el servidor de correo no aceptó algo, que se vuelve a intentar. Nada se pierde.'),
    parts: z
      .object(
        Object.fromEntries(healthParts.map((part) => [part, judged()])) as Record<
          HealthPart,
          ReturnType<typeof judged>
        >,
      )
      .optional()
      .describe('Con `deep`: parte por parte.'),
    leader: (
      z.object({
        host: z.string(),
        pid: z.int(),
        workedAt: instant(),
      }) satisfies z.ZodType<HealthLeader>
    )
      .optional()
      .describe('Con `deep`: qué proceso hace el trabajo de fondo, y cuándo lo hizo por última vez.'),
  })
  .meta({ id: 'Health' })
