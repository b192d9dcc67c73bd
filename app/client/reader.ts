/** What everybody may read of the API, and nothing more: pages load it, so it is small. */

import type { PageQuery, Reader } from '../../contract/content/reader.ts'
import type { AnyEntity, EntityOf, ResourceName } from '../../contract/content/resources.ts'
import type { ProblemDetails } from '../../contract/problems.ts'
import { type Answer, call } from './call.ts'

export const part = encodeURIComponent

const queryString = (query: PageQuery): string => {
  const search = new URLSearchParams()
  if (query.q) search.set('q', query.q)
  if (query.order) search.set('order', query.order)
  if (query.from) search.set('from', query.from)
  if (query.limit) search.set('limit', String(query.limit))
  if (query.page && query.page > 1) search.set('page', String(query.page))
  return search.size > 0 ? `?${search}` : ''
}

/** Lists come as `{data: [...]}`, that of news as a bare array (specification §7). */
const items = (body: unknown): AnyEntity[] =>
  Array.isArray(body) ? body : (body as { data: AnyEntity[] }).data

export async function list(resource: ResourceName, query: PageQuery = {}): Promise<Answer<AnyEntity[]>> {
  const answer = await call<unknown>('GET', `/${resource}${queryString(query)}`)
  return answer.ok ? { ...answer, value: items(answer.value) } : answer
}

export const one = (resource: ResourceName, id: string) => call<AnyEntity>('GET', `/${resource}/${part(id)}`)

const newsByTitle = (title: string) => call<EntityOf<'news'>>('GET', `/news/title/${part(title)}`)

/** Reads pages' data from the API, for navigations inside the browser. Throws a Response on failure, as loaders do. */
export const apiReader: Reader = {
  async list(resource, query) {
    const answer = await list(resource, query)
    if (!answer.ok) throw asResponse(answer.problem)
    return { items: answer.value as never, total: answer.total }
  },
  async one(resource, id) {
    const answer = await one(resource, id)
    if (answer.ok) return answer.value as never
    if (answer.problem.status === 404) return null
    throw asResponse(answer.problem)
  },
  async newsByTitle(title) {
    const answer = await newsByTitle(title)
    if (answer.ok) return answer.value
    if (answer.problem.status === 404) return null
    throw asResponse(answer.problem)
  },
  expiresIn() {
    // The API's answers carry their own freshness.
  },
}

const asResponse = (problem: ProblemDetails): Response =>
  new Response(problem.detail, { status: problem.status || 503, statusText: problem.title })
