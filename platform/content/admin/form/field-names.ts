/** Field names in forms. A hyphen replaces each dot, because react-hook-form reads a dot as a path. */

import type { Answer } from '../../../api/client/call.ts'
import { type Declaration, type FieldGroup, findSpanishName } from '../../shared/fields.ts'
import { flatten, nest } from '../../shared/nested-values.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import type { ItemBody } from './item-values.ts'

export const toFormName = (name: string): string => name.replaceAll('.', '-')
const toApiName = (name: string): string => name.replaceAll('-', '.')

const renamed = <T>(values: Readonly<Record<string, T>>, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]))

const known = new WeakMap<Declaration, Declaration>()

/** Returns a declaration with the field names of forms. */
export function toFormDeclaration<D extends Declaration>(declaration: D): D {
  const made = known.get(declaration) ?? {
    ...declaration,
    fields: renamed(declaration.fields, toFormName),
    ...(declaration.groups && { groups: listGroups(declaration) }),
    ...(declaration.fieldsNotCopied && { fieldsNotCopied: declaration.fieldsNotCopied.map(toFormName) }),
  }
  known.set(declaration, made)
  return made as D
}

/** Returns the groups with the field names of forms. Leaves out fields that the declaration does not have. */
const listGroups = ({ groups = [], fields }: Declaration): FieldGroup[] =>
  groups.flatMap((group) => {
    const names = group.fields.filter((name) => Object.hasOwn(fields, name))
    return names.length > 0 ? [{ ...group, fields: names.map(toFormName) }] : []
  })

/** Returns the form name of the Spanish field that an English field translates. null for a Spanish field. */
export function getSpanishFormName(fields: Declaration['fields'], name: string): string | null {
  const inApiNames = Object.fromEntries(Object.keys(fields).map((each) => [toApiName(each), each]))
  const spanish = findSpanishName(inApiNames, toApiName(name))
  return spanish === null ? null : (inApiNames[spanish] ?? null)
}

/** Returns the values of an API object under the names of form fields. */
export const pickFormFields = (
  { fields }: Pick<Declaration, 'fields'>,
  said: object,
): Record<string, unknown> => renamed(flatten(fields, said) as Record<string, unknown>, toFormName)

/**
 * Returns an item under the names of form fields.
 * @param declaration with the field names of the API, also in the functions below
 */
export const toFormItem = (declaration: Pick<Declaration, 'fields'>, item: AnyEntity): AnyEntity => ({
  ...item,
  ...pickFormFields(declaration, item),
})

/** Returns the nested body that the API accepts. */
export const toApiBody = (body: ItemBody): ItemBody => nest(renamed(body, toApiName))

/** Converts an answer of the API: its values and errors get the names of form fields. */
export function toFormAnswer<T>(
  { fields }: Pick<Declaration, 'fields'>,
  answer: Answer<T>,
  toItem: (said: T) => AnyEntity,
): Answer<AnyEntity> {
  if (answer.ok) return { ...answer, value: toItem(answer.value) }
  const errors = answer.problem.errors?.map(({ field, message }) => ({
    field: Object.hasOwn(fields, field) ? toFormName(field) : field,
    message,
  }))
  return { ...answer, problem: { ...answer.problem, ...(errors && { errors }) } }
}
