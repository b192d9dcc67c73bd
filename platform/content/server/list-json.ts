/**
 * Serialises lists for visitors. The JSON of an item is made once and joined into each list that contains the item, because
 * making it takes a hundred times as long as joining it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFreshness, type FreshnessOptions, type Validity } from '../../cache/freshness.ts'
import type { PageQuery } from '../shared/content-query.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'
import type { Content } from './content.ts'

export interface ListJson {
  /** Returns a page of the items that visitors see, as the body of an answer. @throws as `Content.listIds` */
  read(
    resource: ResourceName,
    query: PageQuery & { timeZone?: string },
  ): Promise<{ body: Buffer; total: number }>
}

/** Items that are serialised in one turn of the event loop. Fifty nights with a line-up take about 5 ms. */
const BATCH = 50

/** Limit of the stored JSON of a resource. A night with a line-up has 3 kB. Bytes */
const STORED_MAX_BYTES = 4_000_000

const COMMA = Buffer.from(',')
const ARRAY = [Buffer.from('['), Buffer.from(']')] as const
const OBJECT = [Buffer.from('{"data":['), Buffer.from(']}')] as const

/** JSON of the items of a resource. It is valid until a write or a boundary. */
interface Store extends Validity {
  items: Map<string, Buffer>
  bytes: number
}

interface ListJsonOptions extends FreshnessOptions {
  content: Pick<Content, 'listIds' | 'several' | 'isTimed'>
  storedMaxBytes?: number
}

export function createListJson({
  content,
  storedMaxBytes = STORED_MAX_BYTES,
  ...options
}: ListJsonOptions): ListJson {
  const { isUsable, track } = createFreshness(options)
  const stores = new Map<ResourceName, Store>()
  /** The last reading of each resource. Readings run in turn, so that parallel lists serialise each item once. */
  const readings = new Map<ResourceName, Promise<unknown>>()

  async function openStore(resource: ResourceName): Promise<Store> {
    const known = stores.get(resource)
    if (known && isUsable(known)) return known
    const { dependencies, end } = track()
    dependencies.reads(resource)
    if (content.isTimed(resource)) dependencies.reads('settings')
    const store = { ...(await end()), items: new Map<string, Buffer>(), bytes: 0 }
    stores.set(resource, store)
    return store
  }

  async function readItems(resource: ResourceName, ids: string[]): Promise<Map<string, Buffer>> {
    const store = await openStore(resource)
    const found = new Map<string, Buffer>()
    const missing: string[] = []
    for (const id of ids) {
      const json = store.items.get(id)
      if (json) found.set(id, json)
      else missing.push(id)
    }
    for (let from = 0; from < missing.length; from += BATCH) {
      if (from > 0) await nextTurn()
      for (const entity of await content.several(resource, missing.slice(from, from + BATCH))) {
        const json = Buffer.from(JSON.stringify(entity))
        found.set(entity._id, json)
        if (store.bytes + json.byteLength > storedMaxBytes) continue
        store.items.set(entity._id, json)
        store.bytes += json.byteLength
      }
    }
    return found
  }

  function readInTurn(resource: ResourceName, ids: string[]): Promise<Map<string, Buffer>> {
    const before = readings.get(resource) ?? Promise.resolve()
    const reading = before.then(
      () => readItems(resource, ids),
      () => readItems(resource, ids),
    )
    readings.set(resource, reading)
    return reading
  }

  return {
    async read(resource, query) {
      const { ids, total } = await content.listIds(resource, query)
      const items = await readInTurn(resource, ids)
      // An item that was hidden after the first query is left out.
      const parts = ids.flatMap((id) => items.get(id) ?? [])
      const [start, end] = getDeclaration(resource).envelope === 'array' ? ARRAY : OBJECT
      const joined = parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part]))
      return { body: Buffer.concat([start, ...joined, end]), total }
    },
  }
}
