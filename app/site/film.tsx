import { useEffect, useRef, useState } from 'react'
import { film } from '../../club/film.ts'
import { MOTION_EVENT } from '../early.ts'

const UPRIGHT = '(max-aspect-ratio: 3/4)'

/** The looping background: its first frame at once, the film after the page has loaded, and never against a wish. */
export function Film() {
  return (
    <div className="film">
      <picture>
        {film.portrait.sources.map((source) => (
          <source key={source.type} media={UPRIGHT} {...source} />
        ))}
        {film.poster.sources.map((source) => (
          <source key={source.type} sizes="100vw" {...source} />
        ))}
        {/* Decorative: the name over it says where one is. */}
        <img src={film.poster.src} width={film.width} height={film.height} alt="" fetchPriority="high" />
      </picture>
      <Moving />
    </div>
  )
}

/** The film itself; nothing on the server, under Save-Data, with reduced motion, or before the page has loaded. */
function Moving() {
  const [wanted, setWanted] = useState(false)
  const [playing, setPlaying] = useState(false)
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    const reduced = matchMedia('(prefers-reduced-motion: reduce)')
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
    if (connection?.saveData) return
    const stop = new AbortController()
    const update = () => {
      const still = reduced.matches || document.documentElement.dataset.motion === 'paused'
      setWanted((was) => was || !still)
      const element = video.current
      if (still) element?.pause()
      // Refused where the system saves power: the first frame stays.
      else element?.play().catch(() => {})
    }
    const start = () => {
      update()
      reduced.addEventListener('change', update, { signal: stop.signal })
      document.addEventListener(MOTION_EVENT, update, { signal: stop.signal })
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true, signal: stop.signal })
    return () => stop.abort()
  }, [])

  // Off screen nobody sees it, and decoding costs a phone its battery.
  useEffect(() => {
    const element = video.current
    if (!element) return
    const watch = new IntersectionObserver(([entry]) => {
      const still = document.documentElement.dataset.motion === 'paused'
      if (entry?.isIntersecting && !still) element.play().catch(() => {})
      else element.pause()
    })
    if (wanted) watch.observe(element)
    return () => watch.disconnect()
  }, [wanted])

  if (!wanted) return null
  return (
    <video
      ref={video}
      className="film-moving"
      data-playing={playing || undefined}
      onPlaying={() => setPlaying(true)}
      muted
      loop
      playsInline
      preload="auto"
      aria-hidden="true"
      tabIndex={-1}
      width={film.width}
      height={film.height}
    >
      {film.sources.map((source) => (
        <source key={source.type} {...source} />
      ))}
    </video>
  )
}
