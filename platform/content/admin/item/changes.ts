/** Changes of an item that need one tap, and the undo of each change. */

import { adminApi } from '../../../admin-layout/admin-api.ts'
import type { Answer } from '../../../api/client/call.ts'
import { getPublicationState } from '../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import type { ItemVersion } from './item-version.ts'

interface Change {
  /** The body of the request. Fields that it lacks stay unchanged. */
  body: Record<string, unknown>
  /** The body of the request that undoes the change. */
  back: Record<string, unknown>
  /** True when the change removes a value that only the server writes. The undo then restores an audit log version. */
  isLossy?: boolean
}

/** Returns the change to make to an item. */
export type CreateChange = (item: AnyEntity) => Change

interface ChangeResult {
  item: AnyEntity
  /** Undoes the change. Fails with 412 when another administrator changed the item since. */
  undo(): Promise<Answer<unknown>>
}

/** Consecutive saves of an item from this page. Another person's save ends the chain. */
interface Chain {
  /** The ETag of the last save or undo. */
  etag: string | null
}

/** The last chain of each item, by resource and id. */
const chains = new Map<string, Chain>()

function findChain(resource: ResourceName, id: string, etag: string | null): Chain {
  const key = `${resource} ${id}`
  const last = chains.get(key)
  if (last && last.etag === etag) return last
  const begun = { etag }
  chains.set(key, begun)
  return begun
}

/** Returns the id of the audit log entry with this ETag. null when the entry is too old for the first page. */
async function findAuditLogId(
  resource: ResourceName,
  id: string,
  etag: string | null,
): Promise<string | null> {
  const saves = await adminApi.get('/history', { query: { resource, item: id } })
  return (saves.ok && saves.value.find(({ version }) => `"${version}"` === etag)?._id) || null
}

/** Changes an item. Fails with 412 when the given version is no longer the stored one. */
export async function changeVersion(
  resource: ResourceName,
  { item, etag }: ItemVersion,
  changeOf: CreateChange,
): Promise<Answer<ChangeResult>> {
  const { body, back, isLossy } = changeOf(item)
  const params = { id: item._id }
  const saved = await adminApi.put(`/${resource}/:id`, { params, body, etag })
  if (!saved.ok) return saved
  const chain = findChain(resource, item._id, etag)
  const { etag: made } = saved
  chain.etag = made
  async function undo() {
    const save = isLossy ? await findAuditLogId(resource, item._id, made) : null
    const { etag } = chain
    const undone = save
      ? await adminApi.post('/history/:id/restore', { params: { id: save }, body: { to: 'before' }, etag })
      : await adminApi.put(`/${resource}/:id`, { params, body: back, etag })
    if (undone.ok) chain.etag = undone.etag
    return undone
  }
  return { ...saved, value: { item: saved.value, undo } }
}

export async function readVersion(resource: ResourceName, id: string): Promise<Answer<ItemVersion>> {
  const read = await adminApi.get(`/${resource}/:id`, { params: { id: id } })
  return read.ok ? { ...read, value: { item: read.value, etag: read.etag } } : read
}

/** Changes the stored version of an item. */
export async function changeItem(
  resource: ResourceName,
  id: string,
  changeOf: CreateChange,
): Promise<Answer<ChangeResult>> {
  const read = await readVersion(resource, id)
  return read.ok ? changeVersion(resource, read.value, changeOf) : read
}

/** Returns the change that publishes an item now. It removes an end of the publication that has passed. */
export const publishItem: CreateChange = (item) => {
  const { draft, publishAt, unpublishAt } = item
  const now = Date.now()
  const isToCome = publishAt !== null && Date.parse(publishAt) > now
  const isOver = unpublishAt !== null && Date.parse(unpublishAt) <= now
  return {
    body: { draft: false, ...(isToCome && { publishAt: null }), ...(isOver && { unpublishAt: null }) },
    back: { draft, publishAt, unpublishAt },
  }
}

export const unpublishItem: CreateChange = ({ draft, publishAt, createdAt }) => ({
  body: { draft: true },
  // The undo sets a start of the publication. Without a start the item would become the newest item when it is published
  // again.
  back: draft ? { draft, publishAt } : { draft, publishAt: publishAt ?? createdAt },
})

/** For each change, returns true when the item already has the state to which the change leads. */
export const isAlready = {
  publish: (item: AnyEntity) => !isHidden(item),
  unpublish: ({ draft }: AnyEntity) => draft,
}

/** True when visitors cannot see the item. */
export const isHidden = (item: AnyEntity): boolean => getPublicationState(item, Date.now()) !== 'published'
