/**
 * The addresses of the back office, and the entry of a screen. Addresses of content are in its declarations
 * (platform/content/shared). Features declare their screens in their manifests: see features/index.admin.ts.
 */

import { BACK_KEY, FIRST_DAY_PATH } from '../auth/client/session.ts'
import { isContent } from '../content/shared/audit-log.ts'
import type { AuditLogEntry } from '../content/shared/audit-log-answers.ts'
import type { Declaration } from '../content/shared/fields.ts'
import { declarationOf, type ResourceName, resourceNames } from '../content/shared/resources.ts'
import {
  isSettingsName,
  SETTINGS_PATH,
  SETTINGS_RESOURCE,
  settingsFormPath,
} from '../settings/shared/settings-names.ts'

export const adminPaths = {
  home: '/admin',
  ourClub: '/admin/ourclub',
  site: SETTINGS_PATH,
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
  auditLog: '/admin/history',
  guide: '/admin/guia',
} as const

/** True for screens of the back office. Other pages are loaded as documents. */
export const isScreen = (path: string): boolean => path.startsWith(adminPaths.home)

/** @param path the admin page (path and query) to come back to after signing in */
export const loginPath = (path: string): string => `/login?${BACK_KEY}=${encodeURIComponent(path)}`

export const editPath = (declaration: Declaration, id: string): string =>
  `${declaration.admin.update}/${encodeURIComponent(id)}`

const COPY_KEY = 'from'

/** The form of a new item, filled with a copy of another. */
export const copyPath = (declaration: Declaration, id: string): string =>
  `${declaration.admin.create}?${new URLSearchParams({ [COPY_KEY]: id })}`

/** The id of the item to copy. null for an empty form. */
export const copiedId = (url: URL): string | null => url.searchParams.get(COPY_KEY)

export const messagePath = (id: string): string => `${adminPaths.messages}/${encodeURIComponent(id)}`

/** One entry of the history. */
export const entryPath = (id: string): string => `${adminPaths.auditLog}/${encodeURIComponent(id)}`

/** A part of the guide. */
export const guidePath = (anchor: string): string => `${adminPaths.guide}#${anchor}`

/** A step of the first day. */
export const stepPath = (slug: string): string => `${adminPaths.firstDay}/${slug}`

/** The history of an item. */
export const itemAuditLogPath = (resource: string, id: string): string =>
  `${adminPaths.auditLog}?${new URLSearchParams({ resource, item: id })}`

/** The form of the subject of a history entry. null when it has no form. */
export function subjectPath({ resource, itemId }: Pick<AuditLogEntry, 'resource' | 'itemId'>): string | null {
  if (resource === SETTINGS_RESOURCE) return isSettingsName(itemId) ? settingsFormPath(itemId) : null
  return isContent(resource) ? editPath(declarationOf(resource), itemId) : null
}

export type Screen = keyof Declaration['admin'] | 'edit'

export interface Place {
  resource: ResourceName
  screen: Screen
}

/** The resource and the screen of an address. null for screens of other features. */
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

/** For screens that are only used at addresses of resources. */
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
/** The resources listed under "Nuestro Club" (docs/requirements.md, "Addresses"). */
export const ourClubResources = resourceNames
  .map(declarationOf)
  .filter(isOfOurClub)
  .toSorted((one, other) => (one.menuOrder ?? LAST) - (other.menuOrder ?? LAST) || 0)
/** Those with an entry of their own in the menu of the back office. */
export const otherResources = resourceNames.map(declarationOf).filter((one) => !isOfOurClub(one))

export const verbs = { create: 'Crear', update: 'Editar', remove: 'Borrar' } as const

// Entries of screens. Manifests contain data only, because the server reads them too.

/** A function of the path's parameter returns undefined for a value that has no screen. */
type Label = string | ((param: string) => string | undefined)

/** A line of the command menu (Ctrl-K). */
export interface ScreenCommand {
  group: 'create' | 'go' | 'change'
  /** Position within the group. */
  order: number
  /** Default: the label of the screen. */
  label?: Label
  /** More words that find it. */
  also?: string
  /** Values of the path's parameter, each with a line of its own. */
  params?: readonly string[]
}

export interface AdminScreen {
  /** The last segment can be a parameter: `/admin/messages/:id`. */
  path: string
  /** Source file, from the root of the repository: `….screen.tsx`. screens.tsx imports it, and the server preloads its chunk. */
  file: string
  /** The last step of the breadcrumb trail. */
  label: Label
  /** Path of the screen before it in the breadcrumb trail. Default: the home of the back office. */
  parent?: string
  /** Anchor of its part of the guide, docs/guia-del-club.md. */
  guide?: string
  /** Section of the side menu. Within a section, entries keep the order of features/index.admin.ts. */
  menu?: 'club' | 'other'
  command?: ScreenCommand
}
