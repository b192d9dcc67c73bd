import type { ItemStamp } from '../../../platform/content/admin/item/item-state.tsx'
import { isSoldOut, listStamps, type NightState, stampLabels } from '../shared/night-state.ts'

export default function listNightStamps(night: NightState, now: number, timeZone: string): ItemStamp[] {
  return listStamps(night.status, isSoldOut(night, now, timeZone)).map((name) => ({
    name,
    word: stampLabels[name],
  }))
}
