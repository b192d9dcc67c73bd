/** Plays the film of the home page above its first frame. It loads after the page, and never under reduced motion or Save-Data. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isDataSaverOn } from '../../../platform/site-layout/browser/save-data.ts'
import { island } from '../../../platform/site-layout/islands/island.tsx'
import { useHiddenTab, useOnScreen, useStill } from '../../../platform/site-layout/islands/page-state.ts'

interface Props {
  /** True for a film or picture of the club, false for those that ship. */
  isOwn: boolean
  /** The first frame, or the picture that replaces the film. */
  still: ReactNode
  sources: readonly { src: string; type: string }[]
}

export const Film = island('film', 'moving', ({ isOwn, still, sources }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [isShown, setShown] = useState(false)
  const isStill = useStill()
  // Decoding drains the battery of a phone, so the film pauses while nobody sees it.
  const isOnScreen = useOnScreen(frame)
  const isHidden = useHiddenTab()
  const plays = isOnScreen && !isHidden && !isStill && !isDataSaverOn()
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (plays) setWanted(true)
  }, [plays])
  useEffect(() => {
    if (!isWanted || !video.current) return
    if (!plays) video.current.pause()
    // Browsers may refuse to play in a power saving mode. The first frame of the film stays then.
    else video.current.play().catch(() => {})
  }, [plays, isWanted])
  return (
    <div ref={frame} className="film" data-own={isOwn ? '' : undefined}>
      {still}
      {isWanted && (
        <video
          ref={video}
          className="film-moving"
          muted
          loop
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          data-playing={isShown ? '' : undefined}
          onPlaying={() => setShown(true)}
        >
          {sources.map((source) => (
            <source key={source.src} {...source} />
          ))}
        </video>
      )}
    </div>
  )
})
