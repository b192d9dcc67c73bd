/** What everybody may read of the API. */

import type { PageQuery } from '../../content/shared/content-reader.ts'
import type { ListState } from '../../content/shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../content/shared/resources.ts'
import { type Answer, call } from './call.ts'

export const part = encodeURIComponent

/** `state`: for administrators. */
type ListQuery = PageQuery & { state?: ListState }

const queryString = (query: ListQuery): string => {
  const search = new URLSearchParams()
  if (query.q) search.set('q', query.q)
  if (query.order) search.set('order', query.order)
  if (query.state) search.set('state', query.state)
  if (query.from) search.set('from', query.from)
  if (query.to) search.set('to', query.to)
  if (query.limit) search.set('limit', String(query.limit))
  if (query.page && query.page > 1) search.set('page', String(query.page))
  return search.size > 0 ? `?${search}` : ''
}

/** Lists come as `{data: [...]}`, that of news as a bare array. */
const items = (body: unknown): AnyEntity[] =>
  Array.isArray(body) ? body : (body as { data: AnyEntity[] }).data

export async function list(resource: ResourceName, query: ListQuery = {}): Promise<Answer<AnyEntity[]>> {
  const answer = await call<unknown>('GET', `/${resource}${queryString(query)}`)
  return answer.ok ? { ...answer, value: items(answer.value) } : answer
}

export const one = (resource: ResourceName, id: string) => call<AnyEntity>('GET', `/${resource}/${part(id)}`)
