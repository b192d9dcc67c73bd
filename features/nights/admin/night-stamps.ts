import type { ItemStamp } from '../../../platform/content/admin/item/item-action.ts'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { isSoldOut, listStamps, stampLabels } from '../shared/night-state.ts'

export function listNightStamps(night: EntityOf<'events'>, now: number, timeZone: string): ItemStamp[] {
  return listStamps(night.status, isSoldOut(night, now, timeZone)).map((name) => ({
    name,
    word: stampLabels[name],
  }))
}
