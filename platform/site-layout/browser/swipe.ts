import { SWIPE_THRESHOLD_PX } from '../../shared/limits.ts'

/**
 * Returns by how many slides a swipe moves: 0 below the threshold, otherwise at least 1 and as many as the drag has passed.
 * @param dragged distance in CSS px. Positive when the pointer moved left, towards later slides
 * @param slideWidth CSS px between two slides. Infinity when a drag moves by at most one slide
 */
export function countSwipedSlides(dragged: number, slideWidth = Number.POSITIVE_INFINITY): number {
  if (Math.abs(dragged) < SWIPE_THRESHOLD_PX) return 0
  return Math.sign(dragged) * Math.max(1, Math.round(Math.abs(dragged) / slideWidth))
}
