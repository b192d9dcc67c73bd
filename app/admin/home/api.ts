import type { Overview } from '../../../features/home/shared/overview.ts'
import { call } from '../../client/call.ts'
import { asAdministrator } from '../layout/session-end.ts'

export const overview = () => asAdministrator(call<Overview>('GET', '/overview'))

/** Stops the home from listing what a new club lacks. */
export const dismissFirstDay = () => asAdministrator(call<null>('DELETE', '/first-day'))
