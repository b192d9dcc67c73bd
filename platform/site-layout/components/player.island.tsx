import './embed-player.css?later'
import { useState } from 'react'
import type { Embed } from '../embeds.ts'
import { island } from '../islands/island.tsx'

interface Props {
  embed: Embed
  /** `frame` is the title of the frame. */
  words: Record<'play' | 'open' | 'frame', string>
}

/** The pressed button has left the page, so the frame takes its focus (WCAG 2.4.3). */
const takeFocus = (frame: HTMLIFrameElement | null) => frame?.focus()

/** A press of the button loads the player of another site. No request goes to that site before. Without JavaScript there is only a link. */
export const Player = island('player', 'interaction', ({ embed, words }: Props) => {
  const { player, frame, url } = embed
  const [isPlaying, setPlaying] = useState(false)
  if (isPlaying)
    return (
      <iframe
        ref={takeFocus}
        className="player player-frame"
        data-player={player}
        src={frame}
        title={words.frame}
        // YouTube requires a referrer. It is set here, because preview pages send none by default.
        referrerPolicy="strict-origin-when-cross-origin"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      />
    )
  return (
    <div className="player">
      <button type="button" className="player-play needs-js" onClick={() => setPlaying(true)}>
        <svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true">
          <path d="M5 3l16 9-16 9z" />
        </svg>
        {words.play}
      </button>
      <a className="mono" href={url} target="_blank" rel="noopener">
        {words.open}
      </a>
    </div>
  )
})
