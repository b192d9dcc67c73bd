import type { ItemStamp } from '../../../platform/content/admin/item/item-state.tsx'
import { getStamp, type NightState, stampLabels } from '../shared/night-state.ts'

export default function stampOfNight(night: NightState, now: number, timeZone: string): ItemStamp | null {
  const stamp = getStamp(night, now, timeZone)
  return stamp && { name: stamp, word: stampLabels[stamp] }
}
