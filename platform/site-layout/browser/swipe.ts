import { SWIPE_THRESHOLD_PX } from '../../shared/limits.ts'

/**
 * How many slides a finished drag moves: none under the threshold, at least one past it, and in a row as many as it
 * was dragged over.
 * @param dragged CSS px, positive when the pointer went left, towards later slides
 * @param slideWidth CSS px from one slide to the next; Infinity where a drag moves by one at most
 */
export function countSwipedSlides(dragged: number, slideWidth = Number.POSITIVE_INFINITY): number {
  if (Math.abs(dragged) < SWIPE_THRESHOLD_PX) return 0
  return Math.sign(dragged) * Math.max(1, Math.round(Math.abs(dragged) / slideWidth))
}
