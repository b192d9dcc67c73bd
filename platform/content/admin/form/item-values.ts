/** What a form of a resource holds, and how it becomes what the API takes. Pure, so that the rules can be tested. */

import { isBlank } from '../../../shared/text.ts'
import { kindOf } from '../../shared/field-types.ts'
import { type Declaration, type Field, imageFields } from '../../shared/fields.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import {
  emptyPublication,
  isPublicationName,
  type PublicationValues,
  publicationNames,
  publicationOf,
  publicationToCreate,
  publicationToUpdate,
} from '../publication/choice.ts'
import {
  blankOf,
  comparable,
  type FieldValue,
  inOneLine,
  NO_PICTURE,
  sentOf,
  typedOf,
} from './field-values.ts'

/** Text alternatives by image field; null: decorative. */
export type AltValues = Record<string, string | null>

/** By field, as its control holds it; `alt` has the text alternatives. */
export type ItemValues = Record<string, FieldValue | AltValues>

/** What the API takes of it; null: an optional field is emptied. */
export type ItemBody = Record<string, unknown>

export const altOf = (values: ItemValues): AltValues => (values.alt ?? {}) as AltValues

/** null: nothing, or nothing that the form knows. */
export const fieldValue = (values: ItemValues, name: string): FieldValue =>
  name === 'alt' ? null : ((values[name] ?? null) as FieldValue)

const textOf = (values: ItemBody, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** When the item is seen, of what a form holds. */
export const publicationIn = (values: ItemBody): PublicationValues =>
  Object.fromEntries(publicationNames.map((name) => [name, textOf(values, name)])) as PublicationValues

/** The field that keeps a title as it was typed; undefined: none does. */
const headlineOf = ({ fields }: Declaration, title: string): string | undefined =>
  Object.keys(fields).find((name) => {
    const field = fields[name]
    return field?.kind === 'headline' && field.of === title
  })

/** The field by which a value that somebody typed is read: a title as it was typed, not as its address has it. */
export const typedField = (declaration: Declaration, name: string): Field | undefined =>
  declaration.fields[headlineOf(declaration, name) ?? name]

/** Fields that a form holds: a title is typed once, and what the server alone writes is not typed at all. */
const writtenFields = ({ fields }: Declaration): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.kind !== 'headline' && !kindOf(field).isDerived)

const withAlt = (declaration: Declaration, fields: Record<string, FieldValue>, alt: AltValues): ItemValues =>
  imageFields(declaration).length > 0 ? { ...fields, alt } : fields

/** A form that nobody has typed in. */
export function emptyValues(declaration: Declaration): ItemValues {
  const fields = Object.fromEntries(writtenFields(declaration).map(([name, field]) => [name, blankOf(field)]))
  const alts = Object.fromEntries(imageFields(declaration).map((name) => [name, '']))
  return withAlt(declaration, { ...fields, ...emptyPublication }, alts)
}

/**
 * What a new item begins with: a day without an hour is today, unless somebody says otherwise.
 * @param clock `YYYY-MM-DDTHH:mm` of the club's
 */
export function beginningValues(declaration: Declaration, clock: string): ItemValues {
  const days = writtenFields(declaration).filter(
    ([, field]) => field.kind === 'date' && !field.time && !field.optional,
  )
  return {
    ...emptyValues(declaration),
    ...Object.fromEntries(days.map(([name]) => [name, clock.slice(0, 10)])),
  }
}

/**
 * An item as its form shows it. A picture is blank: it is sent only when a new one is chosen.
 * @param timeZone IANA name of the club's, here and below
 * @param now ms since 1970
 */
export function valuesOf(
  declaration: Declaration,
  item: AnyEntity,
  timeZone: string,
  now = Date.now(),
): ItemValues {
  const fields = Object.fromEntries(
    writtenFields(declaration).map(([name]) => [name, storedValue(declaration, name, item, timeZone)]),
  )
  const alts = imageFields(declaration).map((name) => [name, item.alt?.[name] ?? null])
  return withAlt(declaration, { ...fields, ...publicationOf(item, now, timeZone) }, Object.fromEntries(alts))
}

/** A field of an item as its form shows it. */
function storedValue(declaration: Declaration, name: string, item: AnyEntity, timeZone: string): FieldValue {
  const headline = item[headlineOf(declaration, name) ?? '']
  if (typeof headline === 'string') return headline
  const field = declaration.fields[name]
  return field ? typedOf(field, item[name], timeZone) : null
}

const ALT_PREFIX = 'alt.'

/** The text alternative of a picture is named `alt.<field>`, in forms as in the API's refusals. */
export const altName = (field: string): string => `${ALT_PREFIX}${field}`

/** The picture that such a name is about; null: it names a field of its own. */
export const altFieldOf = (name: string): string | null =>
  name.startsWith(ALT_PREFIX) ? name.slice(ALT_PREFIX.length) : null

/** Values side by side under one name each, as texts that can be compared. */
export function flat(values: ItemValues): Record<string, string | null> {
  const fields = Object.keys(values)
    .filter((name) => name !== 'alt')
    .map((name) => [name, comparable(fieldValue(values, name))])
  const alts = Object.entries(altOf(values)).map(([name, text]) => [altName(name), text])
  return Object.fromEntries([...fields, ...alts])
}

/** Names (see `flat`) whose value is not the same in both. */
export function namesThatDiffer(one: ItemValues, other: ItemValues): string[] {
  const [left, right] = [flat(one), flat(other)]
  return Object.keys({ ...left, ...right }).filter((name) => (left[name] ?? '') !== (right[name] ?? ''))
}

/** Beside a picture of which nobody has said what is seen, nor that it is decorative. */
export const DESCRIBE = 'Contá qué se ve, o marcá que es decorativa.'

/** Pictures that the form shows and nobody has described. @param item the stored one; none for a new item */
export function altsMissing(declaration: Declaration, values: ItemValues, item?: AnyEntity): string[] {
  const missing = imageFields(declaration).filter(
    (name) =>
      textOf(values, name) !== NO_PICTURE &&
      (textOf(values, name) !== '' || item !== undefined) &&
      altOf(values)[name]?.trim() === '',
  )
  // What is said of a picture is said of its cut too.
  return missing.filter((name) => {
    const field = declaration.fields[name]
    return !(field?.kind === 'image' && field.cutFrom !== undefined && missing.includes(field.cutFrom))
  })
}

/** A text alternative left blank describes nothing, which is what null says. */
const sentAlt = (alt: AltValues): AltValues =>
  Object.fromEntries(Object.entries(alt).map(([name, text]) => [name, text?.trim() ? text : null]))

/** What the schema of the API judges: the declared fields as they are sent, a title also as it was typed. */
export function sentValues(declaration: Declaration, values: ItemValues, timeZone: string): ItemBody {
  const sent: ItemBody = values.alt === undefined ? {} : { alt: values.alt }
  for (const [name, field] of writtenFields(declaration)) {
    if (!(name in values)) continue
    sent[name] = sentOf(field, fieldValue(values, name), timeZone)
    const headline = headlineOf(declaration, name)
    if (headline !== undefined) sent[headline] = textOf(values, name)
  }
  return sent
}

/** The field of the form that a refusal of the API is about. */
export function askedName({ fields }: Declaration, refused: string): string {
  const field = fields[refused]
  return field?.kind === 'headline' ? field.of : refused
}

/** The body of a POST. @param checked what the schema made of `sentValues`, and when the item is seen */
export function bodyToCreate(checked: ItemBody, timeZone: string): ItemBody {
  const fields = Object.entries(checked).filter(([name]) => !isPublicationName(name))
  return {
    ...Object.fromEntries(fields),
    ...(checked.alt !== undefined && { alt: sentAlt(checked.alt as AltValues) }),
    ...publicationToCreate(publicationIn(checked), timeZone),
  }
}

/**
 * The body of a PUT: only what was changed, so that two people who edit different fields do not undo each other.
 * A field that was blanked is left out, so that it keeps its old value; an optional one is emptied by null.
 * @param checked what the schema made of `sentValues`, and when the item is seen
 * @param now ms since 1970
 */
export function bodyToUpdate(
  declaration: Declaration,
  checked: ItemBody,
  changed: string[],
  timeZone: string,
  now = Date.now(),
): ItemBody {
  const body: ItemBody = {}
  for (const name of changed) {
    const value = checked[name]
    if (isPublicationName(name) || value === undefined || value === '') continue
    body[name] = value
    const headline = headlineOf(declaration, name)
    if (headline !== undefined) body[headline] = checked[headline]
  }
  const alts = Object.entries((checked.alt ?? {}) as AltValues).filter(([name]) =>
    changed.includes(altName(name)),
  )
  if (alts.length > 0) body.alt = sentAlt(Object.fromEntries(alts))
  return { ...body, ...publicationToUpdate(publicationIn(checked), changed, now, timeZone) }
}

/**
 * Whether an item says all that a body said, which then was saved though no answer came; a new picture never looks like the
 * address that it was given.
 */
export const isWhatWasSent = (declaration: Declaration, body: ItemBody, item: AnyEntity): boolean =>
  Object.entries(body).every(([name, value]) => {
    // What is published by hand has the moment at which it was.
    if (name === 'publishAt' && value === null) return Date.parse(item.publishAt ?? '1970') <= Date.now()
    if (name === 'alt')
      return Object.entries(value as AltValues).every(([picture, alt]) => (item.alt[picture] ?? null) === alt)
    return declaration.fields[name]?.kind === 'rows'
      ? areSameRows((value ?? []) as SentRow[], item[name] as SentRow[])
      : isSame(value, item[name])
  })

type SentRow = Record<string, unknown>

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The server numbers rows, and fills in names that were left out. */
const areSameRows = (sent: SentRow[], stored: SentRow[]): boolean =>
  sent.length === stored.length &&
  sent.every((row, index) =>
    Object.entries(row).every(
      ([name, value]) => name === '_id' || value === null || isSame(value, stored[index]?.[name]),
    ),
  )

/** Wide enough for the preview on any screen. */
const PREVIEW_WIDTH = 800

/** The address at which a form shows the picture that an item has. */
export function storedPicture(item: AnyEntity | undefined, name: string): string | undefined {
  const picture = item?.images?.[name]
  if (!picture) return undefined
  const width = picture.widths.find((candidate) => candidate >= PREVIEW_WIDTH) ?? picture.widths.at(-1)
  return width === undefined ? picture.src : `${picture.base}-${width}.webp`
}

/** A value in one line, whole, for comparisons: also of what is no line in itself. */
export function asLine(field: Field, value: FieldValue): string {
  const { shown } = kindOf(field)
  if (shown === 'picture') return value === '' ? '' : value === NO_PICTURE ? 'sin imagen' : 'otra imagen'
  if (shown !== 'html') return inOneLine(field, value)
  return blocksOf(String(value ?? ''))
    .join(' ')
    .replace(/\s+/g, ' ')
}

/** The paragraphs of a text, each picture as one of its own. */
export function blocksOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('p, h2, h3, h4, img')]
    .map((block) => (block.localName === 'img' ? pictureWords(block) : block.textContent.trim()))
    .filter((words) => words !== '')
}

const pictureWords = (image: Element): string =>
  `[Imagen: ${image.getAttribute('alt') || image.getAttribute('src')?.split('/').at(-1)}]`

/**
 * What a field keeps that was left blank in an edit, as its form shows it; null where nothing is kept.
 * A picture is not blanked: what is blank there was never replaced.
 */
export function valueKeptWhenBlank(
  declaration: Declaration,
  name: string,
  value: string,
  item: AnyEntity,
  timeZone: string,
): string | null {
  const field = declaration.fields[name]
  if (!field || !(kindOf(field).shown === 'html' ? value === '' : isBlank(value))) return null
  return comparable(storedValue(declaration, name, item, timeZone)) || null
}
