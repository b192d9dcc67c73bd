/** The calls about the order that people give the items of a resource. */
import type { ResourceName } from '../../../../contract/content/resources.ts'
import { call } from '../../../client/call.ts'
import { asAdministrator } from '../../layout/session-end.ts'

interface Ids {
  ids: string[]
}

export const orderCalls = {
  read: (resource: ResourceName) => asAdministrator(call<Ids>('GET', `/order/${resource}`)),
  /** @param etag of the order as it was read: refused with 412 when somebody has ordered them since */
  write: (resource: ResourceName, ids: string[], etag: string | null) =>
    asAdministrator(
      call<Ids>('PUT', `/order/${resource}`, { body: { ids }, headers: etag ? { 'If-Match': etag } : {} }),
    ),
}
