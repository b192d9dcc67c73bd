import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { type Answer, api, type Sending } from '../../../client/api.ts'
import type { ItemBody } from './values.ts'

/** What a form asks of the API. Without `create` there is one item, which is always there and always seen. */
export interface ItemCalls {
  one(id: string): Promise<Answer<AnyEntity>>
  create?(body: ItemBody, sending: Sending): Promise<Answer<AnyEntity>>
  update(id: string, body: ItemBody, sending: Sending): Promise<Answer<AnyEntity>>
  /** Where it has a film, which goes in by itself and is seen at once. */
  addFilm?(film: Blob, sending: Sending): Promise<Answer<AnyEntity>>
}

export const callsOf = (resource: ResourceName): ItemCalls => ({
  one: (id) => api.one(resource, id),
  create: (body, sending) => api.create(resource, body, sending),
  update: (id, body, sending) => api.update(resource, id, body, sending),
})
