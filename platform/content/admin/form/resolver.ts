/** Checks a form before it is sent. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, get, type Resolver, type ResolverOptions } from 'react-hook-form'
import type { z } from 'zod'
import { createSchema, updateSchema } from '../../shared/content-schemas.ts'
import { type Declaration, findTitleField } from '../../shared/fields.ts'
import { toTitle } from '../../shared/titles.ts'
import type { ItemVersion } from '../item/item-version.ts'
import { publicationProblems } from '../publication/choice.ts'
import { COPIED, type CopySource, findCopyErrors } from './copied-values.ts'
import {
  getFormFieldName,
  type ItemBody,
  type ItemValues,
  pickPublication,
  toRequestValues,
} from './item-values.ts'

const NO_TITLE = 'El título necesita alguna letra o algún número.'

/**
 * Returns the check of a form. It validates with the schema of the API, then checks the rules of forms: publication times
 * with day and hour, titles from which an address can be derived, and confirmed copies.
 */
export function createResolver(
  declaration: Declaration,
  version: ItemVersion | null,
  timeZone: string,
  copySource: CopySource | null | Promise<CopySource | null> = null,
): Resolver<ItemValues, unknown, ItemBody> {
  const schema = (version ? updateSchema : createSchema)(declaration)
  // The cast is needed because the schema is built from a declaration at run time, so its type cannot name the fields.
  const check = zodResolver(schema as z.ZodType<ItemBody, ItemBody>)
  const title = findTitleField(declaration)
  return async (values, context, options) => {
    const result = await check(
      toRequestValues(declaration, values, timeZone),
      context,
      options as ResolverOptions<ItemBody>,
    )
    // Only publishing and scheduling need the source of the copy. A draft is saved without waiting until the source is
    // found.
    const source = values.draft === 'draft' ? null : await copySource
    const typed = title === null ? '' : String(values[title] ?? '').trim()
    const refused = Object.keys(result.errors)
    const shown = refused.filter((name) => !isCutFrom(declaration, name, refused))
    const errors: Record<string, unknown> = {
      ...Object.fromEntries(shown.map((name) => [getFormFieldName(declaration, name), result.errors[name]])),
      ...(title !== null && typed !== '' && toTitle(typed) === '' && { [title]: getProblem(NO_TITLE) }),
      ...Object.fromEntries(
        Object.entries(publicationProblems(pickPublication(values), timeZone)).map(([name, message]) => [
          name,
          getProblem(message),
        ]),
      ),
      ...copyErrors(findCopyErrors(declaration, values, source, version?.item)),
    }
    if (Object.keys(errors).length > 0) return { values: {}, errors: errors as FieldErrors<ItemValues> }
    return { values: { ...result.values, ...pickPublication(values) }, errors: {} }
  }
}

/**
 * True for a picture that is cut from another refused picture. The form refuses only the other one, because choosing that
 * picture corrects both.
 */
function isCutFrom({ fields }: Declaration, name: string, refused: string[]): boolean {
  const field = fields[name]
  return field?.kind === 'image' && field.cutFrom !== undefined && refused.includes(field.cutFrom)
}

const copyErrors = (problems: Record<string, string>) => {
  const errors = Object.entries(problems).map(([name, message]) => [name, getProblem(message)])
  return errors.length > 0 ? { [COPIED]: Object.fromEntries(errors) } : {}
}

const getProblem = (message: string) => ({ type: 'form', message })

/** Returns the error messages of all fields, including the fields of rows. */
export const collectMessages = (errors: object): (string | undefined)[] =>
  Object.values(errors).flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null) return []
    return 'message' in error ? (error as { message?: string }).message : collectMessages(error)
  })

/** True when the form has the field that a problem names. A field of a row has a name such as `lineup.0.name`. */
export const isKnown = (values: ItemValues, name: string): boolean => get(values, name) !== undefined
