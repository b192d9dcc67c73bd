import type { ItemStamp } from '../../../platform/content/admin/item/item-state.tsx'
import { type NightState, stampOf, stampWords } from '../shared/night-state.ts'

export default function stampOfNight(night: NightState, now: number, timeZone: string): ItemStamp | null {
  const stamp = stampOf(night, now, timeZone)
  return stamp && { name: stamp, word: stampWords[stamp] }
}
