/** The declarations of all settings groups. A group is declared like a resource, but has exactly one item. */

import { featureSettings } from '../../../features/index.settings.ts'
import type { Declaration } from '../../content/shared/fields.ts'
import { getDeclaration, type ResourceName } from '../../content/shared/resources.ts'
import { createEnglishGroups } from '../../content/shared/translations.ts'
import { NOTICE_MS } from '../../shared/limits.ts'
import type { SettingsDeclaration } from './settings-declaration.ts'
import {
  SETTINGS_PATH,
  SETTINGS_RESOURCE,
  type SettingsName,
  settingsFormPath,
  settingsLabels,
  settingsNames,
} from './settings-names.ts'
import { siteWideGroups } from './site-wide-settings.ts'

const declared = { ...siteWideGroups, ...featureSettings } satisfies Record<SettingsName, SettingsDeclaration>

export interface SettingsGroupDeclaration extends Declaration {
  /** Path of the page that shows the settings. */
  shownOn: string
  /** Text above the form, about the whole group. */
  lead: string | null
  /** Names of the two fields that limit when visitors see the settings. */
  period: readonly [from: string, until: string] | null
}

function createGroupDeclaration(name: SettingsName): SettingsGroupDeclaration {
  const { page, period, lead, fields }: SettingsDeclaration = declared[name]
  const [label, path] = [settingsLabels[name], settingsFormPath(name)]
  return {
    name: `${SETTINGS_RESOURCE}/${name}`,
    words: { one: label, many: label, article: 'el' },
    admin: { menu: SETTINGS_PATH, create: path, update: path, remove: path },
    shownOn: page,
    period: period ?? null,
    lead: lead ?? null,
    fields,
    groups: createEnglishGroups(fields),
    nameField: '',
    envelope: 'array',
    noticeMs: NOTICE_MS,
  }
}

export type SettingsDeclarations = {
  [G in SettingsName]: Omit<SettingsGroupDeclaration, 'fields'> & {
    readonly fields: (typeof declared)[G]['fields']
  }
}

export const settingsGroups = Object.fromEntries(
  settingsNames.map((name) => [name, createGroupDeclaration(name)]),
) as SettingsDeclarations

/** The resource that a write changes. Settings count as one more resource. */
export type WritableResource = ResourceName | typeof SETTINGS_RESOURCE

/** Returns the declaration of a resource or a settings group. @param id id of an item, or name of a settings group */
export const declarationFor = (resource: WritableResource, id: string): Declaration =>
  resource === SETTINGS_RESOURCE ? settingsGroups[id as SettingsName] : getDeclaration(resource)
