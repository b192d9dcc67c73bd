import { describe, expect, test } from 'vitest'
import { computeTiles, TILE_PX } from './map-tiles.ts'

describe('the tiles of a map', () => {
  test('have the numbers that OpenStreetMap uses at a position', () => {
    // The position of the Obelisco in Buenos Aires, whose tile numbers in OpenStreetMap are known.
    const [tile, ...others] = computeTiles({ lat: -34.60376, lon: -58.38162 }, 1, 1)
    expect(others).toEqual([])
    expect(tile?.src).toBe('https://tile.openstreetmap.org/16/22139/39489.png')
  })

  for (const [width, height] of [
    [328, 288],
    [1690, 736],
    [TILE_PX, TILE_PX],
  ] as const) {
    test(`cover a frame of ${width}×${height} px, each tile once and none outside`, () => {
      const tiles = computeTiles({ lat: -34.6533, lon: -58.3748 }, width, height)
      expect(new Set(tiles.map(({ src }) => src)).size).toBe(tiles.length)
      const edges = (name: 'left' | 'top') => tiles.map((tile) => tile[name])
      for (const [name, size] of [
        ['left', width],
        ['top', height],
      ] as const) {
        const first = Math.min(...edges(name))
        const last = Math.max(...edges(name))
        expect(first).toBeLessThanOrEqual(-size / 2 + 1)
        expect(first).toBeGreaterThan(-size / 2 - TILE_PX - 1)
        expect(last + TILE_PX).toBeGreaterThanOrEqual(size / 2 - 1)
        expect(last).toBeLessThan(size / 2 + 1)
      }
    })
  }
})
