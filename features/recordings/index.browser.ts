import type { Elements } from '../../platform/site-layout/browser/elements.ts'
import { PLAYER_TAG } from '../../platform/site-layout/browser/names.ts'
import { connectPlayer } from '../../platform/site-layout/browser/player.ts'

export const recordings: Elements = { [PLAYER_TAG]: connectPlayer }
