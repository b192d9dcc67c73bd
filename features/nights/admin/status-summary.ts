import type { ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import { events } from '../shared/events-resource.ts'
import { isSoldOut } from '../shared/night-state.ts'
import { readNightState } from './status-choices.ts'

const SOLD_OUT = 'Agotada'

/** Returns the state of the night in the form: 'Se hace', 'Agotada', 'Nueva fecha · Agotada'. */
export function summarizeStatus(values: ItemValues, now: number, timeZone: string): string {
  const night = readNightState(values, now, timeZone)
  const label = events.fields.status.options[night.status]
  if (night.status === 'cancelled' || !isSoldOut(night, now, timeZone)) return label
  return night.status === 'scheduled' ? SOLD_OUT : `${label} · ${SOLD_OUT}`
}
