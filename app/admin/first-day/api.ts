/** The calls of the first day. */
import type { DemoCount } from '../../../contract/first-day.ts'
import { call } from '../../client/call.ts'
import { asAdministrator } from '../layout/session-end.ts'

export const firstDayCalls = {
  demo: () => asAdministrator(call<DemoCount>('GET', '/trash/demo')),
  /** @param edited also what somebody has changed since */
  removeDemo: (edited: boolean) =>
    asAdministrator(call<DemoCount>('POST', '/trash/demo', { body: { edited } })),
  restoreDemo: () => asAdministrator(call<DemoCount>('POST', '/trash/demo/restore', { body: {} })),
}
