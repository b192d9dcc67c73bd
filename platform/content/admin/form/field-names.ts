/** Field names in forms. A hyphen replaces each dot, because react-hook-form reads a dot as a path. */

import type { Answer } from '../../../api/client/call.ts'
import { type Declaration, type FieldGroup, spanishName } from '../../shared/fields.ts'
import { flatten, nest } from '../../shared/nested-values.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import type { ItemBody } from './item-values.ts'

const inForm = (name: string): string => name.replaceAll('.', '-')
const inApi = (name: string): string => name.replaceAll('-', '.')

const renamed = <T>(values: Readonly<Record<string, T>>, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]))

const known = new WeakMap<Declaration, Declaration>()

/** Returns a declaration with the field names of forms. */
export function asForm<D extends Declaration>(declaration: D): D {
  const made = known.get(declaration) ?? {
    ...declaration,
    fields: renamed(declaration.fields, inForm),
    ...(declaration.groups && { groups: groupsIn(declaration) }),
    ...(declaration.fieldsNotCopied && { fieldsNotCopied: declaration.fieldsNotCopied.map(inForm) }),
  }
  known.set(declaration, made)
  return made as D
}

/** Returns the groups, without fields that the declaration does not have. */
const groupsIn = ({ groups = [], fields }: Declaration): FieldGroup[] =>
  groups.flatMap((group) => {
    const names = group.fields.filter((name) => Object.hasOwn(fields, name))
    return names.length > 0 ? [{ ...group, fields: names.map(inForm) }] : []
  })

/** Returns the form name of the Spanish field that an English field translates. null for a Spanish field. */
export function spanishInForm(fields: Declaration['fields'], name: string): string | null {
  const inApiNames = Object.fromEntries(Object.keys(fields).map((each) => [inApi(each), each]))
  const spanish = spanishName(inApiNames, inApi(name))
  return spanish === null ? null : (inApiNames[spanish] ?? null)
}

/** Returns the values of an API object under the names of form fields. */
export const pickFormFields = (
  { fields }: Pick<Declaration, 'fields'>,
  said: object,
): Record<string, unknown> => renamed(flatten(fields, said) as Record<string, unknown>, inForm)

/**
 * Returns an item under the names of form fields.
 * @param declaration with the field names of the API, in all functions below
 */
export const toFormItem = (declaration: Pick<Declaration, 'fields'>, item: AnyEntity): AnyEntity => ({
  ...item,
  ...pickFormFields(declaration, item),
})

/** Returns the nested body that the API accepts. */
export const bodyInApi = (body: ItemBody): ItemBody => nest(renamed(body, inApi))

/** Converts an answer of the API: its values and errors get the names of form fields. */
export function toFormAnswer<T>(
  { fields }: Pick<Declaration, 'fields'>,
  answer: Answer<T>,
  toItem: (said: T) => AnyEntity,
): Answer<AnyEntity> {
  if (answer.ok) return { ...answer, value: toItem(answer.value) }
  const errors = answer.problem.errors?.map(({ field, message }) => ({
    field: Object.hasOwn(fields, field) ? inForm(field) : field,
    message,
  }))
  return { ...answer, problem: { ...answer.problem, ...(errors && { errors }) } }
}
