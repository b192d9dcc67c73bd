import { asAdministrator } from '../../../platform/admin-layout/session-end.ts'
import { call } from '../../../platform/api/client/call.ts'
import type { Overview } from '../shared/overview.ts'

export const overview = () => asAdministrator(call<Overview>('GET', '/overview'))

/** Stops the home from listing what a new club lacks. */
export const dismissFirstDay = () => asAdministrator(call<null>('DELETE', '/first-day'))
