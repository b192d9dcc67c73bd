/** Puts shapes on a picture: the coverage of each pixel is worked out exactly, so that edges are as smooth as can be. */
import type { Contour } from './type.ts'

/** Three bytes a pixel, red first. */
export interface Canvas {
  data: Uint8ClampedArray
  width: number
  height: number
}

export type Colour = readonly [red: number, green: number, blue: number]

export function blank(width: number, height: number, [red, green, blue]: Colour): Canvas {
  const data = new Uint8ClampedArray(width * height * 3)
  for (let at = 0; at < data.length; at += 3) {
    data[at] = red
    data[at + 1] = green
    data[at + 2] = blue
  }
  return { data, width, height }
}

export const rectangle = (x: number, y: number, width: number, height: number): Contour => [
  ...[x, y, x + width, y],
  ...[x + width, y + height, x, y + height],
]

/**
 * Fills what lies inside the contours; where they overlap in the same direction it is filled once.
 * @param opacity 0 to 1
 */
export function fill(canvas: Canvas, contours: Contour[], colour: Colour, opacity = 1): void {
  const { width, height, data } = canvas
  // What each edge adds to the coverage of its pixel and of all to the right of it, summed up row by row afterwards.
  const row = width + 2
  const change = new Float32Array(row * height)
  for (const contour of contours) {
    for (let at = 0; at < contour.length; at += 2) {
      const next = (at + 2) % contour.length
      edge(
        change,
        { row, width, height },
        contour[at] as number,
        contour[at + 1] as number,
        contour[next] as number,
        contour[next + 1] as number,
      )
    }
  }
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = 0; x < width; x++) {
      sum += change[y * row + x] as number
      const cover = Math.min(1, Math.abs(sum)) * opacity
      if (cover < 0.002) continue
      const at = (y * width + x) * 3
      for (let part = 0; part < 3; part++) {
        const under = data[at + part] as number
        data[at + part] = under + ((colour[part] as number) - under) * cover
      }
    }
  }
}

interface Bounds {
  row: number
  width: number
  height: number
}

/** One edge from (ax, ay) to (bx, by), cut at the borders of the picture. */
function edge(
  change: Float32Array,
  { row, width, height }: Bounds,
  ax: number,
  ay: number,
  bx: number,
  by: number,
) {
  if (ay === by) return
  const direction = ay < by ? 1 : -1
  const [x0, y0, x1, y1] = ay < by ? [ax, ay, bx, by] : [bx, by, ax, ay]
  const slope = (x1 - x0) / (y1 - y0)
  const last = Math.min(height, Math.ceil(y1))
  for (let y = Math.max(0, Math.floor(y0)); y < last; y++) {
    const [top, bottom] = [Math.max(y, y0), Math.min(y + 1, y1)]
    const within = (x: number) => Math.min(width, Math.max(0, x))
    const from = within(x0 + (top - y0) * slope)
    const to = within(x0 + (bottom - y0) * slope)
    span(change, y * row, Math.min(from, to), Math.max(from, to), (bottom - top) * direction)
  }
}

/** The piece of an edge inside one row of pixels, between two places on it; `turn` is its height, signed. */
function span(change: Float32Array, start: number, left: number, right: number, turn: number) {
  const add = (pixel: number, amount: number) => {
    change[start + pixel] = (change[start + pixel] as number) + amount
  }
  const first = Math.floor(left)
  const end = Math.ceil(right)
  if (end <= first + 1) {
    const share = (left + right) / 2 - first
    add(first, turn * (1 - share))
    add(first + 1, turn * share)
    return
  }
  // Area to the right of the edge within each pixel that it crosses; what one pixel has got, the next need not add.
  const length = right - left
  let given = 0
  for (let pixel = first; pixel < end; pixel++) {
    const [enter, leave] = [Math.max(left, pixel), Math.min(right, pixel + 1)]
    const crossed = (leave - enter) / length
    const before = (enter - left) / length
    const area = before + crossed * (pixel + 1 - (enter + leave) / 2)
    add(pixel, turn * (area - given))
    given = area
  }
  add(end, turn * (1 - given))
}
