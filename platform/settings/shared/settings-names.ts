/** Names, labels and addresses of the settings groups. Menus need no more of them, so this file imports no fields. */
import { featureSettingsLabels } from '../../content/shared/resources.ts'

/** Path of the settings in the back office. */
export const SETTINGS_PATH = '/admin/sitio'

/** In the order of lists, archives and OpenAPI. */
export const settingsLabels = {
  identity: 'Identidad',
  contact: 'Contacto',
  links: 'Enlaces',
  ...featureSettingsLabels,
  footer: 'Pie de página',
  look: 'Apariencia',
  notice: 'Aviso',
}

export type SettingsName = keyof typeof settingsLabels

export const settingsNames = Object.keys(settingsLabels) as SettingsName[]

export const isSettingsName = (name: string): name is SettingsName => Object.hasOwn(settingsLabels, name)

/** Path of the form of a group. */
export const settingsFormPath = (name: SettingsName): string => `${SETTINGS_PATH}/${name}`

/** The resource name of settings in the history and in write targets. */
export const SETTINGS_RESOURCE = 'site'
