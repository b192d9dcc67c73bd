import type { ItemStamp } from '../../../platform/content/admin/item/item-stamp.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { type NightState, stampOf, stampWords } from '../shared/night-state.ts'

export default function stampOfNight(item: AnyEntity, now: number, timeZone: string): ItemStamp | null {
  const stamp = stampOf(item as unknown as NightState, now, timeZone)
  return stamp && { name: stamp, word: stampWords[stamp] }
}
