/** The calls about who did what. */

import { asAdministrator } from '../../../admin-layout/session-end.ts'
import { call } from '../../../api/client/call.ts'
import { part } from '../../../api/client/reader.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import type { HistoryDetail, HistoryItem } from '../../shared/versions.ts'

export const historyCalls = {
  /** @param query `resource`, `item`, `user`, `limit`, `page`; blank ones are left out */
  list(query: Record<string, string>) {
    const params = Object.entries(query).filter(([, value]) => value !== '')
    return asAdministrator(call<HistoryItem[]>('GET', `/history?${new URLSearchParams(params)}`))
  },
  one: (id: string) => asAdministrator(call<HistoryDetail>('GET', `/history/${part(id)}`)),
  /** @param etag of the entry as it was shown: refused with 412 when the item has changed since */
  restore: (id: string, to: 'before' | 'after', etag: string | null) =>
    asAdministrator(
      call<AnyEntity>('POST', `/history/${part(id)}/restore`, {
        body: { to },
        headers: etag ? { 'If-Match': etag } : {},
      }),
    ),
}
