/** The states that an administrator can choose for a night in its form. */
import type { RowValue } from '../../../platform/content/admin/form/field-values.ts'
import type { ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import { isDate, wallClock } from '../../../platform/shared/dates.ts'
import { computeMorningAfter } from '../shared/night-hours.ts'
import { getSale, isSoldOut, type NightState } from '../shared/night-state.ts'

/** A status of a night, or 'soldout': a night that takes place and whose offers are all sold out. */
export type StatusChoice = NightState['status'] | 'soldout'

/** Labels in the order of the list. */
export const statusLabels: Record<StatusChoice, string> = {
  scheduled: 'Se hace como se anunció',
  soldout: 'Agotada: no quedan entradas',
  cancelled: 'Cancelada: no se hace',
  postponed: 'Postergada: se pasa, sin fecha todavía',
  rescheduled: 'Nueva fecha: se pasa a otro día',
}

/** The effect of the choice for visitors, or the next step of the administrator. */
export const statusHints: Record<StatusChoice, string> = {
  scheduled: 'Así se ve si no pasa nada.',
  soldout: 'Todas las entradas quedan agotadas.',
  cancelled: 'Su página queda, dice CANCELADA y ya no lleva a las entradas.',
  postponed: 'Su página dice POSTERGADA. Cuando sepas el día, elegí «Nueva fecha».',
  rescheduled: 'Poné el día nuevo en «Fecha»: el sitio dice NUEVA FECHA y cuál era la anterior.',
}

/** Returns the state of the night in a form. @param now ms since 1970 */
export function readNightState(
  { status, date, endsAt, offers }: ItemValues,
  now: number,
  timeZone: string,
): NightState {
  return {
    status: (status || 'scheduled') as NightState['status'],
    // Without a day the night is to come.
    date: isDate(String(date)) ? String(date) : wallClock(now, timeZone),
    endsAt: String(endsAt ?? '') || null,
    offers: ((offers ?? []) as RowValue[]).map(({ availability, endsAt: lastMinute, until }) => ({
      availability: availability as NightState['offers'][number]['availability'],
      endsAt: String(lastMinute ?? '') || null,
      until: String(until ?? '') || null,
    })),
  }
}

export const getStatusChoice = (night: NightState, now: number, timeZone: string): StatusChoice =>
  night.status === 'scheduled' && isSoldOut(night, now, timeZone) ? 'soldout' : night.status

/**
 * Returns the states that can be chosen now, and the current one. Only a stored night can be cancelled or moved, because
 * nobody knows of a new one. A night that is over cannot be moved, and only a night that sells tickets can sell out.
 * @param now ms since 1970
 */
export function listStatusChoices(
  night: NightState,
  isStored: boolean,
  now: number,
  timeZone: string,
): StatusChoice[] {
  const isOver = now >= computeMorningAfter(night.date, timeZone)
  const isOffered: Record<StatusChoice, boolean> = {
    scheduled: true,
    soldout: getSale({ ...night, status: 'scheduled' }, now, timeZone) !== null,
    cancelled: isStored,
    postponed: isStored && !isOver,
    rescheduled: isStored && !isOver,
  }
  const current = getStatusChoice(night, now, timeZone)
  return (Object.keys(statusLabels) as StatusChoice[]).filter((one) => isOffered[one] || one === current)
}
