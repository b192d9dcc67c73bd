import { adminApi } from '../../../admin-layout/admin-api.ts'
import type { Answer, Sending } from '../../../api/client/call.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import type { ItemBody } from './item-values.ts'

/** The network calls of an item's form. A resource without `create` has one item, which always exists and is public. */
export interface ItemCalls {
  one(id: string): Promise<Answer<AnyEntity>>
  create?(body: ItemBody, sending: Sending): Promise<Answer<AnyEntity>>
  update(id: string, body: ItemBody, sending: Sending): Promise<Answer<AnyEntity>>
  /** Uploads a film. Only items with a film have this call. The server stores and publishes the film at once. */
  addFilm?(film: Blob, sending: Sending): Promise<Answer<AnyEntity>>
}

/** @param copiedFrom id of the item from which a new item was copied. The server then also copies what features store about it */
export const createItemCalls = (resource: ResourceName, copiedFrom?: string | null): ItemCalls => ({
  one: (id) => adminApi.get(`/${resource}/:id`, { params: { id } }),
  create: (body, sending) =>
    adminApi.post(`/${resource}`, { ...(copiedFrom && { query: { from: copiedFrom } }), body, ...sending }),
  update: (id, body, sending) => adminApi.put(`/${resource}/:id`, { params: { id }, body, ...sending }),
})
