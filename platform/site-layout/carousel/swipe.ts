import { SWIPE_THRESHOLD_PX } from '../../shared/limits.ts'

/**
 * Returns by how many slides a swipe moves: 0 below the threshold, otherwise the dragged distance in slides, rounded, but
 * at least 1.
 * @param dragged distance in CSS px. Positive when the pointer moved left, towards later slides
 * @param slideWidth distance between the left edges of two adjacent slides in CSS px. Infinity when a drag moves by at most
 * one slide
 */
export function countSwipedSlides(dragged: number, slideWidth = Number.POSITIVE_INFINITY): number {
  if (Math.abs(dragged) < SWIPE_THRESHOLD_PX) return 0
  return Math.sign(dragged) * Math.max(1, Math.round(Math.abs(dragged) / slideWidth))
}
