/**
 * Covers the drawn street plan with OpenStreetMap. Tiles are requested only when the plan is on the screen, because the tile
 * server learns the visitor's IP address (see club/privacy.ts). The map is shown only when all tiles have loaded, so it never has
 * holes.
 */
import { useEffect, useRef, useState } from 'react'
import { isDataSaverOn } from '../../../platform/site-layout/browser/save-data.ts'
import { island } from '../../../platform/site-layout/islands/island.tsx'
import { useOnScreen } from '../../../platform/site-layout/islands/page-state.ts'
import { computeTiles, TILE_PX } from './map-tiles.ts'

interface Props {
  position: { lat: number; lon: number }
}

export const MapTiles = island('map-tiles', 'visible', ({ position }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const [hasFailed, setFailed] = useState(false)
  const wasSeen = useOnScreen(frame) || size.width > 0
  useEffect(() => {
    // Visitors with Save-Data keep the drawing, because tiles cost data.
    if (!wasSeen || isDataSaverOn() || !frame.current) return
    const measure = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    measure.observe(frame.current)
    return () => measure.disconnect()
  }, [wasSeen])
  const tiles = size.width > 0 && !hasFailed ? computeTiles(position, size.width, size.height) : []
  const isWhole = tiles.length > 0 && tiles.every(({ src }) => loaded.has(src))
  return (
    <>
      <div ref={frame} className="plan-tiles" data-whole={isWhole ? '' : undefined} aria-hidden="true">
        {tiles.map(({ src, left, top }) => (
          <img
            key={src}
            src={src}
            alt=""
            width={TILE_PX}
            height={TILE_PX}
            style={{ transform: `translate(${left}px, ${top}px)` }}
            onLoad={() => setLoaded((before) => new Set(before).add(src))}
            onError={() => setFailed(true)}
          />
        ))}
      </div>
      {isWhole && (
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
})
