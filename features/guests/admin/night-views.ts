/** Addresses of the lists' screen. The query names the view, so that the browser's back button works. */
import { GUEST_SETTINGS_PATH } from '../shared/guest-paths.ts'

export const LIST_KEY = 'lista'
const VIEW_KEY = 'ver'

export const viewNames = { listas: 'Listas', puerta: 'Puerta', noche: 'La noche' } as const
export type View = keyof typeof viewNames
export const views = Object.keys(viewNames) as View[]

export const readView = (query: URLSearchParams): View =>
  views.find((view) => view === query.get(VIEW_KEY)) ?? 'listas'

/** Query of the view with all lists. */
export const LISTS_SEARCH = '?'

export const viewSearch = (view: View): string =>
  view === 'listas' ? LISTS_SEARCH : `?${new URLSearchParams({ [VIEW_KEY]: view })}`

export const listSearch = (id: string): string => `?${new URLSearchParams({ [LIST_KEY]: id })}`

export const nightListsPath = (event: string): string => `${GUEST_SETTINGS_PATH}/${encodeURIComponent(event)}`
