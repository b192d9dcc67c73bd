import { asAdministrator } from '../../../admin-layout/session-end.ts'
import { call } from '../../../api/client/call.ts'
import type { ResourceName } from '../../shared/resources.ts'
import type { LatestChange } from '../../shared/versions.ts'

/** When items were last written, and by whom: lists ask for nothing else of the history. */
export const latestChanges = (resource: ResourceName, ids: string[]) =>
  asAdministrator(
    call<LatestChange[]>('GET', `/history/latest/${resource}?${new URLSearchParams({ ids: ids.join(',') })}`),
  )
