import { z } from 'zod'
import { problemResponse } from '../../http/problem-response.ts'
import { docsPage } from '../docs.ts'
import { openApi } from '../openapi.ts'
import * as responses from '../responses.ts'
import { json, type Route } from '../route.ts'
import type { ApiServices } from '../services.ts'

export function serviceRoutes({ health, figures }: ApiServices): Route[] {
  return [
    {
      id: 'getHealth',
      method: 'GET',
      path: '/health',
      who: 'anyone',
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
      who: 'anyone',
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

/** The contract itself, made from the rows above. */
export function contractRoutes(routes: Route[], { basePath, siteWords }: ApiServices): Route[] {
  const tag = 'Servicio'
  const own: Route[] = []
  let made: { name: string; document: Record<string, unknown> } | undefined
  const description = async () => {
    const { name } = (await siteWords.all()).identity
    if (made?.name !== name) made = { name, document: openApi([...routes, ...own], basePath, name) }
    return made.document
  }
  own.push(
    {
      id: 'getOpenApi',
      method: 'GET',
      path: '/openapi.json',
      who: 'anyone',
      tag,
      summary: 'Este contrato, en OpenAPI 3.1',
      responses: { 200: { description: 'El documento.' } },
      problems: ['unreadable'],
      handle: async () => json(await description(), { headers: { 'Cache-Control': 'no-cache' } }),
    },
    {
      id: 'getDocs',
      method: 'GET',
      path: '/docs',
      who: 'anyone',
      tag,
      summary: 'Este contrato, para leer',
      responses: { 200: { description: 'Una página.', contentType: 'text/html' } },
      problems: ['unreadable'],
      handle: async () => docsPage(await description()),
    },
  )
  return own
}
