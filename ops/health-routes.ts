/** Liveness, health and metrics, for proxies and monitoring. */
import { z } from 'zod'
import { json, type Route } from '../platform/api/server/route.ts'
import { problemResponse } from '../platform/http/problem-response.ts'
import type { HealthOf } from './health.ts'
import * as responses from './health-responses.ts'
import type { Figures } from './metrics/figures.ts'

interface HealthRouteServices {
  health: HealthOf
  /** null when METRICS_TOKEN is not set. */
  figures: Figures | null
}

export function healthRoutes({ health, figures }: HealthRouteServices): Route[] {
  return [
    {
      id: 'getLive',
      method: 'GET',
      path: '/live',
      access: 'service.read',
      tag: 'Servicio',
      summary: 'El proceso contesta; no mira ni la base de datos ni las imágenes. Para proxies',
      responses: { 200: { description: 'El proceso contesta.', schema: responses.live } },
      problems: ['unreadable'],
      // Proxies route visitors to clubs that pass this check. A club without its database still serves pages from memory.
      handle: async () => json({ status: 'ok' }),
    },
    {
      id: 'getHealth',
      method: 'GET',
      path: '/health',
      access: 'service.read',
      tag: 'Servicio',
      summary: 'Si la base de datos y las imágenes responden; con `deep`, también lo que va a doler',
      query: z.object({ deep: z.string().optional().describe('Alcanza con nombrarlo: ?deep') }),
      responses: {
        200: { description: 'Todo responde, y con `deep` nada falla.', schema: responses.health },
        503: { description: 'Alguna parte no responde, o con `deep` falla.', schema: responses.health },
      },
      problems: ['unreadable'],
      async handle({ url }) {
        const { healthy, report } = await (url.searchParams.has('deep')
          ? health.deepHealth()
          : health.health())
        return json(report, { status: healthy ? 200 : 503 })
      },
    },
    {
      id: 'getMetrics',
      method: 'GET',
      path: '/metrics',
      access: 'metrics.read',
      byToken: true,
      tag: 'Servicio',
      summary: 'Cifras del servicio para Prometheus, si METRICS_TOKEN está puesta',
      responses: {
        200: { description: 'Formato de texto de Prometheus, versión 0.0.4.', contentType: 'text/plain' },
      },
      problems: ['unknown-path', 'metrics-token-needed'],
      async handle({ request }) {
        if (!figures) return problemResponse('unknown-path')
        if (!figures.mayRead(request.headers.get('Authorization'))) {
          const response = problemResponse('metrics-token-needed')
          response.headers.set('WWW-Authenticate', 'Bearer')
          return response
        }
        return new Response(await figures.read(), {
          headers: { 'Content-Type': figures.contentType, 'Cache-Control': 'no-store' },
        })
      },
    },
  ]
}
