/** The items to which fields can refer: their search by words or by name, and a cache of the items that fields show. */
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { listItems } from '../../../admin-layout/list-items.ts'
import { fold } from '../../../shared/text/fold.ts'
import { serializeReference } from '../../shared/field-types.ts'
import type { Reference } from '../../shared/fields.ts'
import { formatItemName } from '../../shared/item-names.ts'
import { getPublicationState } from '../../shared/publication.ts'
import { type AnyEntity, getDeclaration, type ResourceName } from '../../shared/resources.ts'

export interface FoundReference {
  reference: Reference
  name: string
  /** Text with the resource of the item, and with its publication state when visitors cannot see the item. */
  facts: string
}

const stateWords = {
  published: '',
  draft: 'borrador',
  scheduled: 'programado',
  ended: 'ya no se ve',
} as const

export function toFoundReference(resource: ResourceName, item: AnyEntity): FoundReference {
  const declaration = getDeclaration(resource)
  return {
    reference: { resource, _id: item._id },
    name: formatItemName(declaration, item),
    facts: [declaration.words.one, stateWords[getPublicationState(item, Date.now())]]
      .filter(Boolean)
      .join(', '),
  }
}

/** Largest number of results from each resource. */
const RESULTS = 6

/** Finds items whose texts contain the words. */
export const searchReferences = (to: readonly string[], q: string): Promise<FoundReference[]> =>
  listReferences(to, { q, limit: RESULTS })

/** Largest number of items of each resource that a search by name reads. */
const NAMES_MAX = 500

/** Returns the items of these resources by their folded name. For a name that several have, it returns the first. */
export async function findReferencesByName(to: readonly string[]): Promise<Map<string, FoundReference>> {
  const all = await listReferences(to, { limit: NAMES_MAX })
  return new Map(all.reverse().map((found) => [fold(found.name.trim()), found]))
}

/** Lists items in all publication states. Resources whose request fails are left out. */
async function listReferences(
  to: readonly string[],
  query: { q?: string; limit: number },
): Promise<FoundReference[]> {
  const lists = await Promise.all(
    (to as ResourceName[]).map(async (resource) => {
      const answer = await listItems(resource, { ...query, state: 'all' })
      return answer.ok ? answer.value.map((item) => toFoundReference(resource, item)) : []
    }),
  )
  return lists.flat()
}

/** Cache of referenced items, which is kept while the back office is open. */
const known = new Map<string, Promise<FoundReference | null>>()

/** Adds a found item to the cache, so that the field that shows it does not load it again. */
export const remember = (found: FoundReference): void =>
  void known.set(serializeReference(found.reference), Promise.resolve(found))

/** Loads a referenced item, or returns it from the cache. null when the item does not exist or the request fails. */
export function loadReferred(reference: Reference): Promise<FoundReference | null> {
  const key = serializeReference(reference)
  const loading =
    known.get(key) ??
    adminApi
      .get(`/${reference.resource as ResourceName}/:id`, { params: { id: reference._id } })
      .then((answer) => {
        if (answer.ok) return toFoundReference(reference.resource as ResourceName, answer.value)
        if (answer.problem.status !== 404) known.delete(key)
        return null
      })
  known.set(key, loading)
  return loading
}
