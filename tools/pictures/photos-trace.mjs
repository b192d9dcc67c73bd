/**
 * The path tracer of photos.mjs: boxes, upright cylinders, ellipsoids, bounced light, glossy floors, a thin lens, and haze
 * that scatters the light of sun, spots and tubes once. Light is traced for a sixth of the pixels and smoothed along each
 * surface. The material (brick, sackcloth, cones) is traced at full size and multiplied with the light, so that a few samples
 * are enough. Worker threads share the rows. The result does not depend on their number.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

function rows(job) {
  const workers = Math.max(1, Math.min(Number(process.env.THREADS) || 2, availableParallelism()))
  return Promise.all(
    Array.from(
      { length: workers },
      (_, worker) =>
        new Promise((done, fail) => {
          const thread = new Worker(new URL('./photos-worker.mjs', import.meta.url), {
            workerData: { ...job, worker, workers },
          })
          thread.on('error', fail)
          thread.on('message', done)
        }),
    ),
  )
}

const shared = (n) => new Float32Array(new SharedArrayBuffer(n * 4))

/** Returns the light of the surfaces with the far haze on it (white, red), and the near haze, both at full size. */
export async function trace(scene, width, height, { samples, shrink, smooth }) {
  const [w, h] = [Math.round(width * shrink), Math.round(height * shrink)]
  const low = shared(w * h * 4)
  const haze = shared(w * h * 2)
  const guide = shared(width * height * 4)
  await rows({ scene, width: w, height: h, guideOnly: false, samples, out: low, air: haze })
  await rows({ scene, width, height, guideOnly: true, samples: 2, out: guide, air: haze })

  // Haze has no fine detail, so it is smoothed twice, but not across the edge of a shaft of light.
  const at2 = (list, x, y, c) =>
    list[(Math.min(h - 1, Math.max(0, y)) * w + Math.min(w - 1, Math.max(0, x))) * 2 + c]
  const round = (from, R, soft, guess) => {
    const to = new Float32Array(w * h * 2)
    for (let c = 0; c < 2; c++)
      for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) {
          let here = 0
          for (let j = -guess; j <= guess; j++)
            for (let i = -guess; i <= guess; i++) here += at2(from, x + i, y + j, c)
          here = Math.sqrt(here / (2 * guess + 1) ** 2)
          const range = (0.04 + soft * here) ** 2
          let mean = 0
          let sum = 1e-9
          for (let j = -R; j <= R; j++)
            for (let i = -R; i <= R; i++) {
              const v = at2(from, x + i, y + j, c)
              const k = Math.exp((-(i * i + j * j) * 2.2) / (R * R) - (Math.sqrt(v) - here) ** 2 / range)
              mean += v * k
              sum += k
            }
          to[(y * w + x) * 2 + c] = mean / sum
        }
    return to
  }
  const clean = round(round(haze, 4, 1.2, 2), 7, 0.35, 0)
  const hazeAt = (c, u, v) => {
    const fx = Math.min(w - 1.001, Math.max(0, u * w - 0.5))
    const fy = Math.min(h - 1.001, Math.max(0, v * h - 0.5))
    const [ix, iy] = [fx | 0, fy | 0]
    const [tx, ty] = [fx - ix, fy - iy]
    const i = (iy * w + ix) * 2 + c
    return (
      (clean[i] * (1 - tx) + clean[i + 2] * tx) * (1 - ty) +
      (clean[i + w * 2] * (1 - tx) + clean[i + w * 2 + 2] * tx) * ty
    )
  }

  const light = new Float32Array(width * height * 2)
  const near = new Float32Array(width * height)
  const S = 4
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const z = guide[at * 4 + 2]
      const own = guide[at * 4 + 3]
      const u = (x + 0.5) / width
      const v = (y + 0.5) / height
      const [qx, qy] = [u * w - 0.5, v * h - 0.5]
      const [cx, cy] = [Math.round(qx), Math.round(qy)]
      let here = 0
      let n = 1e-6
      for (let j = -1; j <= 1; j++)
        for (let i = -1; i <= 1; i++) {
          const p = (Math.min(h - 1, Math.max(0, cy + j)) * w + Math.min(w - 1, Math.max(0, cx + i))) * 4
          const k = Math.exp(-Math.abs(low[p + 2] - z) / (0.05 * z)) + 1e-3
          here += low[p] * k
          n += k
        }
      here = Math.sqrt(here / n)
      const spread = (smooth + 0.4 * here) ** 2
      let mean = 0
      let sum = 1e-9
      for (let j = -S; j <= S; j++)
        for (let i = -S; i <= S; i++) {
          const [sx, sy] = [Math.min(w - 1, Math.max(0, cx + i)), Math.min(h - 1, Math.max(0, cy + j))]
          const p = (sy * w + sx) * 4
          const near2 = (sx - qx) ** 2 + (sy - qy) ** 2
          const k = Math.exp(
            -near2 * 0.09 -
              Math.abs(low[p + 2] - z) / (0.03 * z) -
              Math.abs(low[p + 3] - own) * 1.5 -
              (Math.sqrt(low[p]) - here) ** 2 / spread,
          )
          mean += low[p] * k
          sum += k
        }
      light[at * 2] = (mean / sum) * own + hazeAt(1, u, v)
      light[at * 2 + 1] = guide[at * 4 + 1]
      near[at] = hazeAt(0, u, v)
    }
  return { light, near }
}

// Primitive shapes.
const prim = (kind, mat, c, h, extra = 0) => [...c, kind * 100 + mat, ...h, extra]
export const box = (mat, c, h, extra) => prim(0, mat, c, h, extra)
export const post = (mat, [x, y, z], r, half) => prim(1, mat, [x, y, z], [r, half, r])
export const ball = (mat, c, r) => prim(2, mat, c, r)
/** Puts shapes into a bounding box. A ray that misses the box skips all of them. */
export function group(list) {
  const low = [1e9, 1e9, 1e9]
  const high = [-1e9, -1e9, -1e9]
  for (const p of list)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], p[k] - p[4 + k])
      high[k] = Math.max(high[k], p[k] + p[4 + k])
    }
  return [
    prim(
      9,
      0,
      low.map((v, k) => (v + high[k]) / 2),
      low.map((v, k) => (high[k] - v) / 2 + 0.01),
      list.length,
    ),
    ...list,
  ]
}

const unit = (v) => v.map((c) => c / Math.hypot(...v))
export const sun = (toward, power, size = 0.01) => [...unit(toward), 0, 0, 0, 0, power, size, 0, 0, 0]
export const spot = (at, to, power, inner, outer, radius = 0.08) => [
  ...at,
  1,
  ...unit(to.map((c, i) => c - at[i])),
  power,
  Math.cos((inner * Math.PI) / 180),
  Math.cos((outer * Math.PI) / 180),
  radius,
  0,
]
/** Creates a glowing box. `unseen` light only falls on surfaces, like that of a lamp behind the camera. */
export const glow = (c, h, power, clear = 0, unseen = 0) => [...c, 2, ...h, power, clear, 0, 0, unseen]
export const opening = (c, h, power, out) => [...c, 3, ...h, power, ...out, 0]
