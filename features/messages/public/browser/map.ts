/**
 * Replaces the drawn street plan with OpenStreetMap. Tiles are requested only when the plan scrolls into view, because the
 * tile server learns the visitor's IP address (see club/privacy.ts). The map is shown only when all tiles have loaded, so
 * it never has holes.
 */
import type { Connect } from '../../../../platform/site-layout/browser/custom-elements.ts'
import { isDataSaverOn } from '../../../../platform/site-layout/browser/save-data.ts'
import { computeTiles, TILE_PX } from './map-tiles.ts'

export const connectMap: Connect = (element, signal) => {
  // Visitors with Save-Data keep the drawing, because tiles cost data.
  if (isDataSaverOn()) return
  const position = { lat: Number(element.dataset.lat), lon: Number(element.dataset.lon) }
  const tiles = new Map<string, HTMLImageElement>()

  const show = () => {
    const isWhole = tiles.size > 0 && [...tiles.values()].every(({ naturalWidth }) => naturalWidth > 0)
    element.toggleAttribute('data-whole', isWhole)
  }
  const fail = () => {
    measure.disconnect()
    for (const tile of tiles.values()) tile.remove()
    tiles.clear()
    show()
  }
  const getTile = (src: string): HTMLImageElement => {
    const image = new Image(TILE_PX, TILE_PX)
    image.alt = ''
    image.onload = show
    image.onerror = fail
    image.src = src
    return image
  }
  const cover = (width: number, height: number) => {
    const wanted = new Map(computeTiles(position, width, height).map((tile) => [tile.src, tile]))
    for (const [src, image] of tiles) {
      if (wanted.has(src)) continue
      image.remove()
      tiles.delete(src)
    }
    for (const [src, { left, top }] of wanted) {
      const image = tiles.get(src) ?? getTile(src)
      image.style.transform = `translate(${left}px, ${top}px)`
      if (!tiles.has(src)) element.append(image)
      tiles.set(src, image)
    }
    show()
  }

  const measure = new ResizeObserver(([entry]) => {
    if (entry && entry.contentRect.width > 0) cover(entry.contentRect.width, entry.contentRect.height)
  })
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return
    seen.disconnect()
    measure.observe(element)
  })
  seen.observe(element)
  signal.addEventListener('abort', () => {
    seen.disconnect()
    measure.disconnect()
  })
}
