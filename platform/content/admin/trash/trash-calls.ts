/** The calls about the bin. Each takes items of one resource. */

import { asAdministrator } from '../../../admin-layout/session-end.ts'
import { call } from '../../../api/client/call.ts'
import { part } from '../../../api/client/reader.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import type { TrashItem } from '../../shared/versions.ts'

export const trashCalls = {
  list: (page: number, limit: number) =>
    asAdministrator(
      call<TrashItem[]>('GET', `/trash?${new URLSearchParams({ limit: `${limit}`, page: `${page}` })}`),
    ),
  /** Puts items into the bin. @returns the ids of those that were there */
  remove: (resource: ResourceName, ids: string[]) =>
    asAdministrator(call<{ ids: string[] }>('POST', '/trash', { body: { resource, ids } })),
  /** Gives them back: all or none. */
  restore: (resource: ResourceName, ids: string[]) =>
    asAdministrator(call<AnyEntity[]>('POST', '/trash/restore', { body: { resource, ids } })),
  /** Deletes one for good. */
  purge: (resource: ResourceName, id: string) =>
    asAdministrator(call<null>('DELETE', `/trash/${resource}/${part(id)}`)),
  /** Deletes all of it for good. */
  empty: () => asAdministrator(call<null>('DELETE', '/trash')),
}
