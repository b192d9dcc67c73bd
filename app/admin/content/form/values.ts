/** What a form of a resource holds, and how it becomes what the API takes. Pure, so that the rules can be tested. */
import { type Declaration, type Field, imageFields } from '../../../../contract/content/fields.ts'
import { kindOf } from '../../../../contract/content/kinds.ts'
import type { AnyEntity } from '../../../../contract/content/resources.ts'
import { isBlank } from '../../../../contract/text.ts'
import {
  emptyPublication,
  isPublicationName,
  type PublicationValues,
  publicationNames,
  publicationOf,
  publicationToCreate,
  publicationToUpdate,
} from '../publication/choice.ts'

/** Text alternatives by image field; null: decorative. */
export type AltValues = Record<string, string | null>

/** Every field is a string in a form; `alt` alone is an object. */
export type ItemValues = Record<string, string | AltValues>

/** What the API takes of it; null: an optional field is emptied. */
export type ItemBody = Record<string, string | boolean | AltValues | null>

export const altOf = (values: ItemValues): AltValues => (typeof values.alt === 'object' ? values.alt : {})

const textOf = (values: ItemValues, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** When the item is seen, of what a form holds. */
export const publicationIn = (values: ItemValues): PublicationValues =>
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
const typedNames = ({ fields }: Declaration): string[] =>
  Object.keys(fields).filter((name) => !['headline', 'former'].includes(fields[name]?.kind ?? ''))

const withAlt = (declaration: Declaration, fields: Record<string, string>, alt: AltValues): ItemValues =>
  imageFields(declaration).length > 0 ? { ...fields, alt } : fields

/** A form that nobody has typed in. */
export function emptyValues(declaration: Declaration): ItemValues {
  const fields = Object.fromEntries(typedNames(declaration).map((name) => [name, '']))
  const alts = Object.fromEntries(imageFields(declaration).map((name) => [name, '']))
  return withAlt(declaration, { ...fields, ...emptyPublication }, alts)
}

/**
 * An item as its form shows it. A picture is blank: it is sent only when a new one is chosen.
 * @param now ms since 1970
 */
export function valuesOf(declaration: Declaration, item: AnyEntity, now = Date.now()): ItemValues {
  const fields = Object.fromEntries(
    typedNames(declaration).map((name) => [name, storedText(declaration, name, item)]),
  )
  const alts = imageFields(declaration).map((name) => [name, item.alt?.[name] ?? null])
  return withAlt(declaration, { ...fields, ...publicationOf(item, now) }, Object.fromEntries(alts))
}

/** A field of an item as its form shows it. */
function storedText(declaration: Declaration, name: string, item: AnyEntity): string {
  const headline = item[headlineOf(declaration, name) ?? '']
  if (typeof headline === 'string') return headline
  const field = declaration.fields[name]
  return field ? initialText(field, item[name]) : ''
}

const initialText = (field: Field, stored: unknown): string =>
  typeof stored === 'string' ? kindOf(field).typed(stored) : ''

const ALT_PREFIX = 'alt.'

/** The text alternative of a picture is named `alt.<field>`, in forms as in the API's refusals. */
export const altName = (field: string): string => `${ALT_PREFIX}${field}`

/** The picture that such a name is about; null: it names a field of its own. */
export const altFieldOf = (name: string): string | null =>
  name.startsWith(ALT_PREFIX) ? name.slice(ALT_PREFIX.length) : null

/** Values side by side under one name each. */
export function flat(values: ItemValues): Record<string, string | null> {
  const fields = Object.keys(values)
    .filter((name) => name !== 'alt')
    .map((name) => [name, textOf(values, name)])
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
export const altsMissing = (declaration: Declaration, values: ItemValues, item?: AnyEntity): string[] =>
  imageFields(declaration).filter(
    (name) => (textOf(values, name) !== '' || item !== undefined) && altOf(values)[name]?.trim() === '',
  )

/** A text alternative left blank describes nothing, which is what null says. */
const sentAlt = (alt: AltValues): AltValues =>
  Object.fromEntries(Object.entries(alt).map(([name, text]) => [name, text?.trim() ? text : null]))

/** What the schema of the API judges: the declared fields, a title also as it was typed. */
export function judged(declaration: Declaration, values: ItemValues): ItemValues {
  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => !isPublicationName(name)))
  for (const name of Object.keys(fields)) {
    const headline = headlineOf(declaration, name)
    if (headline !== undefined) fields[headline] = textOf(values, name)
  }
  return fields
}

/** The field of the form that a refusal of the API is about. */
export function askedName({ fields }: Declaration, refused: string): string {
  const field = fields[refused]
  return field?.kind === 'headline' ? field.of : refused
}

/** The body of a POST. @param checked what `judged` gave to the schema, as it came out, and when the item is seen */
export function bodyToCreate(checked: ItemValues): ItemBody {
  const fields = Object.entries(checked).filter(([name]) => !isPublicationName(name))
  return {
    ...Object.fromEntries(fields),
    ...(checked.alt !== undefined && { alt: sentAlt(altOf(checked)) }),
    ...publicationToCreate(publicationIn(checked)),
  }
}

/**
 * The body of a PUT: only what was changed, so that two people who edit different fields do not undo each other.
 * A field that was blanked is left out, so that it keeps its old value; an optional one is emptied.
 * @param now ms since 1970
 */
export function bodyToUpdate(
  declaration: Declaration,
  checked: ItemValues,
  changed: string[],
  now = Date.now(),
): ItemBody {
  const body: ItemBody = {}
  for (const name of changed) {
    const value = checked[name]
    if (isPublicationName(name)) continue
    if (value === '' && declaration.fields[name]?.optional) body[name] = null
    else if (typeof value === 'string' && value !== '') {
      body[name] = value
      const headline = headlineOf(declaration, name)
      if (headline !== undefined) body[headline] = textOf(checked, headline)
    }
  }
  const alts = Object.entries(altOf(checked)).filter(([name]) => changed.includes(altName(name)))
  if (alts.length > 0) body.alt = sentAlt(Object.fromEntries(alts))
  return { ...body, ...publicationToUpdate(publicationIn(checked), changed, now) }
}

/**
 * Whether an item says all that a body said, which then was saved though no answer came; a new picture never looks like the
 * address that it was given.
 */
export const isWhatWasSent = (body: ItemBody, item: AnyEntity): boolean =>
  Object.entries(body).every(([name, value]) => {
    // What is published by hand has the moment at which it was.
    if (name === 'publishAt' && value === null) return Date.parse(item.publishAt ?? '1970') <= Date.now()
    return typeof value === 'object' && value !== null
      ? Object.entries(value).every(([picture, alt]) => (item.alt[picture] ?? null) === alt)
      : item[name] === value
  })

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
export function asLine(field: Field, value: string): string {
  const { shown, inOneLine } = kindOf(field)
  if (shown === 'picture') return value === '' ? '' : 'otra imagen'
  if (shown !== 'html') return inOneLine(value, field)
  return blocksOf(value).join(' ').replace(/\s+/g, ' ')
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
): string | null {
  const field = declaration.fields[name]
  if (!field || !(kindOf(field).shown === 'html' ? value === '' : isBlank(value))) return null
  return storedText(declaration, name, item) || null
}
