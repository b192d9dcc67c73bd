/** The actions of a night in lists and forms. */
import { lazyPart } from '../../../platform/admin-layout/lazy-part.tsx'
import type { ItemAction } from '../../../platform/content/admin/item/item-action.ts'
import { formatDatedItemName } from '../../../platform/content/shared/item-names.ts'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { nightDay } from '../../../platform/shared/night-dates.ts'
import { events } from '../shared/events-resource.ts'
import { findNextPhase, isSoldOut } from '../shared/night-state.ts'
import { passToNextPhase, resume, sellAgain, sellOut } from './exports/sale-changes.ts'

const CancelNight = lazyPart('cancelar', async () => (await import('./exports/cancel-night.tsx')).CancelNight)

/** @param now ms since 1970 @param timeZone the club's IANA time zone */
export function listNightItemActions(night: EntityOf<'events'>, now: number, timeZone: string): ItemAction[] {
  const name = formatDatedItemName(events, night)
  const again = { label: 'Se hace igual', isFirst: true, does: resume(name) }
  if (night.status === 'cancelled') return [again]
  const cancel = { label: 'Cancelar la fecha', does: CancelNight }
  if (night.status === 'postponed') return [again, cancel]
  if (isSoldOut(night, now, timeZone))
    return [{ label: 'Hay entradas de nuevo', isFirst: true, does: sellAgain(name) }, cancel]
  const phase = findNextPhase(night, now, timeZone)?.next.name
  const canSellOut = night.offers.length > 0 || nightDay(night.date) >= currentNight(new Date(now), timeZone)
  return [
    ...(phase === undefined
      ? []
      : [{ label: 'Pasar a la siguiente', isFirst: true, does: passToNextPhase(phase, now, timeZone) }]),
    ...(canSellOut ? [{ label: 'Marcar agotada', isFirst: true, does: sellOut(name) }] : []),
    cancel,
  ]
}
