/** Computes the part of a picture that is decoded. */

/**
 * Widest frame that is decoded. In it the identity document, which has the densest code, is read from half of the width.
 * px
 */
const FRAME_MAX = 1_280

interface Size {
  width: number
  height: number
}

export interface Frame {
  /** The part of the source, px. */
  x: number
  y: number
  width: number
  height: number
  /** Size in which the part is decoded. px */
  scaled: Size
}

/** Returns the part of a video that is visible in an element with `object-fit: cover`. null while one of them has no size */
export function findVisibleFrame(video: Size, element: Size): Frame | null {
  if (video.width === 0 || video.height === 0 || element.width === 0 || element.height === 0) return null
  const scale = Math.max(element.width / video.width, element.height / video.height)
  const width = Math.min(video.width, Math.round(element.width / scale))
  const height = Math.min(video.height, Math.round(element.height / scale))
  return {
    x: Math.floor((video.width - width) / 2),
    y: Math.floor((video.height - height) / 2),
    width,
    height,
    scaled: shrink({ width, height }, FRAME_MAX),
  }
}

/** @param most longer side of the result. px */
export function shrink({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
