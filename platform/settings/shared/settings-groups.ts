/** The settings of the club: groups that administrators edit, each declared as resources are. A group has one item. */

import { featureSettings } from '../../../features/index.settings.ts'
import { type Declaration, englishGroup } from '../../content/shared/fields.ts'
import { declarationOf, type ResourceName } from '../../content/shared/resources.ts'
import { NOTICE_MS } from '../../shared/limits.ts'
import type { SettingsGroup } from './group-declaration.ts'
import { type GroupName, groupLabels, groupNames, groupPath, SITE, SITE_ADMIN_PATH } from './group-names.ts'
import { siteWideGroups } from './site-wide-groups.ts'

const declared = { ...siteWideGroups, ...featureSettings } satisfies Record<GroupName, SettingsGroup>

export interface GroupDeclaration extends Declaration {
  /** Path of the page that shows the settings. */
  shownOn: string
  /** Names of the two fields that limit when visitors see the settings. */
  period: readonly [from: string, until: string] | null
}

function groupDeclaration(name: GroupName): GroupDeclaration {
  const { page, period, fields }: SettingsGroup = declared[name]
  const [label, path] = [groupLabels[name], groupPath(name)]
  return {
    name: `${SITE}/${name}`,
    words: { one: label, many: label, article: 'el' },
    admin: { menu: SITE_ADMIN_PATH, create: path, update: path, remove: path },
    shownOn: page,
    period: period ?? null,
    fields,
    groups: englishGroup(fields),
    heading: '',
    envelope: 'array',
    noticeMs: NOTICE_MS,
  }
}

export type Groups = {
  [G in GroupName]: Omit<GroupDeclaration, 'fields'> & { readonly fields: (typeof declared)[G]['fields'] }
}

export const groups = Object.fromEntries(groupNames.map((name) => [name, groupDeclaration(name)])) as Groups

/** Names what a write changes: a resource, or the settings. */
export type Written = ResourceName | typeof SITE

/** @param id of the item, or the name of a group */
export const declarationFor = (resource: Written, id: string): Declaration =>
  resource === SITE ? groups[id as GroupName] : declarationOf(resource)
