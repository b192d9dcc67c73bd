/** The calls about visits: only their screen loads them. */

import { asAdministrator } from '../../../platform/admin-layout/session-end.ts'
import { type Answer, API_BASE, call } from '../../../platform/api/client/call.ts'
import type { VisitWeek } from '../shared/visits.ts'

const EXPORT = '/visits/export.csv'

/** Where the table of all visits is. */
export const EXPORT_ADDRESS = API_BASE + EXPORT

/** Without it spreadsheets take the letters for others; browsers leave it out of what they read. */
const BYTE_ORDER_MARK = '\ufeff'

export const visitCalls = {
  /** @param of a day of the week, `YYYY-MM-DD`; '': this one */
  week: (of: string) =>
    asAdministrator(call<VisitWeek>('GET', `/visits/week${of && `?${new URLSearchParams({ of })}`}`)),
  /** All visits as a file to keep. */
  async exportTable(): Promise<Answer<Blob>> {
    const answer = await asAdministrator(call<string>('GET', EXPORT, { reads: 'text' }))
    return answer.ok
      ? { ...answer, value: new Blob([BYTE_ORDER_MARK, answer.value], { type: 'text/csv' }) }
      : answer
  },
}
