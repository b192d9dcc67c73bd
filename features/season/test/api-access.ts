/** The routes of the API of this feature. None answers without a session. */
import type { Requests } from '../../../test/support/anonymous-requests.ts'

export const accessTable = ['GET /season administrator', 'GET /season.csv administrator']

export const createAnonymousRequests = (): Requests => ({})
