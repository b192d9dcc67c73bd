/** Compares answers of the API with the OpenAPI document: status, headers, content type and body. */
import { z } from 'zod'
import { describeRoute } from '../../platform/api/server/openapi.ts'
import type { ResponseHeader, Route } from '../../platform/api/server/route.ts'

type Json = Record<string, unknown>

interface Documented {
  content?: Record<string, { schema: Json }>
  headers?: Json
}

const comparedHeaders: ResponseHeader[] = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Total-Count',
]

/** Statuses that any call can have, which the document lists once as `default`. */
const isFailure = (status: number): boolean => status >= 500

/** Replaces references by the named schemas. */
function inline(value: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((part) => inline(part, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as Json
  if (typeof $ref === 'string') return inline(schemas[$ref.split('/').at(-1) as string], schemas)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part, schemas)]))
}

/** Documented answers of one route. Schemas are compiled at their first use, because there are a thousand. */
function readContract(route: Route) {
  const { operation, schemas } = describeRoute(route)
  const responses = operation.responses as Record<string, Documented>
  const compiled = new Map<string, z.ZodType>()
  const compile = (key: string, schema: Json): z.ZodType => {
    const made = compiled.get(key) ?? z.fromJSONSchema(inline(schema, schemas) as never)
    compiled.set(key, made)
    return made
  }
  return { responses, compile }
}

/**
 * Creates a check for the answers of one club.
 * @returns a function that throws an error when an answer is not as documented
 */
export function createContractCheck(table: readonly Route[], basePath: string) {
  const contracts = new Map<Route, ReturnType<typeof readContract>>()
  const patterns = table.map((route) => ({
    route,
    pattern: new RegExp(`^${basePath}${route.path.replace(/:\w+/g, '[^/]+')}$`),
  }))

  return async (method: string, path: string, response: Response): Promise<void> => {
    const { pathname } = new URL(path, 'http://club.test')
    const called = method === 'HEAD' ? 'GET' : method
    const found = patterns.find(({ route, pattern }) => route.method === called && pattern.test(pathname))
    if (!found) return
    const { route } = found
    const contract = contracts.get(route) ?? readContract(route)
    contracts.set(route, contract)
    const fault = await findFault(contract, method, response)
    if (fault) throw new Error(`${method} ${pathname} (${route.id}) answers ${response.status}: ${fault}`)
  }
}

async function findFault(
  { responses, compile }: ReturnType<typeof readContract>,
  method: string,
  response: Response,
): Promise<string | null> {
  const { status, headers } = response
  const documented = responses[status]
  if (!documented) return isFailure(status) ? null : 'the document has no such status'
  for (const name of comparedHeaders)
    if (headers.has(name) && !(name in (documented.headers ?? {}))) return `${name} is not in the document`
  if (method === 'HEAD' || headers.has('Content-Encoding')) return null
  const text = await response.clone().text()
  const type = headers.get('Content-Type')?.split(';')[0] ?? ''
  const content = documented.content?.[type]
  if (!content) return text === '' ? null : `${type || 'a body'} is not in the document`
  if (!type.endsWith('json')) return null
  const parsed = compile(`${status} ${type}`, content.schema).safeParse(JSON.parse(text))
  return parsed.success ? null : z.prettifyError(parsed.error)
}
