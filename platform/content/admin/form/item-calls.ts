import { type Answer, api, type Sending } from '../../../api/client/api-client.ts'
import { type AnyEntity, declarationOf, type ResourceName } from '../../shared/resources.ts'
import { bodyInApi, toFormAnswer, toFormItem } from './field-names.ts'
import type { ItemBody } from './item-values.ts'

/** What a form asks of the API. Without `create` there is one item, which is always there and always seen. */
export interface ItemCalls {
  one(id: string): Promise<Answer<AnyEntity>>
  create?(body: ItemBody, sending: Sending): Promise<Answer<AnyEntity>>
  update(id: string, body: ItemBody, sending: Sending): Promise<Answer<AnyEntity>>
  /** Where it has a film, which goes in by itself and is seen at once. */
  addFilm?(film: Blob, sending: Sending): Promise<Answer<AnyEntity>>
}

export function callsOf(resource: ResourceName): ItemCalls {
  const declaration = declarationOf(resource)
  const inForm = (answer: Answer<AnyEntity>) =>
    toFormAnswer(declaration, answer, (item) => toFormItem(declaration, item))
  return {
    one: async (id) => inForm(await api.one(resource, id)),
    create: async (body, sending) => inForm(await api.create(resource, bodyInApi(body), sending)),
    update: async (id, body, sending) => inForm(await api.update(resource, id, bodyInApi(body), sending)),
  }
}
