import { useEffect, useRef, useState } from 'react'
import { club } from '../../club/club.ts'
import { savesData } from '../early/save-data.ts'
import { TILE_PX, tilesAround } from './tiles.ts'

/**
 * Where the club is. First a drawn plan that needs no map service: blocks, the club's street, and where the heart
 * beats. Where scripts run, the map of OpenStreetMap takes its place once all of it has come.
 */
export function Plan() {
  const { lat, lon } = club.position
  const degrees = `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}  ${Math.abs(lon).toFixed(4)}° ${lon < 0 ? 'O' : 'E'}`
  return (
    <figure className="plan">
      <svg
        className="plan-drawn"
        {...frame}
        role="img"
        aria-label={`Plano de la cuadra: ${club.address.street}`}
      >
        <g transform="rotate(-17 400 280)">
          <path className="plan-streets" d={streets} />
          <path className="plan-street" d="M-300 280H1100" />
          <text className="plan-name" x="470" y="268">
            {club.address.street}
          </text>
        </g>
      </svg>
      <Tiles />
      <svg className="plan-marks" {...frame} aria-hidden="true">
        <circle className="plan-ring" cx="400" cy="280" r="70" />
        <circle className="plan-ring" cx="400" cy="280" r="150" />
        <circle className="plan-ring" cx="400" cy="280" r="260" />
        <path className="plan-cross" d="M-2000 280H2800M400 -2000V2800" />
        <circle className="plan-club" cx="400" cy="280" r="9" />
      </svg>
      <figcaption className="mono">{degrees}</figcaption>
    </figure>
  )
}

/** The club is in the middle of it, whatever is cut off at the sides. */
const frame = { viewBox: '0 0 800 560', preserveAspectRatio: 'xMidYMid slice' }

/** A chessboard of blocks, about as the city was drawn; the third street each way is an avenue and drawn twice. */
const streets = Array.from({ length: 15 }, (_, index) => index - 7)
  .filter((index) => index !== 0)
  .map((index) => {
    const x = 400 + index * 96
    const y = 280 + index * 96
    const twin = index % 3 === 0 ? `M${x + 7} -400V960M-300 ${y + 7}H1100` : ''
    return `M${x} -400V960M-300 ${y}H1100${twin}`
  })
  .join('')

/** Asked of OpenStreetMap only when a visitor gets to it: they learn the visitor's address (see club/privacy.ts). */
function Tiles() {
  const root = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const element = root.current
    // One who saves data is not sent a map that a drawing can stand for.
    if (!element || savesData()) return
    const measure = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      measure.observe(element)
    })
    seen.observe(element)
    return () => {
      seen.disconnect()
      measure.disconnect()
    }
  }, [])

  const tiles = size.width > 0 && !failed ? tilesAround(club.position, size.width, size.height) : []
  // A map with holes is worse than a drawing.
  const whole = tiles.length > 0 && tiles.every(({ src }) => arrived.has(src))
  return (
    <>
      <div ref={root} className="plan-tiles" data-whole={whole || undefined} aria-hidden="true">
        {tiles.map(({ src, left, top }) => (
          <img
            key={src}
            src={src}
            alt=""
            width={TILE_PX}
            height={TILE_PX}
            style={{ transform: `translate(${left}px, ${top}px)` }}
            onLoad={() => setArrived((before) => new Set(before).add(src))}
            onError={() => setFailed(true)}
          />
        ))}
      </div>
      {whole && (
        <a
          className="plan-credit mono"
          href="https://www.openstreetmap.org/copyright"
          target="_blank"
          rel="noopener"
        >
          © OpenStreetMap
        </a>
      )}
    </>
  )
}
