/**
 * The addresses of the back office. Addresses of content are in its declarations (platform/content/shared). The screen of an
 * address is in the manifest of its feature: see features/index.admin.ts.
 */

import { BACK_KEY, FIRST_DAY_PATH } from '../auth/client/session.ts'
import type { Declaration } from '../content/shared/fields.ts'
import { declarationOf, type ResourceName, resourceNames } from '../content/shared/resources.ts'
import { type HistoryItem, type HistoryResource, isContent } from '../content/shared/versions.ts'
import { groupPath, isGroupName, SITE, SITE_ADMIN_PATH } from '../settings/shared/group-names.ts'

export const adminPaths = {
  home: '/admin',
  ourClub: '/admin/ourclub',
  site: SITE_ADMIN_PATH,
  firstDay: FIRST_DAY_PATH,
  users: '/admin/users',
  invite: '/admin/users/invitar',
  addUser: '/admin/users/addusers',
  removeUser: '/admin/users/deleteusers',
  account: '/admin/account',
  messages: '/admin/messages',
  messageSettings: '/admin/messages/settings',
  messageTemplates: '/admin/messages/respuestas',
  visits: '/admin/visitas',
  trash: '/admin/trash',
  history: '/admin/history',
  guide: '/admin/guia',
} as const

/** Whether React shows this path here; a page of the site is loaded as a document. */
export const isScreen = (path: string): boolean => path.startsWith(adminPaths.home)

/** @param path the admin page (path and query) to come back to after signing in */
export const loginPath = (path: string): string => `/login?${BACK_KEY}=${encodeURIComponent(path)}`

export const editPath = (declaration: Declaration, id: string): string =>
  `${declaration.admin.update}/${encodeURIComponent(id)}`

const COPY_KEY = 'from'

/** The form of a new item that begins as a copy of another. */
export const copyPath = (declaration: Declaration, id: string): string =>
  `${declaration.admin.create}?${new URLSearchParams({ [COPY_KEY]: id })}`

/** The id of the item to copy; null: the new one begins empty. */
export const copiedId = (url: URL): string | null => url.searchParams.get(COPY_KEY)

export const messagePath = (id: string): string => `${adminPaths.messages}/${encodeURIComponent(id)}`

/** One entry of the history. */
export const entryPath = (id: string): string => `${adminPaths.history}/${encodeURIComponent(id)}`

/** A part of the guide. */
export const guidePath = (anchor: string): string => `${adminPaths.guide}#${anchor}`

/** A step of the first day. */
export const stepPath = (slug: string): string => `${adminPaths.firstDay}/${slug}`

/** All that was ever done to an item. */
export const itemHistoryPath = (resource: HistoryResource, id: string): string =>
  `${adminPaths.history}?${new URLSearchParams({ resource, item: id })}`

/** The form of the thing that an entry of the history is about. null: it has no form. */
export function subjectPath({ resource, itemId }: Pick<HistoryItem, 'resource' | 'itemId'>): string | null {
  if (resource === SITE) return isGroupName(itemId) ? groupPath(itemId) : null
  return isContent(resource) ? editPath(declarationOf(resource), itemId) : null
}

export type Screen = keyof Declaration['admin'] | 'edit'

export interface Place {
  resource: ResourceName
  screen: Screen
}

/** The resource and the screen that an address of the back office stands for; null when it is not of a resource. */
export function placeOf(pathname: string): Place | null {
  const path = pathname.replace(/\/+$/, '')
  for (const resource of resourceNames) {
    const { admin } = declarationOf(resource)
    for (const screen of Object.keys(admin) as (keyof typeof admin)[]) {
      if (admin[screen] === path) return { resource, screen }
    }
    if (path.startsWith(`${admin.update}/`)) return { resource, screen: 'edit' }
  }
  return null
}

/** As placeOf, for the screens that are only ever mounted at an address of a resource. */
export function declarationAt(pathname: string): Declaration & { name: ResourceName } {
  const place = placeOf(pathname)
  if (!place) throw new Error(`${pathname} is not an address of a resource`)
  return { ...declarationOf(place.resource), name: place.resource }
}

export interface Step {
  to: string
  label: string
}

export const isOfOurClub = (declaration: Declaration): boolean =>
  declaration.admin.menu.startsWith(`${adminPaths.ourClub}/`)

const LAST = Number.POSITIVE_INFINITY
/** The resources listed under "Nuestro Club" (docs/requirements.md §3). */
export const ourClubResources = resourceNames
  .map(declarationOf)
  .filter(isOfOurClub)
  .toSorted((one, other) => (one.menuOrder ?? LAST) - (other.menuOrder ?? LAST) || 0)
/** Those with an entry of their own in the menu of the back office. */
export const otherResources = resourceNames.map(declarationOf).filter((one) => !isOfOurClub(one))

export const verbs = { create: 'Crear', update: 'Editar', remove: 'Borrar' } as const
