/** The calls of the first day. */

import { asAdministrator } from '../../../platform/admin-layout/session-end.ts'
import { call } from '../../../platform/api/client/call.ts'
import type { DemoCount } from '../shared/first-day.ts'

export const firstDayCalls = {
  demo: () => asAdministrator(call<DemoCount>('GET', '/trash/demo')),
  /** @param edited also what somebody has changed since */
  removeDemo: (edited: boolean) =>
    asAdministrator(call<DemoCount>('POST', '/trash/demo', { body: { edited } })),
  restoreDemo: () => asAdministrator(call<DemoCount>('POST', '/trash/demo/restore', { body: {} })),
}
