/** The calls about the order that people give the items of a resource. */

import { asAdministrator } from '../../../admin-layout/session-end.ts'
import { call } from '../../../api/client/call.ts'
import type { ResourceName } from '../../shared/resources.ts'

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
