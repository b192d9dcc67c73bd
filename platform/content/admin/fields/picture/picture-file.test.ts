import { describe, expect, it } from 'vitest'
import { getLargestPart, getOutputSize, getZoom, WHOLE, zoomPart } from './picture-file.ts'

describe('getLargestPart', () => {
  it('keeps the whole width of a tall picture, vertically centred', () => {
    const part = getLargestPart(3000, 4000, 8 / 5)
    expect(part.width).toBe(100)
    expect(part.height).toBeCloseTo(46.875)
    expect(part.y).toBeCloseTo(26.5625)
  })

  it('keeps the whole height of a wide picture', () => {
    const part = getLargestPart(4000, 1000, 1)
    expect(part).toEqual({ x: 37.5, y: 0, width: 25, height: 100 })
  })

  it('keeps a whole picture that has the required ratio', () => {
    expect(getLargestPart(1600, 1000, 8 / 5)).toEqual(WHOLE)
  })
})

describe('zoomPart', () => {
  const largest = getLargestPart(1600, 1600, 8 / 5)

  it('keeps the ratio and the centre', () => {
    const part = zoomPart(largest, largest, 2)
    expect(part).toEqual({ x: 25, y: 34.375, width: 50, height: 31.25 })
    expect(getZoom(part, largest)).toBe(2)
  })

  it('stays inside the picture when a part at an edge grows', () => {
    const corner = { x: 75, y: 84.375, width: 25, height: 15.625 }
    expect(zoomPart(corner, largest, 2)).toEqual({ x: 50, y: 68.75, width: 50, height: 31.25 })
    expect(zoomPart(corner, largest, 1)).toEqual({ x: 0, y: 37.5, width: 100, height: 62.5 })
  })
})

describe('getOutputSize', () => {
  const shape = { width: 800, height: 500 }

  it('limits the width to 2400 px and keeps the exact ratio', () => {
    expect(
      getOutputSize({ width: 4000, height: 3000 }, { x: 0, y: 0, width: 100, height: 83.333 }, shape),
    ).toEqual({
      width: 2400,
      height: 1500,
    })
  })

  it('never enlarges a picture', () => {
    expect(getOutputSize({ width: 600, height: 400 }, getLargestPart(600, 400, 8 / 5), shape)).toEqual({
      width: 600,
      height: 375,
    })
  })

  it('keeps the ratio of the picture when the field has none, and at least one pixel', () => {
    expect(getOutputSize({ width: 4800, height: 1200 }, WHOLE)).toEqual({ width: 2400, height: 600 })
    expect(getOutputSize({ width: 4000, height: 1 }, WHOLE).height).toBe(1)
  })
})
