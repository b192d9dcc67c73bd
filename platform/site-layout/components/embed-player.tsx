import type { Embed } from '../embeds.ts'
import { usePageTexts } from '../page-texts.ts'
import { Player } from './player.island.tsx'

interface Props {
  embed: Embed
  /** Name of the recording. null when it has none. */
  name: string | null
}

/** A recording on another site. */
export function EmbedPlayer({ embed, name }: Props) {
  const { play, openIn, playerOf } = usePageTexts()
  const { player } = embed
  const frame = [name, playerOf(player)].filter(Boolean).join(' · ')
  return <Player embed={embed} words={{ play, open: openIn(player), frame }} />
}
