/** Changes that take one tap: what is sent, and what takes it back. */

import { adminApi } from '../../../admin-layout/admin-api.ts'
import type { Answer } from '../../../api/client/call.ts'
import { stateOf } from '../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'

interface Change {
  /** What is sent; what it does not name stays. */
  body: Record<string, unknown>
  /** What is sent to take it back. */
  back: Record<string, unknown>
  /** It loses what only the server writes, and no body brings back: the history has it. */
  isLossy?: boolean
}

/** What the change of an item is, which the item decides. */
type ChangeOf = (item: AnyEntity) => Change

interface Changed {
  item: AnyEntity
  /** Fails with 412 when somebody has changed the item since. */
  undo(): Promise<Answer<unknown>>
}

export interface Version {
  item: AnyEntity
  etag: string | null
}

/** Saves of one item, each of the version that the one before it left: nobody else's came in between. */
interface Chain {
  /** That of the last of them, or of what took one back. */
  etag: string | null
}

/** The newest of each item, by its resource and id. */
const chains = new Map<string, Chain>()

function chainOf(resource: ResourceName, id: string, etag: string | null): Chain {
  const key = `${resource} ${id}`
  const last = chains.get(key)
  if (last && last.etag === etag) return last
  const begun = { etag }
  chains.set(key, begun)
  return begun
}

/** The id of the save that left an item with this etag; null: it is too long ago. */
async function saveOf(resource: ResourceName, id: string, etag: string | null): Promise<string | null> {
  const saves = await adminApi.get('/history', { query: { resource, item: id } })
  return (saves.ok && saves.value.find(({ version }) => `"${version}"` === etag)?._id) || null
}

/** Changes an item as it was read. */
export async function changeVersion(
  resource: ResourceName,
  { item, etag }: Version,
  changeOf: ChangeOf,
): Promise<Answer<Changed>> {
  const { body, back, isLossy } = changeOf(item)
  const params = { id: item._id }
  const saved = await adminApi.put(`/${resource}/:id`, { params, body, etag })
  if (!saved.ok) return saved
  const chain = chainOf(resource, item._id, etag)
  const { etag: made } = saved
  chain.etag = made
  async function undo() {
    const save = isLossy ? await saveOf(resource, item._id, made) : null
    const { etag } = chain
    const undone = save
      ? await adminApi.post('/history/:id/restore', { params: { id: save }, body: { to: 'before' }, etag })
      : await adminApi.put(`/${resource}/:id`, { params, body: back, etag })
    if (undone.ok) chain.etag = undone.etag
    return undone
  }
  return { ...saved, value: { item: saved.value, undo } }
}

export async function readVersion(resource: ResourceName, id: string): Promise<Answer<Version>> {
  const read = await adminApi.get(`/${resource}/:id`, { params: { id: id } })
  return read.ok ? { ...read, value: { item: read.value, etag: read.etag } } : read
}

/** Changes an item as it is now. */
export async function changeItem(
  resource: ResourceName,
  id: string,
  changeOf: ChangeOf,
): Promise<Answer<Changed>> {
  const read = await readVersion(resource, id)
  return read.ok ? changeVersion(resource, read.value, changeOf) : read
}

/** A night keeps its former date while it is said to have a new one, and loses it with that. */
const statusBack = ({ status, statusNote, en, previousDate }: AnyEntity) => ({
  back: {
    status,
    statusNote,
    en: { statusNote: (en as { statusNote?: unknown } | undefined)?.statusNote ?? null },
  },
  isLossy: typeof previousDate === 'string',
})

/** Another reason than the one that was said in English. */
const NO_NOTE = { statusNote: null }

/** @param reason blank: none */
export const cancelling =
  (reason: string): ChangeOf =>
  (item) => ({
    body: { status: 'cancelled', statusNote: reason.trim() === '' ? null : reason, en: NO_NOTE },
    ...statusBack(item),
  })

/** A night that was called off takes place after all. */
export const resuming: ChangeOf = (item) => ({
  body: { status: 'scheduled', statusNote: null, en: NO_NOTE },
  ...statusBack(item),
})

/** All that is on sale is sold, or to be had again. */
export const selling =
  (availability: 'soldout' | 'available'): ChangeOf =>
  ({ offers }) => ({
    body: { offers: (offers as object[]).map((offer) => ({ ...offer, availability })) },
    back: { offers },
  })

/** Seen from now on, and without an end that has passed. */
export const publishing: ChangeOf = (item) => {
  const { draft, publishAt, unpublishAt } = item
  const now = Date.now()
  const isToCome = publishAt !== null && Date.parse(publishAt) > now
  const isOver = unpublishAt !== null && Date.parse(unpublishAt) <= now
  return {
    body: { draft: false, ...(isToCome && { publishAt: null }), ...(isOver && { unpublishAt: null }) },
    back: { draft, publishAt, unpublishAt },
  }
}

export const drafting: ChangeOf = ({ draft, publishAt, createdAt }) => ({
  body: { draft: true },
  // Without a moment it would be as new as this one, and first in lists.
  back: draft ? { draft, publishAt } : { draft, publishAt: publishAt ?? createdAt },
})

/** Whether there is nothing left for a change to do. */
export const isAlready = {
  publishing: (item: AnyEntity) => !isHidden(item),
  drafting: ({ draft }: AnyEntity) => draft,
}

/** Whether there is anything for `publishing` to do; otherwise there is for `drafting`. */
export const isHidden = (item: AnyEntity): boolean => stateOf(item, Date.now()) !== 'published'
