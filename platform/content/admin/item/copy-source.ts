/** Finds the source night of a copied draft by comparing values, because drafts do not store their source. */

import { listItems } from '../../../admin-layout/list-items.ts'
import { addDays, nightDay } from '../../../shared/night-dates.ts'
import type { Declaration } from '../../shared/fields.ts'
import { type AnyEntity, getDeclaration, type ResourceName } from '../../shared/resources.ts'
import {
  type CopySource,
  createUnknownSource,
  describeCopySource,
  findCopiedNames,
  isNew,
  listComparedValues,
} from '../form/copied-values.ts'
import type { ItemValues } from '../form/item-values.ts'

/** Nights within this many days before and after the draft's date are compared. */
const COMPARED_DAYS = 92
const COMPARED_MAX = 100

/** A link or flyer that at least this many other nights have is usual for the club, so it needs no confirmation. */
const USUAL_FROM = 2

interface Refusal {
  reason: string
  /** True when the administrator can resolve the refusal in the item's form. */
  opensForm: boolean
}

/**
 * Returns the reason why a draft cannot be published from a list: values that need confirmation in its form. null when it
 * can be published.
 */
export async function findPublishingRefusal(
  resource: ResourceName,
  item: AnyEntity,
): Promise<Refusal | null> {
  const source = await findCopySource(resource, item)
  if (source === null) return null
  if (source.name === null)
    return { reason: 'No pudimos compararla con las otras fechas. Probá de nuevo.', opensForm: false }
  return {
    reason: `Tiene el enlace o el flyer de ${source.name}: abrilo y confirmalos antes de publicar.`,
    opensForm: true,
  }
}

/**
 * Finds the source of a copied night.
 * @returns the nearest other night with the same link or flyer, ignoring usual values. null without such a night, and for
 * items that were published before
 */
export async function findCopySource(resource: ResourceName, item: AnyEntity): Promise<CopySource | null> {
  const declaration = getDeclaration(resource)
  const date = item[declaration.orderBy ?? '']
  if (!declaration.fieldsNotCopied || typeof date !== 'string' || !isNew(item)) return null
  const day = nightDay(date)
  const answer = await listItems(resource, {
    from: addDays(day, -COMPARED_DAYS),
    to: addDays(day, COMPARED_DAYS),
    state: 'all',
    limit: COMPARED_MAX,
  })
  if (!answer.ok) return createUnknownSource(item)
  const distance = (other: AnyEntity) =>
    Math.abs(Date.parse(nightDay(String(other[declaration.orderBy ?? '']))) - Date.parse(day))
  const others = answer.value.filter(({ _id }) => _id !== item._id)
  const [source] = others
    .map((other) => withoutUsualValues(declaration, other, others))
    .filter((other) => findCopiedNames(declaration, item as unknown as ItemValues, other).length > 0)
    .sort((one, other) => distance(one) - distance(other))
  return source ? describeCopySource(declaration, source) : null
}

/** Returns a night without the links and flyers that several of the compared nights have. */
function withoutUsualValues({ fields }: Declaration, night: AnyEntity, nights: AnyEntity[]): AnyEntity {
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const isUsual = (value: string) =>
      nights.filter((one) => listComparedValues(field, one[name]).includes(value)).length >= USUAL_FROM
    const hasUsual = (value: unknown) => listComparedValues(field, value).some(isUsual)
    const value = night[name]
    if (!hasUsual(value)) return []
    return [[name, Array.isArray(value) ? value.filter((row) => !hasUsual([row])) : null]]
  })
  return { ...night, ...Object.fromEntries(changed) }
}
