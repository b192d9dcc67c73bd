/** Routes for liveness, health and metrics, which proxies and monitors call. */

import { z } from 'zod'
import { defineRoute, json } from '../platform/api/server/route.ts'
import { instant } from '../platform/api/shared/response-fields.ts'
import { permissions } from '../platform/auth/shared/policy.ts'
import { problemResponse } from '../platform/http/problem-response.ts'
import {
  type HealthLeader,
  type HealthPart,
  type HealthPartState,
  healthParts,
} from '../platform/shared/health-conditions.ts'
import { type ClubHealth, clubParts, type HealthChecks } from './health.ts'
import type { MetricsEndpoint } from './metrics/metrics-endpoint.ts'

const working = z.enum(['ok', 'error'])

const judged = () =>
  z.object({
    state: z
      .enum(['ok', 'warning', 'error', 'off', 'unknown'])
      .describe('warning: va a doler; off: no hay qué mirar; unknown: todavía no se miró, o no se pudo.'),
    since: instant().optional().describe('Desde cuándo está mal.'),
  }) satisfies z.ZodType<HealthPartState>

const liveSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Live' })

const healthSchema = z
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

const clubHealthSchema = z
  .object({
    status: working,
    reason: z
      .string()
      .nullable()
      .describe('Qué pasa, en una frase por parte; null: nada espera a una persona.'),
    parts: z
      .array(
        z.object({
          part: z.enum(clubParts),
          since: instant().optional().describe('Desde cuándo está mal.'),
        }) satisfies z.ZodType<ClubHealth['report']['parts'][number]>,
      )
      .describe('Las partes que están mal.'),
  })
  .meta({ id: 'ClubHealth' })

interface HealthRouteServices {
  health: HealthChecks
  /** null when METRICS_TOKEN is not set. */
  metricsEndpoint: MetricsEndpoint | null
}

export function healthRoutes({ health, metricsEndpoint }: HealthRouteServices) {
  return [
    defineRoute({
      id: 'getLive',
      method: 'GET',
      path: '/live',
      access: permissions['service.read'],
      bound: 'memory',
      tag: 'Servicio',
      summary: 'El proceso contesta; no mira ni la base de datos ni las imágenes. Para proxies',
      responses: { 200: { description: 'El proceso contesta.', schema: liveSchema } },
      problems: ['unreadable'],
      // This check does not test the database. Proxies stop sending visitors when it fails, and a server without its
      // database still serves pages from memory.
      handle: async () => json({ status: 'ok' }),
    }),
    defineRoute({
      id: 'getHealth',
      method: 'GET',
      path: '/health',
      access: permissions['service.read'],
      bound: 'write',
      tag: 'Servicio',
      summary: 'Si la base de datos y las imágenes responden; con `deep`, también lo que va a doler',
      query: z.object({ deep: z.string().optional().describe('Alcanza con nombrarlo: ?deep') }),
      responses: {
        200: { description: 'Todo responde, y con `deep` nada falla.', schema: healthSchema },
        503: { description: 'Alguna parte no responde, o con `deep` falla.', schema: healthSchema },
      },
      problems: ['unreadable'],
      async handle({ query }) {
        const { healthy, report } = await (query.deep !== undefined ? health.deepHealth() : health.health())
        return json(report, { status: healthy ? 200 : 503 })
      },
    }),
    defineRoute({
      id: 'getClubHealth',
      method: 'GET',
      path: '/health/club',
      access: permissions['service.read'],
      bound: 'lookup',
      tag: 'Servicio',
      summary:
        'Si algo espera a una persona: correo, copias, imágenes, disco… Para monitores, no para proxies',
      responses: {
        200: { description: 'Nada espera a una persona.', schema: clubHealthSchema },
        503: { description: 'Algo espera a una persona; `reason` dice qué.', schema: clubHealthSchema },
      },
      problems: ['unreadable'],
      async handle() {
        const { healthy, report } = await health.clubHealth()
        return json(report, { status: healthy ? 200 : 503 })
      },
    }),
    defineRoute({
      id: 'getMetrics',
      method: 'GET',
      path: '/metrics',
      access: permissions['metrics.read'],
      bound: 'lookup',
      byToken: true,
      tag: 'Servicio',
      summary: 'Cifras del servicio para Prometheus, si METRICS_TOKEN está puesta',
      responses: {
        200: { description: 'Formato de texto de Prometheus, versión 0.0.4.', contentType: 'text/plain' },
      },
      problems: ['unknown-path', 'metrics-token-needed', 'too-many-attempts'],
      async handle({ request, caller }) {
        if (!metricsEndpoint) return problemResponse('unknown-path')
        const access = await metricsEndpoint.authorize(request.headers.get('Authorization'), caller.address)
        if (access.state === 'paused')
          return problemResponse('too-many-attempts', { retryAfter: access.seconds })
        if (access.state === 'refused') return problemResponse('metrics-token-needed')
        return new Response(await metricsEndpoint.read(), {
          headers: { 'Content-Type': metricsEndpoint.contentType, 'Cache-Control': 'no-store' },
        })
      },
    }),
  ] as const
}
