/**
 * Creates black-and-white photographs. Light is summed in arrays of numbers (linear, without an upper limit). Then it becomes a
 * print with halation, a film curve, grain and darker corners.
 */
import sharp from 'sharp'
import { clouds, hash, noise } from './flyers-press.mjs'

export const clamp = (value, low = 0, high = 1) => (value < low ? low : value > high ? high : value)
export const smooth = (from, to, value) => {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}
export const mix = (a, b, t) => a + (b - a) * t

export function plane(w, h, at) {
  const data = new Float32Array(w * h)
  if (at) for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) data[y * w + x] = at(x, y)
  return { w, h, data }
}

/** Draws an SVG fragment as a mask, in which white is 1 and black is 0. */
export async function mask(w, h, drawing) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><rect width="${w}" height="${h}" fill="#000"/>${drawing}</svg>`
  const { data } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true })
  const out = plane(w, h)
  for (let i = 0; i < out.data.length; i++) out.data[i] = data[i] / 255
  return out
}

function boxRows(from, to, w, h, r) {
  const span = 2 * r + 1
  for (let y = 0; y < h; y++) {
    const row = y * w
    let sum = from[row] * r
    for (let i = 0; i < r; i++) sum += from[row + Math.min(w - 1, i)]
    for (let x = 0; x < w; x++) {
      sum += from[row + Math.min(w - 1, x + r)]
      to[row + x] = sum / span
      sum -= from[row + Math.max(0, x - r)]
    }
  }
}

function transpose(from, to, w, h) {
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) to[x * h + y] = from[y * w + x]
}

/** Blurs with three box blurs, which approximate a Gaussian blur with standard deviation `sigma`. */
export function blur({ w, h, data }, sigma, sigmaY = sigma) {
  let a = Float32Array.from(data)
  let b = new Float32Array(a.length)
  const rx = Math.round(sigma * 0.98)
  const ry = Math.round(sigmaY * 0.98)
  if (rx > 0)
    for (let i = 0; i < 3; i++) {
      boxRows(a, b, w, h, rx)
      ;[a, b] = [b, a]
    }
  if (ry > 0) {
    transpose(a, b, w, h)
    ;[a, b] = [b, a]
    for (let i = 0; i < 3; i++) {
      boxRows(a, b, h, w, ry)
      ;[a, b] = [b, a]
    }
    transpose(a, b, h, w)
    ;[a, b] = [b, a]
  }
  return { w, h, data: a }
}

/** Computes the share of light from (sx, sy) that passes `blocker`, for shafts of light in haze. */
export function shafts(blocker, sx, sy, { steps = 72, strength = 0.22, from = 0.04 } = {}) {
  const { w, h, data } = blocker
  const half = 2
  const W = Math.ceil(w / half)
  const H = Math.ceil(h / half)
  const small = new Float32Array(W * H)
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const px = x * half
      const py = y * half
      const start = hash(x, y, 77)
      let through = 1
      for (let i = 0; i < steps; i++) {
        const t = from + ((1 - from) * (i + start)) / steps
        const qx = Math.round(sx + (px - sx) * t)
        const qy = Math.round(sy + (py - sy) * t)
        if (qx < 0 || qy < 0 || qx >= w || qy >= h) continue
        through *= 1 - data[qy * w + qx] * strength
        if (through < 0.01) break
      }
      small[y * W + x] = through
    }
  }
  const soft = blur({ w: W, h: H, data: small }, 1.2).data
  return plane(w, h, (x, y) => {
    const fx = Math.min(W - 1.001, x / half)
    const fy = Math.min(H - 1.001, y / half)
    const x0 = fx | 0
    const y0 = fy | 0
    const u = fx - x0
    const v = fy - y0
    const at = y0 * W + x0
    return (
      (soft[at] * (1 - u) + soft[at + 1] * u) * (1 - v) + (soft[at + W] * (1 - u) + soft[at + W + 1] * u) * v
    )
  })
}

/**
 * Computes the light along the edge of a silhouette, on the side of (sx, sy). It is a thin line with a soft shoulder. Both are
 * uneven, because hair and cloth are.
 */
export function rim(shape, sx, sy, { width = 3 } = {}) {
  const { w, h } = shape
  const thin = blur(shape, Math.max(1, width * 0.55)).data
  const wide = blur(shape, width * 3.4).data
  return plane(w, h, (x, y) => {
    const i = y * w + x
    const m = shape.data[i]
    if (m < 0.02 || x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return 0
    let dx = sx - x
    let dy = sy - y
    const d = Math.hypot(dx, dy) + 1e-6
    dx /= d
    dy /= d
    const line = Math.max(0, (thin[i - 1] - thin[i + 1]) * dx + (thin[i - w] - thin[i + w]) * dy)
    const shoulder = Math.max(0, (wide[i - 1] - wide[i + 1]) * dx + (wide[i - w] - wide[i + w]) * dy)
    const uneven = 0.12 + 2.6 * clouds(x / (12 + width * 8), y / (12 + width * 8), 23, 4) ** 2.4
    return (line * width * 0.8 + shoulder * width * 0.6) * uneven * m
  })
}

/** Computes the density of haze, in layers that look like drifting smoke. */
export const haze = (x, y, scale, seed) => {
  const wx = noise(x / (scale * 1.7), y / (scale * 0.9), seed + 40) * 1.6
  const wy = noise(x / (scale * 1.3), y / (scale * 0.7), seed + 41) * 1.2
  return clouds(x / scale + wx, y / (scale * 0.62) + wy, seed, 5)
}

/** Converts light to the tones of the print, from black to white. */
export function develop({ w, h, data }, options = {}) {
  const {
    exposure = 1,
    gamma = 1,
    black = 0.006,
    halation = 0.16,
    grain = 0.055,
    vignette = 0.35,
    seed = 1,
    white = 1,
  } = options
  const bright = plane(w, h)
  for (let i = 0; i < data.length; i++) bright.data[i] = Math.min(6, Math.max(0, data[i] * exposure - 0.35))
  const near = blur(bright, 7)
  const far = blur(bright, 42)
  // Film grain is larger than a pixel, so it is slightly blurred white noise in two sizes.
  const raw = plane(
    w,
    h,
    (x, y) => hash(x, y, seed * 3 + 1) + hash(x, y, seed * 3 + 2) + hash(x, y, seed * 3 + 5) - 1.5,
  )
  const fine = blur(raw, 1.02)
  const coarse = blur(
    plane(w, h, (x, y) => hash(x, y, seed * 3 + 4) - 0.5),
    2.1,
  )
  const out = Buffer.alloc(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      let v = data[i] * exposure + near.data[i] * halation * 0.7 + far.data[i] * halation
      const rx = (x / w - 0.5) * 2
      const ry = (y / h - 0.5) * 2
      v *= 1 - vignette * smooth(0.35, 1.55, Math.hypot(rx, ry))
      v = Math.max(0, v - black)
      // The film curve has a toe that keeps shadows black, and a long shoulder.
      v = (v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14)
      v = clamp(v) ** (gamma / 2.05)
      const silver = fine.data[i] * 2.1 + coarse.data[i] * 1.5
      v += silver * grain * (0.35 + 1.7 * Math.sqrt(v + 0.01) * (1 - v * 0.78))
      out[i] = Math.round(clamp(0.038 + v * (white * 0.955 - 0.038)) * 255)
    }
  }
  return sharp(out, { raw: { width: w, height: h, channels: 1 } })
}

/**
 * Marches rays from a camera into a distance field.
 * `shade(px, py, pz, nx, ny, nz, dx, dy, dz)` gives the light of a hit, `miss(x, y)` that of the background (x, y: -1 to 1).
 * `rays(u, v, k)` may return another camera for sample k: a lens for depth of field, or time for motion.
 */
export function march({ w, h, field, shade, miss, camera, samples = 1, far = 12, steps = 70, grow = 1 }) {
  const out = plane(w, h)
  const e = 0.0015
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0
      for (let k = 0; k < samples; k++) {
        const jx = samples > 1 ? hash(x, y, k * 7 + 1) : 0.5
        const jy = samples > 1 ? hash(x, y, k * 7 + 2) : 0.5
        const u = ((x + jx) / w) * 2 - 1
        const v = 1 - ((y + jy) / h) * 2
        const ray = camera(u, v, hash(x, y, k * 7 + 3), (k + hash(x, y, k * 7 + 4)) / samples)
        const [ox, oy, oz, dx, dy, dz] = ray
        const moment = ray[6] ?? 0
        let t = ray[7] ?? 0
        let hit = false
        for (let i = 0; i < steps; i++) {
          const d = field(ox + dx * t, oy + dy * t, oz + dz * t, moment)
          if (d < 0.0008 * (1 + t)) {
            hit = true
            break
          }
          t += d * grow
          if (t > far) break
        }
        if (!hit) {
          sum += miss(u, v)
          continue
        }
        const px = ox + dx * t
        const py = oy + dy * t
        const pz = oz + dz * t
        const base = field(px, py, pz, moment)
        let nx = field(px + e, py, pz, moment) - base
        let ny = field(px, py + e, pz, moment) - base
        let nz = field(px, py, pz + e, moment) - base
        const l = Math.hypot(nx, ny, nz) || 1
        nx /= l
        ny /= l
        nz /= l
        sum += shade(px, py, pz, nx, ny, nz, dx, dy, dz, moment)
      }
      out.data[y * w + x] = sum / samples
    }
  }
  return out
}

export function enlarge({ w, h, data }, W, H) {
  return plane(W, H, (x, y) => {
    const fx = clamp(((x + 0.5) * w) / W - 0.5, 0, w - 1.001)
    const fy = clamp(((y + 0.5) * h) / H - 0.5, 0, h - 1.001)
    const x0 = fx | 0
    const y0 = fy | 0
    const u = fx - x0
    const v = fy - y0
    const i = y0 * w + x0
    return (data[i] * (1 - u) + data[i + 1] * u) * (1 - v) + (data[i + w] * (1 - u) + data[i + w + 1] * u) * v
  })
}
