/**
 * Addresses of the back office, and the type with which features declare their screens. Addresses of content are part of
 * its declarations (platform/content/shared). The manifests of features declare the screens: see features/index.admin.ts.
 */

import { BACK_KEY, FIRST_DAY_PATH } from '../api/client/session.ts'
import type { AuditLogEntry } from '../content/shared/audit-log-answers.ts'
import type { Declaration } from '../content/shared/fields.ts'
import { getDeclaration, isResource, type ResourceName, resourceNames } from '../content/shared/resources.ts'
import {
  isSettingsName,
  SETTINGS_PATH,
  SETTINGS_RESOURCE,
  settingsFormPath,
} from '../settings/shared/settings-names.ts'

/** Addresses that several features link to. A feature has its others beside its code. */
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
  trash: '/admin/trash',
  auditLog: '/admin/history',
  guide: '/admin/guia',
} as const

/** True for screens of the back office. The browser loads other pages as documents. */
export const isScreen = (path: string): boolean => path.startsWith(adminPaths.home)

/** @param path path and query of the screen to return to after signing in */
export const loginPath = (path: string): string => `/login?${BACK_KEY}=${encodeURIComponent(path)}`

export const editPath = (declaration: Declaration, id: string): string =>
  `${declaration.admin.update}/${encodeURIComponent(id)}`

const COPY_KEY = 'from'

/** Returns the address of the form for a new item that starts as a copy of another item. */
export const copyPath = (declaration: Declaration, id: string): string =>
  `${declaration.admin.create}?${new URLSearchParams({ [COPY_KEY]: id })}`

/** Returns the id of the item to copy from the address of a form. null when the form starts empty. */
export const getCopiedId = (url: URL): string | null => url.searchParams.get(COPY_KEY)

/** Returns the address of an entry of the audit log. */
export const entryPath = (id: string): string => `${adminPaths.auditLog}/${encodeURIComponent(id)}`

/** Returns the address of a part of the guide. */
export const guidePath = (anchor: string): string => `${adminPaths.guide}#${anchor}`

/** Returns the address of a step of the first day. */
export const stepPath = (slug: string): string => `${adminPaths.firstDay}/${slug}`

/** Returns the address of the versions of an item. */
export const itemAuditLogPath = (resource: string, id: string): string =>
  `${adminPaths.auditLog}?${new URLSearchParams({ resource, item: id })}`

/** Returns the form of the item that an audit log entry is about. null when it has no form. */
export function subjectPath({ resource, itemId }: Pick<AuditLogEntry, 'resource' | 'itemId'>): string | null {
  if (resource === SETTINGS_RESOURCE) return isSettingsName(itemId) ? settingsFormPath(itemId) : null
  return isResource(resource) ? editPath(getDeclaration(resource), itemId) : null
}

export type Screen = keyof Declaration['admin'] | 'edit'

/** The resource to which a screen belongs, and the kind of the screen. */
export interface Place {
  resource: ResourceName
  screen: Screen
}

export interface Step {
  to: string
  label: string
}

export const isOfOurClub = (declaration: Declaration): boolean =>
  declaration.admin.menu.startsWith(`${adminPaths.ourClub}/`)

const LAST = Number.POSITIVE_INFINITY
/** Resources listed in the menu under "Nuestro Club" (docs/requirements.md, "Addresses"). */
export const ourClubResources = resourceNames
  .map(getDeclaration)
  .filter(isOfOurClub)
  .toSorted((one, other) => (one.menuOrder ?? LAST) - (other.menuOrder ?? LAST) || 0)
/** Resources that have their own entry in the menu of the back office. */
export const otherResources = resourceNames.map(getDeclaration).filter((one) => !isOfOurClub(one))

export const verbs = { create: 'Crear', update: 'Editar', remove: 'Borrar' } as const

// Declarations of screens. Manifests contain only data, because the server also reads them.

/** A label, or a function of the path's parameter. The function returns undefined when no screen exists for the value. */
type Label = string | ((param: string) => string | undefined)

/** An entry of the command menu (Ctrl-K). */
export interface ScreenCommand {
  group: 'create' | 'go' | 'change'
  /** Position of the entry within its group. */
  order: number
  /** Label of the entry. Default: the label of the screen */
  label?: Label
  /** Further words by which the entry is found. */
  also?: string
  /** Values of the path's parameter. Each value has its own entry. */
  params?: readonly string[]
}

export interface ItemAction {
  resource: ResourceName
  label: string
  also: string
  tonight?: { label: string; search: string }
  report?: string
}

export interface AdminScreen {
  /** The last segment can be a parameter, as in `/admin/messages/:id`. */
  path: string
  /**
   * Source file of the screen, from the root of the repository: `….screen.tsx`. screens.tsx imports it, and the server
   * preloads its chunk.
   */
  file: string
  /** Only for the screens of a resource. */
  place?: Place
  /** Label of the screen in the breadcrumb trail. */
  label: Label
  /** Path of the previous screen in the breadcrumb trail. Default: the home screen */
  parent?: string
  /** Anchor of the part of the guide about this screen (docs/guia-del-club.md). */
  guide?: string
  /**
   * Section of the side menu in which the screen is listed. Entries of a section keep the order of features/index.admin.ts.
   */
  menu?: 'club' | 'other'
  /**
   * Adds a link to the actions of each item of a resource. The parameter of the path is the id of the item. `also`: further
   * words by which the command menu finds the link of the next night. `tonight`: the view of the screen that is used during a
   * night, for which the card of the home screen has a link of its own. `report`: query of the view about a past night.
   */
  itemAction?: ItemAction
  command?: ScreenCommand
}
