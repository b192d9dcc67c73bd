import { expect, test } from 'vitest'
import { findVisibleFrame, shrink } from './camera-frame.ts'

test('decodes the visible part of a video, at most 1280 px wide', () => {
  // A phone held upright: the panel shows a part of the height.
  expect(findVisibleFrame({ width: 1_080, height: 1_920 }, { width: 270, height: 240 })).toEqual({
    x: 0,
    y: 480,
    width: 1_080,
    height: 960,
    scaled: { width: 1_080, height: 960 },
  })
  expect(findVisibleFrame({ width: 1_920, height: 1_080 }, { width: 960, height: 300 })).toEqual({
    x: 0,
    y: 240,
    width: 1_920,
    height: 600,
    scaled: { width: 1_280, height: 400 },
  })
})

test('decodes nothing without a visible video', () => {
  expect(findVisibleFrame({ width: 0, height: 0 }, { width: 270, height: 240 })).toBeNull()
  expect(findVisibleFrame({ width: 1_080, height: 1_920 }, { width: 0, height: 0 })).toBeNull()
})

test.each([
  [
    { width: 12_000, height: 9_000 },
    { width: 2_400, height: 1_800 },
  ],
  [
    { width: 9_000, height: 12_000 },
    { width: 1_800, height: 2_400 },
  ],
  [
    { width: 60_000, height: 1 },
    { width: 2_400, height: 1 },
  ],
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
])('shrinks %o to %o', (size, expected) => {
  expect(shrink(size, 2_400)).toEqual(expected)
})
