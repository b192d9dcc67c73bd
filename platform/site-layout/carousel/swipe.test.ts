import { expect, it } from 'vitest'
import { countSwipedSlides } from './swipe.ts'

it.each([
  [39, 0],
  [-39, 0],
  [40, 1],
  [-40, -1],
  [900, 1],
])('a drag of %i px over single slides moves by %i', (dragged, slides) => {
  expect(countSwipedSlides(dragged)).toBe(slides)
})

it.each([
  [39, 0],
  [60, 1],
  [430, 1],
  [460, 2],
  [-910, -3],
])('a drag of %i px along a row of 300 px slides moves by %i', (dragged, slides) => {
  expect(countSwipedSlides(dragged, 300)).toBe(slides)
})
