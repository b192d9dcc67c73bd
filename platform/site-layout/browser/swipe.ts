import { SWIPE_THRESHOLD_PX } from '../../shared/limits.ts'

/**
 * @returns the number of slides that a finished drag moves: none below the threshold, otherwise at least one, and in a row as many
 * as the drag has passed
 * @param dragged CSS px, positive when the pointer moved left, towards later slides
 * @param slideWidth CSS px between two slides, or Infinity when a drag moves at most one slide
 */
export function countSwipedSlides(dragged: number, slideWidth = Number.POSITIVE_INFINITY): number {
  if (Math.abs(dragged) < SWIPE_THRESHOLD_PX) return 0
  return Math.sign(dragged) * Math.max(1, Math.round(Math.abs(dragged) / slideWidth))
}
