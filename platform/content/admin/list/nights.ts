/** Nights that are over, apart from those to come: a grid of flyers is looked at for what is still ahead. */

import { currentNight } from '../../../shared/dates.ts'
import { nightDay } from '../../../shared/night-dates.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { AnyEntity } from '../../shared/resources.ts'

export interface ItemGroup {
  /** null: there is only one. */
  title: string | null
  items: AnyEntity[]
}

/** Whether a resource is about nights: its day comes with an hour. */
const nightField = ({ orderBy, fields }: Declaration): string | null => {
  const field = orderBy === undefined ? undefined : fields[orderBy]
  return orderBy !== undefined && field?.kind === 'date' && field.time ? orderBy : null
}

/** A night counts as coming until 08:00 of the morning after. @param timeZone IANA name */
export function groupsOf(
  declaration: Declaration,
  items: AnyEntity[],
  now: Date,
  timeZone: string,
): ItemGroup[] {
  const field = nightField(declaration)
  if (field === null) return [{ title: null, items }]
  const tonight = currentNight(now, timeZone)
  const isComing = (item: AnyEntity) => nightDay(String(item[field])) >= tonight
  return [
    { title: 'Próximas', items: items.filter(isComing) },
    { title: 'Pasadas', items: items.filter((item) => !isComing(item)) },
  ].filter((group) => group.items.length > 0)
}
