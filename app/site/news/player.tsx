import { useState } from 'react'
import type { Embed } from './embeds.ts'

/** Asks the other site for nothing before the click. Without scripts only the link to it stays. */
export function Player({ embed }: { embed: Embed }) {
  const [playing, setPlaying] = useState(false)
  if (playing) {
    return (
      <iframe
        className="player player-frame"
        data-player={embed.player}
        src={embed.frame}
        title={`Reproductor de ${embed.player}`}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      />
    )
  }
  return (
    <div className="player">
      <button
        type="button"
        className="player-play needs-js"
        data-needs-framework=""
        onClick={() => setPlaying(true)}
      >
        <svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true">
          <path d="M5 3l16 9-16 9z" />
        </svg>
        Reproducir acá
      </button>
      <a className="mono" href={embed.url} target="_blank" rel="noopener">
        Abrir en {embed.player}
      </a>
    </div>
  )
}
