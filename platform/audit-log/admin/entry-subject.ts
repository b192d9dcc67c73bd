/** The subject of an audit log entry with versions: an item, or a settings group. */

import { subjectPath } from '../../admin-layout/paths.ts'
import type { AuditLogEntry, AuditLogEntryDetail } from '../../content/shared/audit-log-answers.ts'
import { getFieldType } from '../../content/shared/field-types.ts'
import type { Declaration } from '../../content/shared/fields.ts'
import { readNested } from '../../content/shared/nested-values.ts'
import { publicationLabels } from '../../content/shared/publication.ts'
import { type AnyEntity, getDeclaration, isResource } from '../../content/shared/resources.ts'
import { settingsFormDeclaration, settingsToItem } from '../../settings/admin/settings-form.ts'
import { isSettingsName, SETTINGS_RESOURCE } from '../../settings/shared/settings-names.ts'
import type { SettingsGroup } from '../../settings/shared/site-settings.ts'

interface Subject {
  declaration: Declaration
  /** Path of the form that edits the subject. */
  path: string
}

export function getEntrySubject(entry: Pick<AuditLogEntry, 'resource' | 'itemId'>): Subject | null {
  const { resource, itemId } = entry
  const path = subjectPath(entry)
  if (path === null) return null
  if (isResource(resource)) return { declaration: getDeclaration(resource), path }
  return isSettingsName(itemId) ? { declaration: settingsFormDeclaration(itemId), path } : null
}

/** Converts the versions of a settings group to items. */
export function toItemVersions(entry: AuditLogEntryDetail): AuditLogEntryDetail {
  const { resource, itemId } = entry
  if (resource !== SETTINGS_RESOURCE || !isSettingsName(itemId)) return entry
  const converted = (version: AnyEntity | null) =>
    version && settingsToItem(itemId, version as unknown as SettingsGroup)
  return {
    ...entry,
    before: converted(entry.before),
    now: converted(entry.now),
    after: converted(entry.after),
  }
}

/** Returns the labels of the fields that differ between two versions, including text alternatives and publication. */
export function listDifferingFields({ fields }: Declaration, one: AnyEntity, other: AnyEntity): string[] {
  const isSame = (name: string) =>
    JSON.stringify(readNested(one, name) ?? null) === JSON.stringify(readNested(other, name) ?? null)
  const declared = Object.entries(fields).flatMap(([name, { label, kind }]) => {
    const isAlt =
      getFieldType({ kind }).display === 'picture' && (one.alt[name] ?? null) !== (other.alt[name] ?? null)
    return [...(isSame(name) ? [] : [label]), ...(isAlt ? [`${label} (texto alternativo)`] : [])]
  })
  const publication = Object.entries(publicationLabels).filter(([name]) => !isSame(name))
  return [...declared, ...publication.map(([, label]) => label)]
}
