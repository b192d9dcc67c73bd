import type { Embed } from '../embeds.ts'
import { usePageTexts } from '../page-texts.ts'
import { Player } from './player.island.tsx'

/** A recording on another site. */
export function EmbedPlayer({ embed }: { embed: Embed }) {
  const words = usePageTexts()
  return <Player embed={embed} words={{ play: words.play, open: words.openIn(embed.player) }} />
}
