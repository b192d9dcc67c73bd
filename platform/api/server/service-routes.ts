import { z } from 'zod'
import { respond } from '../../cache/answer.ts'
import { encode } from '../../cache/encoding.ts'
import { type Fill, REVALIDATED, UNTRACKED } from '../../cache/response-cache.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { DOCS_POLICY, docsPage } from './docs.ts'
import { openApi } from './openapi.ts'
import * as responses from './responses.ts'
import { json, type Route, type RouteContext } from './route.ts'
import type { ApiServices } from './services.ts'

export function serviceRoutes({ health, figures }: ApiServices): Route[] {
  return [
    {
      id: 'getLive',
      method: 'GET',
      path: '/live',
      who: 'anyone',
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

/** Serves the contract, generated from the rows above. It is serialised and compressed once for all requests. */
export function contractRoutes(routes: Route[], { basePath, siteWords, cache }: ApiServices): Route[] {
  const tag = 'Servicio'
  const own: Route[] = []
  let made: { name: string; document: Record<string, unknown> } | undefined
  const description = async () => {
    const { name } = (await siteWords.all()).identity
    if (made?.name !== name) made = { name, document: openApi([...routes, ...own], basePath, name) }
    return made.document
  }
  /** Answers a path of the contract, from the cache if possible. */
  const answer = async (
    { request }: RouteContext,
    path: string,
    headers: [string, string][],
    write: (document: Record<string, unknown>) => string,
  ) => {
    const fill: Fill = async ({ reads }) => {
      reads('settings')
      const body = Buffer.from(write(await description()))
      return { status: 200, headers: [...REVALIDATED, ...headers], encoded: await encode(body) }
    }
    return respond(cache ? await cache.get(basePath + path, fill) : await fill(UNTRACKED), request)
  }
  own.push(
    {
      id: 'getOpenApi',
      method: 'GET',
      path: '/openapi.json',
      who: 'anyone',
      tag,
      summary: 'Este contrato, en OpenAPI 3.1',
      headers: ['If-None-Match'],
      responses: { 200: { description: 'El documento.' } },
      problems: ['unreadable'],
      handle: (context) =>
        answer(context, '/openapi.json', [['Content-Type', 'application/json; charset=utf-8']], (document) =>
          JSON.stringify(document),
        ),
    },
    {
      id: 'getDocs',
      method: 'GET',
      path: '/docs',
      who: 'anyone',
      tag,
      summary: 'Este contrato, para leer',
      headers: ['If-None-Match'],
      responses: { 200: { description: 'Una página.', contentType: 'text/html' } },
      problems: ['unreadable'],
      handle: (context) =>
        answer(
          context,
          '/docs',
          [
            ['Content-Type', 'text/html; charset=utf-8'],
            ['Content-Security-Policy', DOCS_POLICY],
          ],
          docsPage,
        ),
    },
  )
  return own
}
