/**
 * The addresses of the back office. Those of the resources stand in their declarations (contract/content); here are
 * the others, and the way back from an address to what it is for. routes.ts and every link are built from these.
 */
import type { Declaration } from '../../contract/content/fields.ts'
import { type HistoryItem, type HistoryResource, isContent } from '../../contract/content/history.ts'
import { declarationOf, type ResourceName, resourceNames } from '../../contract/content/resources.ts'
import {
  groupLabels,
  groupPath,
  isGroupName,
  SITE,
  SITE_ADMIN_PATH,
} from '../../contract/site/group-names.ts'
import { BACK_KEY, FIRST_DAY_PATH } from '../client/session.ts'

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

const isOfOurClub = (declaration: Declaration): boolean =>
  declaration.admin.menu.startsWith(`${adminPaths.ourClub}/`)

const FIRST_OF_OUR_CLUB: ResourceName[] = ['residents', 'agency', 'podcast', 'episode', 'news']
/** The resources listed under "Nuestro Club": in the order of docs/requirements.md §3, then any other. */
export const ourClubResources = [...new Set([...FIRST_OF_OUR_CLUB, ...resourceNames])]
  .map(declarationOf)
  .filter(isOfOurClub)
/** Those with an entry of their own in the menu of the back office. */
export const otherResources = resourceNames.map(declarationOf).filter((one) => !isOfOurClub(one))

export const verbs = { create: 'Crear', update: 'Editar', remove: 'Borrar' } as const

const home: Step = { to: adminPaths.home, label: 'Administración' }
const ourClub: Step = { to: adminPaths.ourClub, label: 'Nuestro Club' }
const users: Step = { to: adminPaths.users, label: 'Usuarios' }

const messages: Step = { to: adminPaths.messages, label: 'Mensajes' }
const site: Step = { to: adminPaths.site, label: 'Sitio' }
const firstDay: Step = { to: adminPaths.firstDay, label: 'Primer día' }
const history: Step = { to: adminPaths.history, label: 'Historial' }

const trailsOfOthers: Record<string, Step[]> = {
  [adminPaths.home]: [home],
  [adminPaths.ourClub]: [home, ourClub],
  [adminPaths.users]: [home, users],
  [adminPaths.invite]: [home, users, { to: adminPaths.invite, label: 'Invitar' }],
  [adminPaths.addUser]: [home, users, { to: adminPaths.addUser, label: 'Agregar' }],
  [adminPaths.removeUser]: [home, users, { to: adminPaths.removeUser, label: verbs.remove }],
  [adminPaths.account]: [home, { to: adminPaths.account, label: 'Mi cuenta' }],
  [adminPaths.messages]: [home, messages],
  [adminPaths.messageSettings]: [
    home,
    messages,
    { to: adminPaths.messageSettings, label: 'Cuánto se guardan' },
  ],
  [adminPaths.messageTemplates]: [
    home,
    messages,
    { to: adminPaths.messageTemplates, label: 'Respuestas guardadas' },
  ],
  [adminPaths.site]: [home, site],
  [adminPaths.firstDay]: [home, firstDay],
  [adminPaths.guide]: [home, { to: adminPaths.guide, label: 'Guía' }],
  [adminPaths.visits]: [home, { to: adminPaths.visits, label: 'Visitas' }],
  [adminPaths.trash]: [home, { to: adminPaths.trash, label: 'Papelera' }],
  [adminPaths.history]: [home, history],
}

/** The way from the start of the back office to an address, that address included. */
export function trailTo(pathname: string): Step[] {
  const path = pathname.replace(/\/+$/, '')
  const place = placeOf(path)
  if (!place && path.startsWith(`${adminPaths.messages}/`))
    return trailsOfOthers[path] ?? [home, messages, { to: path, label: 'Mensaje' }]
  const group = path.startsWith(`${adminPaths.site}/`) ? path.slice(adminPaths.site.length + 1) : ''
  if (isGroupName(group)) return [home, site, { to: path, label: groupLabels[group] }]
  if (path.startsWith(`${adminPaths.firstDay}/`)) return [home, firstDay, { to: path, label: 'Paso' }]
  if (!place && path.startsWith(`${adminPaths.history}/`))
    return [home, history, { to: path, label: 'Cambio' }]
  if (!place) return trailsOfOthers[path] ?? [home]
  const declaration = declarationOf(place.resource)
  const { admin, words } = declaration
  const menu: Step[] = [
    home,
    ...(isOfOurClub(declaration) ? [ourClub] : []),
    { to: admin.menu, label: words.many },
  ]
  if (place.screen === 'menu') return menu
  if (place.screen === 'edit')
    return [...menu, { to: admin.update, label: verbs.update }, { to: path, label: 'Cambios' }]
  return [...menu, { to: admin[place.screen], label: verbs[place.screen] }]
}

/** What stands in the title of the window, innermost first. */
export const windowTitle = (pathname: string, club: string): string =>
  [
    ...trailTo(pathname)
      .toReversed()
      .map((step) => step.label),
    club,
  ].join(' · ')
