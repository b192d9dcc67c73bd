import type { Elements } from '../../app/enhance/elements.ts'
import { PLAYER_TAG } from '../../app/enhance/names.ts'
import { connectPlayer } from '../../app/enhance/player.ts'

export const recordings: Elements = { [PLAYER_TAG]: connectPlayer }
