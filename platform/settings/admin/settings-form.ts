/** Converts a settings group to an item, so that the form of items can edit it. */

import { adminApi } from '../../admin-layout/admin-api.ts'
import type { Answer } from '../../api/client/call.ts'
import { findChangedNames } from '../../content/admin/conflict/merge-edits.ts'
import { formatFieldValue, toFormValue, toRequestValue } from '../../content/admin/form/field-values.ts'
import type { ItemCalls } from '../../content/admin/form/item-calls.ts'
import { getFieldValue, type ItemValues } from '../../content/admin/form/item-values.ts'
import { createPicturePlaceholders } from '../../content/admin/form/preview/picture-placeholders.ts'
import type { Picture } from '../../content/shared/entity-parts.ts'
import { getFieldType } from '../../content/shared/field-types.ts'
import { type Declaration, type Field, listImageFields } from '../../content/shared/fields.ts'
import { flatten, nest } from '../../content/shared/nested-values.ts'
import type { AnyEntity, ResourceName } from '../../content/shared/resources.ts'
import { createEnglishGroups, localize } from '../../content/shared/translations.ts'
import { replaceClubSettings } from '../../pages/club-settings.ts'
import { resolveLook } from '../../pages/localize-club-settings.ts'
import { FILM_TYPE } from '../../shared/limits.ts'
import { settingsGroups } from '../shared/all-settings.ts'
import type { SettingsName } from '../shared/settings-names.ts'
import { fillAllPlaceholders, type SettingsGroup, type SiteSettings } from '../shared/site-settings.ts'

const listFields = (name: SettingsName, only?: readonly string[]): [string, Field][] =>
  Object.entries(settingsGroups[name].fields as Record<string, Field>).filter(
    ([field]) => only?.includes(field) ?? true,
  )

/**
 * Returns the declaration of a group in the form that item forms expect. Its `name` is `site/<group>`. No request uses it.
 * @param only names of the fields in the form. Default: all fields
 */
export const settingsFormDeclaration = (
  name: SettingsName,
  only?: readonly string[],
): Declaration & { name: ResourceName } => {
  const fields = Object.fromEntries(listFields(name, only))
  return {
    ...settingsGroups[name],
    name: settingsGroups[name].name as never,
    fields,
    groups: createEnglishGroups(fields),
  }
}

export function settingsToItem(name: SettingsName, group: SettingsGroup): AnyEntity {
  const updatedAt = group.updatedAt ?? new Date(0).toISOString()
  return {
    ...group,
    _id: name,
    createdAt: updatedAt,
    updatedAt,
    draft: false,
    publishAt: null,
    unpublishAt: null,
    images: picturesByField(name, group),
    alt: {},
  }
}

const picturesByField = (name: SettingsName, group: SettingsGroup): Record<string, Picture> => {
  const values = group as unknown as Record<string, unknown>
  return Object.fromEntries(
    listImageFields(settingsGroups[name]).flatMap((field) => {
      const picture = group.images[String(values[field])]
      return picture ? [[field, picture]] : []
    }),
  )
}

const toItemAnswer = (name: SettingsName, answer: Answer<SettingsGroup>): Answer<AnyEntity> =>
  answer.ok ? { ...answer, value: settingsToItem(name, answer.value) } : answer

/** Shows saved settings in the back office without a reload. It skips the group `notice`, which only public pages show. */
export function applySavedSettings(name: SettingsName, group: SettingsGroup): void {
  if (name === 'notice') return
  replaceClubSettings({
    [name]: name === 'look' ? resolveLook(group as SettingsGroup<'look'>) : localize('es', group),
  })
}

export const createSettingsCalls = (name: SettingsName): ItemCalls => ({
  one: async () => toItemAnswer(name, await adminApi.get(`/site/${name}`)),
  update: async (_, body, sending) => {
    const answer = await adminApi.put(`/site/${name}`, { body, ...sending })
    if (answer.ok) applySavedSettings(name, answer.value)
    return toItemAnswer(name, answer)
  },
  addFilm: async (film, sending) => {
    const answer = await adminApi.post('/site/film', { body: film, contentType: FILM_TYPE, ...sending })
    if (answer.ok) applySavedSettings(name, answer.value)
    return toItemAnswer(name, answer)
  },
})

/**
 * Creates the body of a preview request. New pictures have megabytes, so placeholders replace them.
 * @param base the initial values of the form
 * @returns `pictures`: data URLs of the new pictures, by their placeholders in `body`
 */
export function createPreviewBody(
  name: SettingsName,
  values: ItemValues,
  base: ItemValues,
  timeZone: string,
): { body: object; pictures: ReadonlyMap<string, string> } {
  const declaration = settingsFormDeclaration(name)
  const { pictures, replace } = createPicturePlaceholders()
  const sent = findChangedNames(declaration, values, base).flatMap((changed) => {
    const field = declaration.fields[changed]
    return field
      ? [[changed, replace(field, toRequestValue(field, getFieldValue(values, changed), timeZone))]]
      : []
  })
  return { body: nest(Object.fromEntries(sent)), pictures }
}

/** Writes the values of a group in one line. Texts for search engines are left out. */
export function summarizeSettings(
  name: SettingsName,
  group: SettingsGroup,
  identity: Pick<SiteSettings['identity'], 'name' | 'city' | 'timeZone'>,
  only?: readonly string[],
): string {
  const values = flatten(settingsGroups[name].fields, fillAllPlaceholders(group, identity)) as Record<
    string,
    unknown
  >
  return listFields(name, only)
    .filter(([field]) => !field.startsWith('meta.'))
    .flatMap(([field, declared]) => {
      const value = values[field]
      if (value === null || value === undefined) return []
      if (declared.kind === 'rows')
        return (value as object[]).length > 0 ? [countRows(declared, value as object[])] : []
      if (declared.kind === 'url') return [declared.label]
      return [
        getFieldType(declared).display === 'picture'
          ? ''
          : formatFieldValue(declared, toFormValue(declared, value, identity.timeZone)),
      ]
    })
    .filter((words) => words !== '')
    .join(' · ')
}

const countRows = ({ label }: Field, rows: object[]): string => `${rows.length} ${label.toLowerCase()}`
