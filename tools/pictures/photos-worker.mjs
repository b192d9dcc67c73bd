/** A worker of photos-trace.mjs that traces every n-th row of a picture. For speed, its loops use numbers and no objects. */
import { parentPort, workerData } from 'node:worker_threads'
import { noiseCube } from './film-studio.mjs'

const { scene, width, height, guideOnly, samples, out, air, worker, workers } = workerData
const { cells, size: N } = noiseCube()
const M = N - 1
const P = Float64Array.from(scene.prims.flat())
const COUNT = scene.prims.length
const LIGHTS = scene.lights
const NL = LIGHTS.length
const [FOG, THIN, GRAINF, FALL] = scene.fog
const [FOGX, LOW, LOWH, LUMPY] = scene.fog2
const SKY = scene.sky
const [GLOSSY, PLAIN, EMIT, ROUGH] = scene.misc
const SPLIT = scene.split
const { PI, sqrt, abs, exp, max, min, floor, atan, tan, sin, cos, sign } = Math

let state = 1
const rnd = () => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), state | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const hash = (x, y) => {
  let h = Math.imul(floor(x) | 0, 374761393) ^ Math.imul(floor(y) | 0, 668265263)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}
const step = (a, b, x) => {
  let t = (x - a) / (b - a)
  t = t < 0 ? 0 : t > 1 ? 1 : t
  return t * t * (3 - 2 * t)
}
function noise(x, y, z) {
  x *= N
  y *= N
  z *= N
  const fx = floor(x)
  const fy = floor(y)
  const fz = floor(z)
  const tx = x - fx
  const ty = y - fy
  const tz = z - fz
  const x0 = fx & M
  const x1 = (fx + 1) & M
  const y0 = (fy & M) * N
  const y1 = ((fy + 1) & M) * N
  const z0 = (fz & M) * N * N
  const z1 = ((fz + 1) & M) * N * N
  const a = cells[z0 + y0 + x0] * (1 - tx) + cells[z0 + y0 + x1] * tx
  const b = cells[z0 + y1 + x0] * (1 - tx) + cells[z0 + y1 + x1] * tx
  const c = cells[z1 + y0 + x0] * (1 - tx) + cells[z1 + y0 + x1] * tx
  const d = cells[z1 + y1 + x0] * (1 - tx) + cells[z1 + y1 + x1] * tx
  return ((a * (1 - ty) + b * ty) * (1 - tz) + (c * (1 - ty) + d * ty) * tz) / 255
}
const fbm = (x, y, z) => noise(x, y, z) * 0.62 + noise(x * 2.7 + 0.3, y * 2.7 + 0.3, z * 2.7 + 0.3) * 0.38
const phase = (c, g) => (1 - g * g) / (1 + g * g - 2 * g * c) ** 1.5 / (4 * PI)
function density(x, y, z) {
  const n = step(0.28, 0.72, fbm(x * GRAINF + FOGX, y * GRAINF + FOGX, z * GRAINF + FOGX))
  const h = max(y, 0)
  return (FOG * exp(-h * FALL) + LOW * exp(-h / LOWH)) * (1 - LUMPY + LUMPY * (0.15 + 1.7 * n))
}

// The nearest hit
let hT = 0
let hM = 0
let hI = 0
let nx = 0
let ny = 0
let nz = 0
let lx = 0
let ly = 0
let lz = 0
function hit(ox, oy, oz, dx, dy, dz) {
  const ix = 1 / (dx || 1e-9)
  const iy = 1 / (dy || 1e-9)
  const iz = 1 / (dz || 1e-9)
  hT = 200
  hM = -1
  if (scene.floor && dy < 0) {
    const t = -oy * iy
    if (t > 1e-3 && t < hT) {
      hT = t
      hM = scene.floorMat
      hI = -1
      nx = 0
      ny = 1
      nz = 0
    }
  }
  for (let i = 0; i < COUNT; i++) {
    const k = i * 8
    const code = P[k + 3]
    const qx = ox - P[k]
    const qy = oy - P[k + 1]
    const qz = oz - P[k + 2]
    if (code < 100 || code >= 900) {
      const ax = abs(ix) * P[k + 4]
      const ay = abs(iy) * P[k + 5]
      const az = abs(iz) * P[k + 6]
      const mx = -qx * ix
      const my = -qy * iy
      const mz = -qz * iz
      const n0 = max(mx - ax, my - ay, mz - az)
      const f0 = min(mx + ax, my + ay, mz + az)
      if (code >= 900) {
        if (n0 > f0 || f0 < 0 || n0 > hT) i += P[k + 7]
        continue
      }
      if (n0 < f0 && f0 > 1e-3) {
        const inside = n0 <= 1e-3
        const t = inside ? f0 : n0
        if (t < hT) {
          hT = t
          hM = code
          hI = k
          lx = qx + dx * t
          ly = qy + dy * t
          lz = qz + dz * t
          nx = ny = nz = 0
          if (t === (inside ? mx + ax : mx - ax)) nx = -sign(dx)
          else if (t === (inside ? my + ay : my - ay)) ny = -sign(dy)
          else nz = -sign(dz)
        }
      }
    } else if (code < 200) {
      const r = P[k + 4]
      const hh = P[k + 5]
      const a = dx * dx + dz * dz
      const b = qx * dx + qz * dz
      const c = qx * qx + qz * qz - r * r
      const disc = b * b - a * c
      if (disc <= 0) continue
      const t = (-b - sqrt(disc)) / a
      if (t > 1e-3 && abs(qy + dy * t) < hh) {
        if (t < hT) {
          hT = t
          hM = code - 100
          hI = k
          lx = qx + dx * t
          ly = qy + dy * t
          lz = qz + dz * t
          nx = lx / r
          ny = 0
          nz = lz / r
        }
      } else {
        const s = -sign(dy)
        const tc = (s * hh - qy) * iy
        const ex = qx + dx * tc
        const ez = qz + dz * tc
        if (tc > 1e-3 && tc < hT && ex * ex + ez * ez < r * r) {
          hT = tc
          hM = code - 100
          hI = k
          lx = ex
          ly = s * hh
          lz = ez
          nx = nz = 0
          ny = s
        }
      }
    } else {
      const rx = P[k + 4]
      const ry = P[k + 5]
      const rz = P[k + 6]
      const px = qx / rx
      const py = qy / ry
      const pz = qz / rz
      const ex = dx / rx
      const ey = dy / ry
      const ez = dz / rz
      const a = ex * ex + ey * ey + ez * ez
      const b = px * ex + py * ey + pz * ez
      const disc = b * b - a * (px * px + py * py + pz * pz - 1)
      if (disc <= 0) continue
      const t = (-b - sqrt(disc)) / a
      if (t > 1e-3 && t < hT) {
        hT = t
        hM = code - 200
        hI = k
        lx = qx + dx * t
        ly = qy + dy * t
        lz = qz + dz * t
        nx = lx / (rx * rx)
        ny = ly / (ry * ry)
        nz = lz / (rz * rz)
        const l = 1 / sqrt(nx * nx + ny * ny + nz * nz)
        nx *= l
        ny *= l
        nz *= l
      }
    }
  }
}
function blocked(ox, oy, oz, dx, dy, dz, far) {
  const ix = 1 / (dx || 1e-9)
  const iy = 1 / (dy || 1e-9)
  const iz = 1 / (dz || 1e-9)
  for (let i = 0; i < COUNT; i++) {
    const k = i * 8
    const code = P[k + 3]
    const qx = ox - P[k]
    const qy = oy - P[k + 1]
    const qz = oz - P[k + 2]
    if (code < 100 || code >= 900) {
      const ax = abs(ix) * P[k + 4]
      const ay = abs(iy) * P[k + 5]
      const az = abs(iz) * P[k + 6]
      const mx = -qx * ix
      const my = -qy * iy
      const mz = -qz * iz
      const n0 = max(mx - ax, my - ay, mz - az)
      const f0 = min(mx + ax, my + ay, mz + az)
      if (code >= 900) {
        if (n0 > f0 || f0 < 0 || n0 > far) i += P[k + 7]
        continue
      }
      if (code >= 90 && code < 98) continue
      if (n0 < f0 && f0 > 1e-3 && (n0 > 1e-3 ? n0 : f0) < far) return true
    } else if (code < 200) {
      const r = P[k + 4]
      const a = dx * dx + dz * dz
      const b = qx * dx + qz * dz
      const disc = b * b - a * (qx * qx + qz * qz - r * r)
      if (disc <= 0) continue
      const t = (-b - sqrt(disc)) / a
      if (t > 1e-3 && t < far && abs(qy + dy * t) < P[k + 5]) return true
    } else {
      const px = qx / P[k + 4]
      const py = qy / P[k + 5]
      const pz = qz / P[k + 6]
      const ex = dx / P[k + 4]
      const ey = dy / P[k + 5]
      const ez = dz / P[k + 6]
      const a = ex * ex + ey * ey + ez * ez
      const b = px * ex + py * ey + pz * ez
      const disc = b * b - a * (px * px + py * py + pz * pz - 1)
      if (disc <= 0) continue
      const t = (-b - sqrt(disc)) / a
      if (t > 1e-3 && t < far) return true
    }
  }
  return false
}

// Direction, distance and strength of light i at a point.
let sx = 0
let sy = 0
let sz = 0
let sd = 0
function lightAt(i, x, y, z) {
  const L = LIGHTS[i]
  if (L[3] < 0.5) {
    sx = L[0] + (rnd() - 0.5) * L[8] * 2
    sy = L[1] + (rnd() - 0.5) * L[8] * 2
    sz = L[2] + (rnd() - 0.5) * L[8] * 2
    const l = 1 / sqrt(sx * sx + sy * sy + sz * sz)
    sx *= l
    sy *= l
    sz *= l
    sd = 1e4
    return L[7]
  }
  const wide = L[3] < 1.5
  sx = L[0] - x + (wide ? (rnd() - 0.5) * 2 * L[10] : (rnd() * 2 - 1) * L[4])
  sy = L[1] - y + (wide ? (rnd() - 0.5) * 2 * L[10] : (rnd() * 2 - 1) * L[5])
  sz = L[2] - z + (wide ? (rnd() - 0.5) * 2 * L[10] : (rnd() * 2 - 1) * L[6])
  sd = sqrt(sx * sx + sy * sy + sz * sz)
  sx /= sd
  sy /= sd
  sz /= sd
  const fall = 1 / (sd * sd + 0.03)
  if (wide) return L[7] * step(L[9], L[8], -(sx * L[4] + sy * L[5] + sz * L[6])) * fall
  if (L[3] < 2.5) {
    sd -= L[8]
    return L[7] * fall
  }
  return L[7] * max(0, sx * L[8] + sy * L[9] + sz * L[10]) * fall
}

/** Changes the normal (nx, ny, nz) by the relief of the material, and returns the albedo of the material. */
function surface(mat, x, y, z) {
  const gx = nx
  let a = 0.3
  if (mat === 0) {
    a =
      0.15 +
      0.17 * fbm(x * 0.09, y, z * 0.09) +
      0.1 * (noise(x * 1.3, y, z * 1.3) - 0.5) +
      0.05 * (hash(x * 260, z * 260) - 0.5)
    const j = max(abs(x / 3 - floor(x / 3) - 0.5), abs(z / 3 - floor(z / 3) - 0.5))
    a *= 1 - 0.5 * step(0.4965, 0.4985, j)
    nx += (noise(x * 0.9, 0, z * 0.9) - 0.5) * 0.04
    nz += (noise(x * 0.9, 0.5, z * 0.9) - 0.5) * 0.04
    a = max(a, 0.03)
  } else if (mat === 1) {
    const u = abs(nx) > 0.5 ? z : x
    const by = y * 13
    const bx = u * 4.2 + 0.5 * (floor(by) & 1)
    const cx = bx - floor(bx) - 0.5
    const cy = by - floor(by) - 0.5
    const m = step(0.4, 0.5, max(abs(cx), abs(cy) * 0.96))
    const worn = step(0.42, 0.6, fbm(x * 0.07 + 0.1, y * 0.07 + 0.1, z * 0.07 + 0.1))
    const tilt = (hash(bx, by) - 0.5) * 0.14
    if (abs(gx) > 0.5) nz += tilt + 0.3 * m * sign(cx) * step(0.43, 0.5, abs(cx))
    else nx += tilt + 0.3 * m * sign(cx) * step(0.43, 0.5, abs(cx))
    ny += 0.4 * m * sign(cy) * step(0.38, 0.5, abs(cy))
    const dirty = 0.12 + 0.14 * hash(bx, by)
    a =
      (dirty + (0.45 + 0.1 * hash(bx + 77, by) - dirty) * worn) *
      (1 - 0.5 * m) *
      (0.6 + 0.8 * fbm(x * 0.21, y * 0.21, z * 0.21))
  } else if (mat === 2) {
    const ux = lx / P[hI + 4]
    const uy = ly / P[hI + 5]
    const uz = lz / P[hI + 6]
    const f = fbm(x * 1.1, y * 1.1, z * 1.1)
    nx += ux * ux * ux * 0.6 + (noise(x * 2.1, y * 2.1, z * 2.1) - 0.5) * 0.9
    ny += uy * uy * uy * 0.6 + (noise(x * 2.1 + 0.3, y * 2.1, z * 2.1) - 0.5) * 0.9
    nz += uz * uz * uz * 0.6 + (noise(x * 2.1 + 0.6, y * 2.1, z * 2.1) - 0.5) * 0.9
    const along = abs(gx) > 0.5 ? lz : lx
    const strap = 1 - step(0.018, 0.03, abs(abs(along) - P[hI + 4] * 0.55))
    const ax = abs(ux)
    const ay = abs(uy)
    const az = abs(uz)
    const edge = max(min(ax, ay), min(ay, az), min(ax, az))
    const sack = (0.26 + 0.3 * f) * (0.8 + 0.35 * hash((x + z) * 180, y * 180))
    a = (sack + (0.05 - sack) * strap) * (1 - 0.6 * step(0.86, 1, edge))
  } else if (mat === 3) {
    nx += (noise(x * 1.7, y * 1.7, z * 1.7) - 0.5) * 0.25
    ny += (noise(x * 1.7 + 0.3, y * 1.7, z * 1.7) - 0.5) * 0.25
    nz += (noise(x * 1.7 + 0.6, y * 1.7, z * 1.7) - 0.5) * 0.25
    a = 0.06 + 0.08 * noise(x * 0.3, y * 2.7, z * 0.3) + 0.04 * noise(x * 2.5, y * 0.2, z * 2.5)
  } else if (mat === 4) a = 0.32 + 0.3 * fbm(x * 0.2, y * 0.2, z * 0.2)
  else if (mat === 5) a = speaker()
  else if (mat === 6) a = PLAIN
  else if (mat === 8) a = 0.012
  else if (mat === 9) a = 0.72
  else if (mat === 10) a = 0.3
  else if (mat === 11) a = 0.03 + 0.015 * hash(x * 700, (y + z) * 700)
  else if (mat === 12) {
    nx += (noise(x * 31, y * 31, z * 31) - 0.5) * 0.8
    ny += (noise(x * 31 + 0.3, y * 31, z * 31) - 0.5) * 0.8
    nz += (noise(x * 31 + 0.6, y * 31, z * 31) - 0.5) * 0.8
    a = 0.06 + 0.1 * noise(x * 40, y * 40, z * 40)
  } else if (mat === 13) {
    // The bar top has dark, worn boards.
    const board = floor(z / 0.11)
    const grain = noise(x * 0.9 + board * 0.37, board * 0.3, z * 14)
    const gap = abs(z / 0.11 - board - 0.5)
    a = (0.02 + 0.1 * grain + 0.05 * noise(x * 6, 0.5, z * 60)) * (1 - 0.85 * step(0.48, 0.495, gap))
    nx += (noise(x * 5, 0.2, z * 40) - 0.5) * 0.06
    nz += (noise(x * 5, 0.7, z * 40) - 0.5) * 0.12
  }
  const l = 1 / sqrt(nx * nx + ny * ny + nz * nz)
  nx *= l
  ny *= l
  nz *= l
  return a
}

/** Computes normals of a loudspeaker's front: dust cap, paper, surround and screwed ring, or a horn. */
function speaker() {
  const across = P[hI + 4]
  const up = P[hI + 5]
  const kind = P[hI + 7]
  const a0 = 0.035 + 0.02 * hash(lx * 420, ly * 420 + lz * 420)
  const edge = max(abs(lx) / across, abs(ly) / up)
  if (abs(nz) < 0.5) return a0
  let cx = 0
  let cy = 0
  let R = min(across, up) * 0.86
  if (kind === 2) {
    cy = ly > 0 ? up * 0.5 : -up * 0.5
    R = min(across, up * 0.5) * 0.88
  } else if (kind === 4) {
    cx = lx > 0 ? across * 0.5 : -across * 0.5
    R = min(across * 0.5, up) * 0.9
  } else if (kind === 3) {
    if (ly > up * 0.2) {
      const kx = lx / (across * 0.84)
      const ky = (ly - up * 0.6) / (up * 0.3)
      const rim = max(abs(kx), abs(ky))
      if (rim < 1) {
        if (rim < 0.28) return 0.004
        if (abs(kx) > abs(ky)) nx = -sign(kx) * 0.75
        else ny = -sign(ky) * 0.85
        return rim > 0.95 ? 0.14 : 0.05
      }
      return edge > 0.96 ? 0.09 : a0
    }
    cx = lx > 0 ? across * 0.5 : -across * 0.5
    cy = -up * 0.4
    R = min(across * 0.46, up * 0.52)
  }
  const vx = lx - cx
  const vy = ly - cy
  const l = sqrt(vx * vx + vy * vy) + 1e-6
  const r = l / R
  const ex = vx / l
  const ey = vy / l
  if (r >= 1) return edge > 0.96 ? 0.1 : a0
  if (r > 0.9) {
    const turnAt = (Math.atan2(vy, vx) * 4) / PI
    if (abs(turnAt - floor(turnAt) - 0.5) < 0.045 && r > 0.925 && r < 0.978) return 0.4
    const t = r > 0.95 ? 0.4 : -0.4
    nx = ex * t
    ny = ey * t
    return 0.11
  }
  if (r > 0.72) {
    const k = (r - 0.81) / 0.09
    nx = ex * k * 1.5
    ny = ey * k * 1.5
    return 0.05
  }
  if (r > 0.27) {
    const w = sin(r * 150) * 0.06
    nx = -ex * (0.75 + w)
    ny = -ey * (0.75 + w)
    // The bottom of the funnel is darker, because less light of the room reaches it.
    return 0.09 * (0.35 + 0.65 * step(0.25, 0.72, r))
  }
  const k = r / 0.27
  nx = ex * k * 1.1
  ny = ey * k * 1.1
  return 0.12
}

const sky = (dy) => SKY[0] + SKY[1] * max(0, 1 - abs(dy)) ** 6 + SKY[2] * sqrt(max(dy, 0))
const glossOf = (mat, x, z) =>
  mat === 0
    ? GLOSSY * step(0.3, 0.62, fbm(x * 0.05 + 0.2, 0.2, z * 0.05 + 0.2))
    : mat === 8 || mat === 13
      ? 1
      : mat === 10
        ? 0.7
        : mat === 9
          ? 0.5
          : mat === 11
            ? 0.35
            : 0

const f = scene.lens[0]
const [yaw, pitch, focusAt, aperture] = scene.aim
const [cp, sp, cyw, syw] = [cos(pitch), sin(pitch), cos(yaw), sin(yaw)]
const aspect = height / width

for (let row = worker; row < height; row += workers)
  for (let col = 0; col < width; col++) {
    state = Math.imul(row * 4099 + col + (guideOnly ? 9e6 : 1), 0x9e3779b1)
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35) ^ (row << 7)
    rnd()
    let sum = 0
    let red = 0
    let depth = 0
    let tint = 0
    let airNear = 0
    let airFar = 0
    for (let s = 0; s < samples; s++) {
      const px = ((col + rnd()) / width) * 2 - 1
      const py = (1 - ((row + rnd()) / height) * 2) * aspect - scene.lens[1]
      const la = rnd() * 2 * PI
      const lr = sqrt(rnd()) * aperture
      const ax = cos(la) * lr
      const ay = sin(la) * lr
      let vx = (px * focusAt) / f - ax
      let vy = (py * focusAt) / f - ay
      let vz = focusAt
      const vl = 1 / sqrt(vx * vx + vy * vy + vz * vz)
      vx *= vl
      vy *= vl
      vz *= vl
      let t1 = cp * vy + sp * vz
      let t2 = cp * vz - sp * vy
      vy = t1
      vz = t2
      t1 = cyw * vx + syw * vz
      t2 = cyw * vz - syw * vx
      vx = t1
      vz = t2
      const oy1 = cp * ay
      const oz1 = -sp * ay
      const ox = scene.cam[0] + cyw * ax + syw * oz1
      const oy = scene.cam[1] + oy1
      const oz = scene.cam[2] + cyw * oz1 - syw * ax
      let rx = ox
      let ry = oy
      let rz = oz
      let dx = vx
      let dy = vy
      let dz = vz
      let through = 1
      let light = 0
      let mirror = true
      let first = 45
      let own = 1
      for (let bounce = 0; bounce < 4; bounce++) {
        hit(rx, ry, rz, dx, dy, dz)
        if (bounce === 0 && hM >= 0) first = hT
        if (hM < 0) {
          if (mirror) light += through * sky(dy)
          break
        }
        let x = rx + dx * hT
        let y = ry + dy * hT
        let z = rz + dz * hT
        if (hM >= 90) {
          if (hM === 98) {
            if (bounce === 0) red += 1
            else light += through * 0.08
          } else if (mirror) light += through * (hM - 89) * EMIT
          break
        }
        const gx = nx
        const gy = ny
        const gz = nz
        const mat = hM
        const al = surface(mat, x, y, z)
        if (nx * dx + ny * dy + nz * dz > -0.02) {
          nx = gx
          ny = gy
          nz = gz
        }
        x += gx * 1e-3
        y += gy * 1e-3
        z += gz * 1e-3
        if (bounce === 0) own = al
        if (guideOnly) break
        const gloss = glossOf(mat, x, z)
        const facing = -(nx * dx + ny * dy + nz * dz)
        if (gloss > 0.01) {
          const F = mat === 10 ? 0.6 : 0.04 + 0.96 * (1 - max(facing, 0)) ** 5
          if (rnd() < F * gloss) {
            const rough =
              mat === 0
                ? ROUGH
                : mat === 13
                  ? 0.14
                  : mat === 11
                    ? 0.5
                    : mat === 9
                      ? 0.25
                      : mat === 10
                        ? 0.2
                        : 0.03
            const mx = nx + (rnd() + rnd() - 1) * rough
            const my = ny + (rnd() + rnd() - 1) * rough
            const mz = nz + (rnd() + rnd() - 1) * rough
            const ml = 1 / (mx * mx + my * my + mz * mz)
            const k = 2 * (dx * mx + dy * my + dz * mz) * ml
            dx -= k * mx
            dy -= k * my
            dz -= k * mz
            if (dx * gx + dy * gy + dz * gz < 0) {
              const b = 2 * (dx * gx + dy * gy + dz * gz)
              dx -= b * gx
              dy -= b * gy
              dz -= b * gz
            }
            rx = x
            ry = y
            rz = z
            mirror = true
            if (mat === 10) through *= 0.8
            continue
          }
        }
        const i = min(NL - 1, floor(rnd() * NL))
        const e = lightAt(i, x, y, z)
        const c = nx * sx + ny * sy + nz * sz
        if (e > 1e-6 && c > 0 && gx * sx + gy * sy + gz * sz > 0 && !blocked(x, y, z, sx, sy, sz, sd - 2e-3))
          light += ((through * al * e * c) / PI) * NL * exp(-THIN * min(sd, 40))
        through *= al
        if (through < 0.004) break
        mirror = false
        // A cosine-weighted bounce has the direction of the normal plus a random point of the unit sphere.
        const u = rnd() * 2 - 1
        const w = rnd() * 2 * PI
        const q = sqrt(1 - u * u)
        dx = nx + q * cos(w)
        dy = ny + q * sin(w)
        dz = nz + u
        const dl = 1 / (sqrt(dx * dx + dy * dy + dz * dz) + 1e-9)
        dx *= dl
        dy *= dl
        dz *= dl
        rx = x
        ry = y
        rz = z
      }
      depth += first
      tint += own
      if (guideOnly) continue
      light *= exp(-THIN * first)
      sum += min(light / own, scene.clamp)
      // Computes one scattering event in the haze.
      const i = min(NL - 1, floor(rnd() * NL))
      const L = LIGHTS[i]
      let t = 0
      let weight = 0
      if (L[3] > 0.5 && L[3] < 1.5) {
        const wx = ox - L[0]
        const wy = oy - L[1]
        const wz = oz - L[2]
        const k = L[9] * L[9]
        const dv = vx * L[4] + vy * L[5] + vz * L[6]
        const wv = wx * L[4] + wy * L[5] + wz * L[6]
        const qa = dv * dv - k
        const qb = dv * wv - k * (vx * wx + vy * wy + vz * wz)
        const qc = wv * wv - k * (wx * wx + wy * wy + wz * wz)
        const disc = qb * qb - qa * qc
        if (disc > 0 && abs(qa) > 1e-7) {
          const sq = sqrt(disc)
          let a = (-qb - sq) / qa
          let b = (-qb + sq) / qa
          if (a > b) [a, b] = [b, a]
          const ga = wv + a * dv > 0
          const gb = wv + b * dv > 0
          if (!ga || !gb) {
            if (gb) {
              if (dv > 0) [a, b] = [b, 1e3]
              else a = -1e3
            } else if (ga) {
              if (dv > 0) b = 1e3
              else [a, b] = [-1e3, a]
            } else a = b = 0
          }
          a = min(first, max(0, a))
          b = min(first, max(0, b))
          t = a + (b - a) * rnd()
          weight = b - a
        }
      } else if (L[3] > 1.5 && L[3] < 2.5) {
        const cx = L[0] + (rnd() * 2 - 1) * L[4] - ox
        const cy = L[1] + (rnd() * 2 - 1) * L[5] - oy
        const cz = L[2] + (rnd() * 2 - 1) * L[6] - oz
        const delta = cx * vx + cy * vy + cz * vz
        const D = max(0.02, sqrt(max(0, cx * cx + cy * cy + cz * cz - delta * delta)))
        const a = atan(-delta / D)
        const b = atan((first - delta) / D)
        const tt = D * tan(a + (b - a) * rnd())
        t = delta + tt
        weight = ((b - a) * (D * D + tt * tt)) / D
      } else {
        t = rnd() * first
        weight = first
      }
      if (weight > 0 && !L[11]) {
        const x = ox + vx * t
        const y = oy + vy * t
        const z = oz + vz * t
        const e = lightAt(i, x, y, z)
        if (e > 1e-6 && !blocked(x, y, z, sx, sy, sz, sd - 2e-3)) {
          const v = min(
            e *
              density(x, y, z) *
              phase(sx * vx + sy * vy + sz * vz, 0.55) *
              weight *
              NL *
              exp(-THIN * (t + min(sd, 40))),
            20,
          )
          if (z < SPLIT) airNear += v
          else airFar += v
        }
      }
    }
    const at = (row * width + col) * 4
    out[at] = sum / samples
    out[at + 1] = red / samples
    out[at + 2] = depth / samples
    out[at + 3] = tint / samples
    if (!guideOnly) {
      air[(row * width + col) * 2] = airNear / samples
      air[(row * width + col) * 2 + 1] = airFar / samples
    }
  }
parentPort.postMessage('done')
