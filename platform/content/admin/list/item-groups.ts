/** Divides a page of a list into groups: nights by period, and items with a date by month. */
import { currentNight } from '../../../shared/dates.ts'
import { nightDay, parseNightDate } from '../../../shared/night-dates.ts'
import { capitalised } from '../../../shared/text/text.ts'
import { findCallOff, hasNights } from '../../shared/field-types.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { Order } from '../../shared/orders.ts'
import type { AnyEntity } from '../../shared/resources.ts'

export interface ItemGroup {
  /** Month and year, such as 'Octubre 2024'. null for items without a date */
  month: string | null
  /** The period of nights in their usual order. A night in progress counts as coming. null for other items and orders */
  period: 'Próximas' | 'Pasadas' | 'No se hicieron' | null
  items: AnyEntity[]
}

/** Orders in which items of the same month follow each other. */
const ORDERS_BY_DATE: Order[] = ['next', 'newest', 'oldest']

interface GroupOptions {
  declaration: Pick<Declaration, 'fields' | 'orderBy'>
  order: Order
  now: Date
  /** IANA name */
  timeZone: string
}

/** Groups items and keeps their order. A night belongs to the month in which it begins, and is over at 08:00. */
export function groupItems(
  items: AnyEntity[],
  { declaration, order, now, timeZone }: GroupOptions,
): ItemGroup[] {
  const { orderBy } = declaration
  if (orderBy === undefined || !ORDERS_BY_DATE.includes(order)) return [{ month: null, period: null, items }]
  const getDay = (item: AnyEntity) =>
    hasNights(declaration) ? nightDay(String(item[orderBy])) : String(item[orderBy])
  const callOff = findCallOff(declaration)
  const tonight = currentNight(now, timeZone)
  const getPeriod = (item: AnyEntity): ItemGroup['period'] => {
    if (getDay(item) >= tonight) return 'Próximas'
    return callOff?.values.includes(String(item[callOff.field])) ? 'No se hicieron' : 'Pasadas'
  }
  const group = (listed: AnyEntity[], period: ItemGroup['period']): ItemGroup[] =>
    [...Map.groupBy(listed, (item) => formatMonth(getDay(item)))].map(([month, items]) => ({
      month,
      period,
      items,
    }))
  if (order !== 'next') return group(items, null)
  const periods = Map.groupBy(items, getPeriod)
  return (['Próximas', 'Pasadas', 'No se hicieron'] as const).flatMap((period) =>
    group(periods.get(period) ?? [], period),
  )
}

const formatMonth = (day: string): string => `${capitalised(parseNightDate(day).month)} ${day.slice(0, 4)}`
