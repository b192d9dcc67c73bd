/** What a form of a resource holds, and how it becomes what the API takes. Pure, so that the rules can be tested. */
import { type Declaration, type Field, imageFields } from '../../../../contract/content/fields.ts'
import { kindOf } from '../../../../contract/content/kinds.ts'
import type { AnyEntity } from '../../../../contract/content/resources.ts'
import { isBlank } from '../../../../contract/text.ts'

/** Text alternatives by image field; null: decorative. */
export type AltValues = Record<string, string | null>

/** Every field is a string on the wire; `alt` alone is an object. */
export type ItemValues = Record<string, string | AltValues>

/** What the API takes of it; null: an optional field is emptied. */
export type ItemBody = Record<string, string | AltValues | null>

export const altOf = (values: ItemValues): AltValues => (typeof values.alt === 'object' ? values.alt : {})

const textOf = (values: ItemValues, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

const withAlt = (declaration: Declaration, fields: Record<string, string>, alt: AltValues): ItemValues =>
  imageFields(declaration).length > 0 ? { ...fields, alt } : fields

/** A form that nobody has typed in. */
export function emptyValues(declaration: Declaration): ItemValues {
  const fields = Object.fromEntries(Object.keys(declaration.fields).map((name) => [name, '']))
  return withAlt(declaration, fields, Object.fromEntries(imageFields(declaration).map((name) => [name, ''])))
}

/** An item as its form shows it. A picture is blank: it is sent only when a new one is chosen. */
export function valuesOf(declaration: Declaration, item: AnyEntity): ItemValues {
  const fields = Object.entries(declaration.fields).map(([name, field]) => [
    name,
    initialText(field, item[name]),
  ])
  const alts = imageFields(declaration).map((name) => [name, item.alt?.[name] ?? null])
  return withAlt(declaration, Object.fromEntries(fields), Object.fromEntries(alts))
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

/** The body of a POST. */
export const bodyToCreate = (checked: ItemValues): ItemBody =>
  checked.alt === undefined ? checked : { ...checked, alt: sentAlt(altOf(checked)) }

/**
 * The body of a PUT: only what was changed, so that two people who edit different fields do not undo each other.
 * A field that was blanked is left out, so that it keeps its old value; an optional one is emptied.
 */
export function bodyToUpdate(declaration: Declaration, checked: ItemValues, changed: string[]): ItemBody {
  const body: ItemBody = {}
  for (const name of changed) {
    const value = checked[name]
    if (value === '' && declaration.fields[name]?.optional) body[name] = null
    else if (typeof value === 'string' && value !== '') body[name] = value
  }
  const alts = Object.entries(altOf(checked)).filter(([name]) => changed.includes(altName(name)))
  if (alts.length > 0) body.alt = sentAlt(Object.fromEntries(alts))
  return body
}

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
export function valueKeptWhenBlank(field: Field, value: string, stored: unknown): string | null {
  if (!(kindOf(field).shown === 'html' ? value === '' : isBlank(value))) return null
  return initialText(field, stored) || null
}
