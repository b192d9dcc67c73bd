import type { LatestChange } from '../../../contract/content/history.ts'
import type { ResourceName } from '../../../contract/content/resources.ts'
import { call } from '../../client/call.ts'
import { asAdministrator } from '../layout/session-end.ts'

/** When items were last written, and by whom: lists ask for nothing else of the history. */
export const latestChanges = (resource: ResourceName, ids: string[]) =>
  asAdministrator(
    call<LatestChange[]>('GET', `/history/latest/${resource}?${new URLSearchParams({ ids: ids.join(',') })}`),
  )
