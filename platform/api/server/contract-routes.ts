import { z } from 'zod'
import { permissions } from '../../auth/shared/policy.ts'
import { respond } from '../../cache/answer.ts'
import { encode } from '../../cache/encoding.ts'
import { UNTRACKED } from '../../cache/freshness.ts'
import { REVALIDATE_HEADERS, type ResponseCache, type ResponseCreator } from '../../cache/response-cache.ts'
import type { SiteSettings } from '../../settings/shared/site-settings.ts'
import { DOCS_POLICY, renderDocsPage } from './docs.ts'
import { createOpenApi } from './openapi.ts'
import type { Route, RouteContext } from './route.ts'

interface Services {
  basePath: string
  /** Name of the session cookie. */
  cookie: string
  settings: { all(): Promise<SiteSettings> }
  answerCache: ResponseCache | null
}

/** Serves the OpenAPI document of all routes. It is serialised and compressed once, and then cached. */
export function contractRoutes(
  routes: Route[],
  { basePath, cookie, settings, answerCache }: Services,
): Route[] {
  const tag = 'Servicio'
  const own: Route[] = []
  let cached: { name: string; document: Promise<Record<string, unknown>> } | undefined
  const description = async () => {
    const { name } = (await settings.all()).identity
    if (cached?.name !== name)
      cached = { name, document: createOpenApi([...routes, ...own], { name, basePath, cookie }) }
    return cached.document
  }
  /** Answers with one form of the document (JSON or HTML), from the cache if possible. */
  const answer = async (
    { request, admit }: RouteContext,
    path: string,
    headers: [string, string][],
    write: (document: Record<string, unknown>) => string,
  ) => {
    const fill: ResponseCreator = async ({ reads }) => {
      reads('settings')
      const body = Buffer.from(write(await description()))
      return { status: 200, headers: [...REVALIDATE_HEADERS, ...headers], encoded: await encode(body) }
    }
    const create: ResponseCreator = (dependencies) => admit('page', () => fill(dependencies))
    const made = answerCache ? await answerCache.get(basePath + path, create) : await create(UNTRACKED)
    return respond(made, request)
  }
  own.push(
    {
      id: 'getOpenApi',
      method: 'GET',
      path: '/openapi.json',
      access: permissions['service.read'],
      bound: 'cached',
      tag,
      summary: 'Este contrato, en OpenAPI 3.1',
      headers: ['If-None-Match'],
      responses: {
        200: {
          description: 'El documento.',
          schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
        },
      },
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
      access: permissions['service.read'],
      bound: 'cached',
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
          renderDocsPage,
        ),
    },
  )
  return own
}
