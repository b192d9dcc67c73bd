/** Names, labels and paths of the settings groups. Menus import this file, so it must not import the fields. */
import { featureSettingsLabels } from '../../content/shared/resources.ts'

/** Path of the settings in the back office. */
export const SETTINGS_PATH = '/admin/sitio'

/** Labels of the groups. Lists, archives and OpenAPI have the groups in this order. */
export const settingsLabels = {
  identity: 'Identidad',
  contact: 'Contacto',
  links: 'Enlaces',
  visit: 'Antes de venir',
  ...featureSettingsLabels,
  footer: 'Pie de página',
  look: 'Apariencia',
  notice: 'Aviso',
}

export type SettingsName = keyof typeof settingsLabels

export const settingsNames = Object.keys(settingsLabels) as SettingsName[]

export const isSettingsName = (name: string): name is SettingsName => Object.hasOwn(settingsLabels, name)

export const settingsFormPath = (name: SettingsName): string => `${SETTINGS_PATH}/${name}`

/** Name of the settings as a resource, in the audit log and in write targets. */
export const SETTINGS_RESOURCE = 'site'
