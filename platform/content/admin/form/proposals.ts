/**
 * The texts that a form proposes: text alternatives of pictures, the summary of a longer text, and the link of an item with
 * an audio. This file has no side effects, so that tests can cover the rules.
 */
import { ALT_MAX } from '../../../shared/limits.ts'
import { formatLongDate } from '../../../shared/night-dates.ts'
import { isBlank, truncateAtWord } from '../../../shared/text/text.ts'
import { hasNights } from '../../shared/field-types.ts'
import { type Declaration, findOwnPageLink, listImageFields } from '../../shared/fields.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import { getItemPath, makeSlug } from '../../shared/slugs.ts'
import { summarizeHtml } from '../../shared/summary.ts'
import { getAltName, getFieldValue, type ItemValues } from './item-values.ts'

/** Proposed texts by name: the name of a field, or `alt.<field>`. Blank while there is nothing to propose. */
export type Proposals = Record<string, string>

/**
 * Returns the proposed texts for the values of a form.
 * @param item the stored item. undefined for a new item
 */
export function proposeTexts(declaration: Declaration, values: ItemValues, item?: AnyEntity): Proposals {
  const alts = listImageFields(declaration).map((name) => [
    getAltName(name),
    proposeAlt(declaration, name, values, item),
  ])
  return { ...Object.fromEntries(alts), ...(item ? {} : proposeSummaries(declaration, values)) }
}

/**
 * Returns the proposal of a picture's text alternative, which is never the heading of the item's page (WCAG 1.1.1). Blank
 * without one.
 * @param item the stored item. undefined for a new item
 */
export function proposeAlt(
  declaration: Declaration,
  name: string,
  values: ItemValues,
  item?: AnyEntity,
): string {
  const field = declaration.fields[name]
  if (field?.kind !== 'image') return ''
  // A cut picture shows the same subject as its source, so it gets the same text.
  const source = field.cutFrom === undefined ? undefined : getFieldValue(values, getAltName(field.cutFrom))
  if (typeof source === 'string' && !isBlank(source)) return source
  const template = source === null ? undefined : field.proposedAlt
  const subject = getAltSubject(declaration, values, item)
  // The heading of a night without a title is its day.
  const isHeading = hasNights(declaration) && readText(declaration.displayNameField, values, item) === ''
  if (template === undefined || subject === '' || isHeading) return ''
  return truncateAtWord(
    template.replace('{}', () => subject),
    ALT_MAX,
  )
}

/** Returns the day of a night, or the name of another item. Proposed text alternatives contain it. */
export function getAltSubject(declaration: Declaration, values: ItemValues, item?: AnyEntity): string {
  const name = readText(declaration.nameField, values, item)
  return name !== '' && hasNights(declaration) ? formatLongDate(name) : name
}

/** Returns a text of the form. A blank text keeps the stored value, so the stored value counts. */
function readText(name: string | undefined, values: ItemValues, item: AnyEntity | undefined): string {
  if (name === undefined) return ''
  const typed = getFieldValue(values, name)
  const text = typeof typed === 'string' && !isBlank(typed) ? typed : item?.[name]
  return typeof text === 'string' ? text.trim() : ''
}

/** Returns the summaries of rich texts: their first paragraph, without pictures. */
const proposeSummaries = ({ fields }: Declaration, values: ItemValues): Proposals =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind !== 'text' || field.summaryOf === undefined) return []
      const html = String(getFieldValue(values, field.summaryOf) ?? '')
      return [[name, summarizeHtml(html, field.max)]]
    }),
  )

/**
 * Returns the link to the own page of an item with an audio. Blank without an audio. The server completes the slug, which a
 * form can only guess.
 * @param origin origin of the site
 */
export function proposeOwnPageLink(
  declaration: Declaration,
  values: ItemValues,
  origin: string,
  item?: AnyEntity,
): Proposals {
  const link = findOwnPageLink(declaration)
  if (link === null) return {}
  if (!getFieldValue(values, link.file)) return { [link.name]: '' }
  const source = declaration.page?.slugOf ?? ''
  const isSame = item !== undefined && readText(source, values, undefined) === (item[source] ?? '')
  const slug = isSame ? String(item.slug) : makeSlug(declaration, { id: '', ...item, ...values })
  return { [link.name]: origin + getItemPath(declaration, slug) }
}

/**
 * Returns the proposals to write into the form. A proposal replaces a blank text, and the earlier proposal while the
 * administrator has not edited it. A blank text alternative stays, because administrators accept its proposal themselves.
 * @param before the proposals for the earlier values
 * @param fillBlanks true also fills texts that the administrator emptied
 */
export function findNewTexts(
  values: ItemValues,
  before: Proposals,
  now: Proposals,
  fillBlanks: boolean,
): Proposals {
  const changed = Object.entries(now).filter(([name, text]) => {
    const value = getFieldValue(values, name)
    if (typeof value !== 'string' || value === text) return false
    const earlier = before[name] ?? ''
    if (value.trim() !== '') return value === earlier
    return !name.startsWith(getAltName('')) && (fillBlanks || earlier === '')
  })
  return Object.fromEntries(changed)
}
