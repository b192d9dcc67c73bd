/** Addresses of the lists' screen. The query names the view, so that the browser's back button works. */
import { adminPaths } from '../../../platform/admin-layout/paths.ts'

export const nightListsPath = (event: string): string =>
  `${adminPaths.guestSettings}/${encodeURIComponent(event)}`

export const LIST_KEY = 'lista'

/** Query of the view with all lists. */
export const LISTS_SEARCH = '?'

export const listSearch = (id: string): string => `?${new URLSearchParams({ [LIST_KEY]: id })}`
