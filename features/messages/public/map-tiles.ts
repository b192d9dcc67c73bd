/** Computes the map tiles that cover a frame, in Web Mercator (EPSG:3857) with the tile numbers of OpenStreetMap. */

import type { Club } from '../../../platform/settings/shared/club-types.ts'
import { MAP_TILES_ORIGIN } from '../../../platform/shared/public-paths.ts'

/** Length of a side of a tile. CSS px */
export const TILE_PX = 256

/** At zoom 16 a city block is about as wide as a thumb. */
const ZOOM = 16

interface Tile {
  src: string
  /** Offset of the tile's top left corner from the middle of the frame. CSS px */
  left: number
  top: number
}

/** @param width of the frame in CSS px @param height of the frame in CSS px */
export function computeTiles({ lat, lon }: Club['position'], width: number, height: number): Tile[] {
  // Width and height of the world map at this zoom, in tiles.
  const world = 2 ** ZOOM
  const x = ((lon + 180) / 360) * world
  const y = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * world
  const range = (middle: number, size: number) => {
    const reach = size / 2 / TILE_PX
    const first = Math.floor(middle - reach)
    return Array.from({ length: Math.ceil(middle + reach) - first }, (_, index) => first + index)
  }
  return range(y, height).flatMap((row) =>
    range(x, width).map((column) => ({
      src: `${MAP_TILES_ORIGIN}/${ZOOM}/${column}/${row}.png`,
      left: Math.round((column - x) * TILE_PX),
      top: Math.round((row - y) * TILE_PX),
    })),
  )
}
