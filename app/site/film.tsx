import { useEffect, useRef, useState } from 'react'
import avif from '../../club/pictures/hero.avif'
import jpg from '../../club/pictures/hero.jpg'
import mp4 from '../../club/pictures/hero.mp4'
import webm from '../../club/pictures/hero.webm'
import webp from '../../club/pictures/hero.webp'
import narrowAvif from '../../club/pictures/hero-portrait.avif'
import narrowJpg from '../../club/pictures/hero-portrait.jpg'
import narrowWebp from '../../club/pictures/hero-portrait.webp'
import { MOTION_EVENT } from '../early.ts'

const UPRIGHT = '(max-aspect-ratio: 3/4)'

/** The looping background: its first frame at once, the film after the page has loaded, and never against a wish. */
export function Film() {
  return (
    <div className="film">
      <picture>
        <source media={UPRIGHT} type="image/avif" srcSet={narrowAvif} />
        <source media={UPRIGHT} type="image/webp" srcSet={narrowWebp} />
        <source media={UPRIGHT} srcSet={narrowJpg} />
        <source type="image/avif" srcSet={avif} />
        <source type="image/webp" srcSet={webp} />
        <img src={jpg} width="1280" height="720" alt="" fetchPriority="high" />
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
      const film = video.current
      if (still) film?.pause()
      // Refused where the system saves power: the first frame stays.
      else film?.play().catch(() => {})
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
    const film = video.current
    if (!film) return
    const watch = new IntersectionObserver(([entry]) => {
      const still = document.documentElement.dataset.motion === 'paused'
      if (entry?.isIntersecting && !still) film.play().catch(() => {})
      else film.pause()
    })
    if (wanted) watch.observe(film)
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
      width="1280"
      height="720"
    >
      <source src={webm} type="video/webm" />
      <source src={mp4} type="video/mp4" />
    </video>
  )
}
