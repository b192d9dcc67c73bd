/**
 * Converts the linear light (white, laser red) of film.mjs and photos.mjs into a monochrome picture. It adds the bloom of a
 * lens, a film curve and grain in the middle tones. Black and white are exactly the ink (#0B0B0C) and bone (#F2EFE9) of the
 * page, so that pictures have no visible edge.
 */
import { random } from './film-studio.mjs'

const INK = [0x0b, 0x0b, 0x0c]
const BONE = [0xf2, 0xef, 0xe9]
const RED = [0xff, 0x2e, 0x1f]

function boxBlur(src, w, h, radius) {
  const tmp = new Float32Array(src.length)
  const out = new Float32Array(src.length)
  const k = 1 / (2 * radius + 1)
  for (let y = 0; y < h; y++) {
    let sum = 0
    const row = y * w
    for (let x = -radius; x <= radius; x++) sum += src[row + Math.min(w - 1, Math.max(0, x))]
    for (let x = 0; x < w; x++) {
      tmp[row + x] = sum * k
      sum += src[row + Math.min(w - 1, x + radius + 1)] - src[row + Math.max(0, x - radius)]
    }
  }
  for (let x = 0; x < w; x++) {
    let sum = 0
    for (let y = -radius; y <= radius; y++) sum += tmp[Math.min(h - 1, Math.max(0, y)) * w + x]
    for (let y = 0; y < h; y++) {
      out[y * w + x] = sum * k
      sum += tmp[Math.min(h - 1, y + radius + 1) * w + x] - tmp[Math.max(0, y - radius) * w + x]
    }
  }
  return out
}

const blur = (src, w, h, radius) => {
  let out = src
  for (let i = 0; i < 3; i++) out = boxBlur(out, w, h, Math.max(1, Math.round(radius)))
  return out
}

/** Computes halation and glow: the bright part of the picture at a quarter of the size, blurred three times. */
function bloomOf(light, channel, w, h, scale) {
  const q = 4
  const bw = Math.ceil(w / q)
  const bh = Math.ceil(h / q)
  const small = new Float32Array(bw * bh)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++)
      small[((y / q) | 0) * bw + ((x / q) | 0)] += Math.min(light[(y * w + x) * 2 + channel], 12) / (q * q)
  const parts = [2, 7, 22].map((r) => blur(small, bw, bh, (r * scale) / 1))
  const mix = [0.5, 0.32, 0.18]
  const sum = new Float32Array(bw * bh)
  for (let i = 0; i < sum.length; i++) sum[i] = parts.reduce((s, part, k) => s + part[i] * mix[k], 0)
  return (x, y) => {
    const fx = Math.min(bw - 1.001, Math.max(0, (x + 0.5) / q - 0.5))
    const fy = Math.min(bh - 1.001, Math.max(0, (y + 0.5) / q - 0.5))
    const ix = fx | 0
    const iy = fy | 0
    const tx = fx - ix
    const ty = fy - iy
    const i = iy * bw + ix
    return (
      (sum[i] * (1 - tx) + sum[i + 1] * tx) * (1 - ty) + (sum[i + bw] * (1 - tx) + sum[i + bw + 1] * tx) * ty
    )
  }
}

/** Creates slightly clumped Gaussian grain. It is created once, and each frame uses it at another offset. */
function grainField(size, seed, soft) {
  const r = random(seed)
  const raw = Float32Array.from({ length: size * size }, () => r() + r() + r() + r() - 2)
  const out = new Float32Array(size * size)
  const m = size - 1
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const near =
        raw[y * size + ((x + 1) & m)] +
        raw[y * size + ((x - 1) & m)] +
        raw[((y + 1) & m) * size + x] +
        raw[((y - 1) & m) * size + x]
      out[y * size + x] = (raw[y * size + x] + near * soft) * (1.7 / Math.sqrt(1 + 4 * soft * soft))
    }
  return out
}
const fields = new Map()

export function develop(light, width, height, options = {}) {
  const {
    exposure = 1,
    bloom = 0.12,
    contrast = 1.0,
    toe = 0,
    grain = 0.02,
    grainSoft = 0.45,
    vignette = 0.25,
    seed = 1,
    shift = 0,
    gamma = 2.0,
  } = options
  const scale = width / 1280
  const glow = bloomOf(light, 0, width, height, scale)
  let anyRed = false
  for (let i = 1; i < light.length; i += 2)
    if (light[i] > 0.002) {
      anyRed = true
      break
    }
  const redGlow = anyRed ? bloomOf(light, 1, width, height, scale * 0.5) : () => 0
  const key = `${seed}/${grainSoft}`
  if (!fields.has(key)) fields.set(key, grainField(1024, seed, grainSoft))
  const field = fields.get(key)
  const dither = random(seed * 977 + shift)
  const [gx, gy] = [(shift * 389) & 1023, (shift * 631) & 1023]
  const out = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const dx = (x / width - 0.5) * 1.15
      const dy = (y / height - 0.5) * 1.15
      const fall = 1 - vignette * Math.min(1, (dx * dx + dy * dy) * 2)
      const lin = Math.max(0, light[i * 2] + glow(x, y) * bloom) * exposure * fall
      // The film curve: an exponential shoulder, then the gamma of the print, then a toe that makes shadows as dark as the ink.
      let v = (1 - Math.exp(-lin)) ** (1 / gamma)
      v = Math.max(0, (v - toe) / (1 - toe))
      v = v + (v * v * (3 - 2 * v) - v) * contrast
      const n = field[((y + gy) & 1023) * 1024 + ((x + gx) & 1023)]
      v += n * grain * (0.25 + 3 * v * (1 - v) * 0.9)
      v = v < 0 ? 0 : v > 1 ? 1 : v
      const r = Math.min(1, (light[i * 2 + 1] + redGlow(x, y) * 0.35) * fall)
      const d = dither() - 0.5
      for (let c = 0; c < 3; c++) {
        const base = INK[c] + (BONE[c] - INK[c]) * v
        const value = base + (Math.max(RED[c], base * (c ? 0.6 : 1)) - base) * r
        out[i * 3 + c] = Math.max(0, Math.min(255, Math.round(value + d)))
      }
    }
  return out
}
