import type { QueryOf } from '../api/client/api.ts'
import type { Answer } from '../api/client/call.ts'
import type { AnyEntity, ResourceName } from '../content/shared/resources.ts'
import { adminApi } from './admin-api.ts'

/** Reads a list of items. The API returns news as a bare array, and other resources as `{data: [...]}`. */
export async function listItems(
  resource: ResourceName,
  { page = 1, ...query }: QueryOf<`/${ResourceName}`> & { page?: number },
): Promise<Answer<AnyEntity[]>> {
  const answer = await adminApi.get(`/${resource}`, { query: { ...query, ...(page > 1 && { page }) } })
  if (!answer.ok) return answer
  return { ...answer, value: Array.isArray(answer.value) ? answer.value : answer.value.data }
}
