/**
 * The values of an item's form, and the API bodies made of them. This file has no side effects, so that tests can cover the
 * rules.
 */

import { isBlank } from '../../../shared/text/text.ts'
import { getFieldType } from '../../shared/field-types.ts'
import { type Declaration, type Field, listImageFields } from '../../shared/fields.ts'
import { nest, readNested } from '../../shared/nested-values.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import {
  emptyPublication,
  isPublicationName,
  type PublicationValues,
  publicationNames,
  publicationToCreate,
  publicationToUpdate,
  toPublicationValues,
} from '../publication/choice.ts'
import {
  type FieldValue,
  formatFieldValue,
  getBlankValue,
  NO_PICTURE,
  toComparableText,
  toFormValue,
  toRequestValue,
} from './field-values.ts'

/** The values of the controls, in the shape of the API. `alt` has the text alternatives, null for a decorative picture. */
export interface ItemValues {
  [name: string]: FieldValue | ItemValues
}

/** A request body for the API. null empties an optional field. */
export type ItemBody = Record<string, unknown>

/**
 * Returns the value of a field. null for an empty or unknown field.
 * @param name such as `date`, `en.title` or `alt.photo`, also in the other functions of this file
 */
export const getFieldValue = (values: ItemValues, name: string): FieldValue =>
  (readNested(values, name) ?? null) as FieldValue

const getText = (values: ItemBody, name: string): string => {
  const value = readNested(values, name)
  return typeof value === 'string' ? value : ''
}

/** Returns the publication fields of form values. */
export const pickPublication = (values: ItemBody): PublicationValues =>
  Object.fromEntries(publicationNames.map((name) => [name, getText(values, name)])) as PublicationValues

/** Returns the headline field, which stores a title as typed. undefined when the title has no headline field. */
const getHeadlineField = ({ fields }: Declaration, title: string): string | undefined =>
  Object.keys(fields).find((name) => {
    const field = fields[name]
    return field?.kind === 'headline' && field.of === title
  })

/**
 * Returns the field that formats a form value. For a title this is its headline field, because the kind of the title field
 * formats an address.
 */
export const getFormattingField = (declaration: Declaration, name: string): Field | undefined =>
  declaration.fields[getHeadlineField(declaration, name) ?? name]

/**
 * Returns the fields of a form. Leaves out headlines, which are derived from titles, and fields that only the server
 * writes.
 */
const listEditableFields = ({ fields }: Declaration): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.kind !== 'headline' && !getFieldType(field).isDerived)

/** Returns the values of an empty form. */
export function createEmptyValues(declaration: Declaration): ItemValues {
  const fields = listEditableFields(declaration).map(([name, field]) => [name, getBlankValue(field)])
  const alts = listImageFields(declaration).map((name) => [getAltName(name), ''])
  return nestValues({ ...Object.fromEntries(fields), ...emptyPublication, ...Object.fromEntries(alts) })
}

/**
 * Returns the values with which a new item starts. Required days without an hour are today.
 * @param clock `YYYY-MM-DDTHH:mm` in the club's local time
 */
export function createInitialValues(declaration: Declaration, clock: string): ItemValues {
  const days = listEditableFields(declaration).filter(
    ([, field]) => field.kind === 'date' && !field.time && !field.optional,
  )
  return {
    ...createEmptyValues(declaration),
    ...Object.fromEntries(days.map(([name]) => [name, clock.slice(0, 10)])),
  }
}

/**
 * Returns the form values of an item. A picture field is blank, because only a newly chosen picture is sent.
 * @param timeZone the club's IANA time zone, also in the other functions of this file
 * @param now ms since 1970
 */
export function toItemValues(
  declaration: Declaration,
  item: AnyEntity,
  timeZone: string,
  now = Date.now(),
): ItemValues {
  const fields = listEditableFields(declaration).map(([name]) => [
    name,
    toItemValue(declaration, name, item, timeZone),
  ])
  const alts = listImageFields(declaration).map((name) => [getAltName(name), item.alt?.[name] ?? null])
  return nestValues({
    ...Object.fromEntries(fields),
    ...toPublicationValues(item, now, timeZone),
    ...Object.fromEntries(alts),
  })
}

/** Returns the form value of one field of an item. */
function toItemValue(declaration: Declaration, name: string, item: AnyEntity, timeZone: string): FieldValue {
  const headline = item[getHeadlineField(declaration, name) ?? '']
  if (typeof headline === 'string') return headline
  const field = declaration.fields[name]
  return field ? toFormValue(field, readNested(item, name), timeZone) : null
}

const ALT_PREFIX = 'alt.'

/** Returns the name `alt.<field>`, by which forms and API errors refer to the text alternative of a picture. */
export const getAltName = (field: string): string => `${ALT_PREFIX}${field}`

/** Returns the picture field in a name of `getAltName`. null for other names. */
export const parseAltName = (name: string): string | null =>
  name.startsWith(ALT_PREFIX) ? name.slice(ALT_PREFIX.length) : null

/** Returns all values, each under its name. */
export const flattenValues = (values: ItemValues, above = ''): Record<string, FieldValue> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isGroup(value) ? Object.entries(flattenValues(value, `${above}${name}.`)) : [[above + name, value]],
    ),
  )

/** False for a reference, which is one value. */
const isGroup = (value: FieldValue | ItemValues): value is ItemValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('_id' in value)

/** The inverse of `flattenValues`. */
export const nestValues = (values: Record<string, FieldValue>): ItemValues => nest(values) as ItemValues

/** True when a field has another value. A blank text alternative and a decorative picture differ. */
export function differs(name: string, one: ItemValues, other: ItemValues): boolean {
  const [before, after] = [getFieldValue(one, name), getFieldValue(other, name)]
  return parseAltName(name) === null ? toComparableText(before) !== toComparableText(after) : before !== after
}

/** Returns the names of the values that differ. */
export const findDifferingNames = (one: ItemValues, other: ItemValues): string[] =>
  Object.keys({ ...flattenValues(one), ...flattenValues(other) }).filter((name) => differs(name, one, other))

/** True when the item has this picture once the form is saved. @param item the stored item. undefined for a new item */
export function hasPicture(values: ItemValues, name: string, item?: AnyEntity): boolean {
  const chosen = getText(values, name)
  return chosen === '' ? Boolean(item?.images?.[name]) : chosen !== NO_PICTURE
}

/** Returns the text alternatives to send. A blank one differs from null, which marks the picture as decorative. */
const toRequestAlt = (alt: unknown) =>
  Object.fromEntries(
    Object.entries(alt as Record<string, string | null>).map(([name, text]) => [
      name,
      text?.trim() === '' ? '' : text,
    ]),
  )

/**
 * Returns the values that the schema of the API checks: declared fields as the API takes them, and titles also as typed.
 */
export function toRequestValues(declaration: Declaration, values: ItemValues, timeZone: string): ItemBody {
  const sent: ItemBody = values.alt === undefined ? {} : { alt: values.alt }
  for (const [name, field] of listEditableFields(declaration)) {
    if (readNested(values, name) === undefined) continue
    sent[name] = toRequestValue(field, getFieldValue(values, name), timeZone)
    const headline = getHeadlineField(declaration, name)
    if (headline !== undefined) sent[headline] = getText(values, name)
  }
  return nest(sent)
}

/** Returns the form field for an error of the API. An error of a headline belongs to its title. */
export function getFormFieldName({ fields }: Declaration, refused: string): string {
  const field = fields[refused]
  return field?.kind === 'headline' ? field.of : refused
}

/** Returns the body of a POST. @param checked output of the schema for `toRequestValues`, and the publication */
export function createPostBody(checked: ItemBody, timeZone: string): ItemBody {
  const fields = Object.entries(checked).filter(([name]) => !isPublicationName(name))
  return {
    ...Object.fromEntries(fields),
    ...(checked.alt !== undefined && { alt: toRequestAlt(checked.alt) }),
    ...publicationToCreate(pickPublication(checked), timeZone),
  }
}

/**
 * Returns the body of a PUT. It has only changed fields, so that editors of different fields do not overwrite each other. A
 * blanked field is left out and keeps its old value. null empties an optional field.
 * @param checked output of the schema for `toRequestValues`, and the publication
 * @param now ms since 1970
 */
export function createPutBody(
  declaration: Declaration,
  checked: ItemBody,
  changed: string[],
  timeZone: string,
  now = Date.now(),
): ItemBody {
  const body: ItemBody = {}
  for (const name of changed) {
    const value = readNested(checked, name)
    if (isPublicationName(name) || value === undefined || (value === '' && !parseAltName(name))) continue
    body[name] = value
    const headline = getHeadlineField(declaration, name)
    if (headline !== undefined) body[headline] = checked[headline]
  }
  const nested = nest(body)
  return {
    ...nested,
    ...(nested.alt !== undefined && { alt: toRequestAlt(nested.alt) }),
    ...publicationToUpdate(pickPublication(checked), changed, now, timeZone),
  }
}

/**
 * True when an item has every value of a sent body: the body was stored, although the answer was lost. A new picture never
 * matches, because the server stores the picture under an address.
 */
export const matchesSentBody = ({ fields }: Declaration, body: ItemBody, item: AnyEntity): boolean =>
  Object.entries(flattenValues(body as ItemValues)).every(([name, value]) => {
    // The server sets the time of publication of an item that is published at once, so any past time matches.
    if (name === 'publishAt' && value === null) return Date.parse(item.publishAt ?? '1970') <= Date.now()
    return fields[name]?.kind === 'rows'
      ? areSameRows((value ?? []) as SentRow[], item[name] as SentRow[])
      : isSame(value, readNested(item, name))
  })

type SentRow = Record<string, unknown>

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** True when the stored rows match the sent rows. The server gives rows their ids and fills in blank names. */
const areSameRows = (sent: SentRow[], stored: SentRow[]): boolean =>
  sent.length === stored.length &&
  sent.every((row, index) =>
    Object.entries(row).every(
      ([name, value]) => name === '_id' || value === null || isSame(value, stored[index]?.[name]),
    ),
  )

/** Smallest width of the picture that the form shows, px. */
const PREVIEW_WIDTH = 800

/** Returns the address of an item's picture in the size that the form shows. */
export function getStoredPicture(item: AnyEntity | undefined, name: string): string | undefined {
  const picture = item?.images?.[name]
  if (!picture) return undefined
  const width = picture.widths.find((candidate) => candidate >= PREVIEW_WIDTH) ?? picture.widths.at(-1)
  return width === undefined ? picture.src : `${picture.base}-${width}.webp`
}

/** Returns a value in one line, for comparisons and summaries. */
export function summarizeValue(field: Field, value: FieldValue): string {
  const { display } = getFieldType(field)
  if (display === 'picture') return value === '' ? '' : value === NO_PICTURE ? 'sin imagen' : 'otra imagen'
  if (display !== 'html') return formatFieldValue(field, value)
  return splitIntoBlocks(String(value ?? ''))
    .join(' ')
    .replace(/\s+/g, ' ')
}

/** Returns the paragraphs of a rich text. Each picture is a paragraph of its own. */
export function splitIntoBlocks(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('p, h2, h3, h4, img')]
    .map((block) => (block.localName === 'img' ? summarizePicture(block) : block.textContent.trim()))
    .filter((words) => words !== '')
}

const summarizePicture = (image: Element): string =>
  `[Imagen: ${image.getAttribute('alt') || image.getAttribute('src')?.split('/').at(-1)}]`

/**
 * Returns the value that the server keeps when a field is left blank in an edit, or null. Picture fields give null, because
 * a blank picture field is the normal state of an unchanged picture.
 */
export function getValueKeptWhenBlank(
  declaration: Declaration,
  name: string,
  value: string,
  item: AnyEntity,
  timeZone: string,
): string | null {
  const field = declaration.fields[name]
  if (!field || !(getFieldType(field).display === 'html' ? value === '' : isBlank(value))) return null
  return toComparableText(toItemValue(declaration, name, item, timeZone)) || null
}
