import './embed-player.css'
import { PLAYER_TAG as Card } from '../../ui/element-names.ts'
import type { Embed } from '../embeds.ts'
import { usePageTexts } from '../page-texts.ts'

/** A recording on another site. A click on the button loads its player (browser/embed-player.ts). Without JavaScript there is only a link. */
export const EmbedPlayer = ({ embed }: { embed: Embed }) => (
  <Card data-player={embed.player} data-frame={embed.frame}>
    <div className="player">
      <button type="button" className="player-play needs-js">
        <svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true">
          <path d="M5 3l16 9-16 9z" />
        </svg>
        {usePageTexts().play}
      </button>
      <a className="mono" href={embed.url} target="_blank" rel="noopener">
        {usePageTexts().openIn(embed.player)}
      </a>
    </div>
  </Card>
)
