/** Names, labels and addresses of the settings groups. Menus need no more of them, so this file imports no fields. */
import { settingsLabels } from '../../content/shared/resources.ts'

/** Path of the settings in the back office. */
export const SITE_ADMIN_PATH = '/admin/sitio'

/** In the order of lists, archives and OpenAPI. */
export const groupLabels = {
  identity: 'Identidad',
  contact: 'Contacto',
  links: 'Enlaces',
  ...settingsLabels,
  footer: 'Pie de página',
  look: 'Apariencia',
  notice: 'Aviso',
}

export type GroupName = keyof typeof groupLabels

export const groupNames = Object.keys(groupLabels) as GroupName[]

export const isGroupName = (name: string): name is GroupName => Object.hasOwn(groupLabels, name)

/** Path of the form of a group. */
export const groupPath = (name: GroupName): string => `${SITE_ADMIN_PATH}/${name}`

/** The resource name of settings in the history and in write targets. */
export const SITE = 'site'
