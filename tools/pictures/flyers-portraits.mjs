/**
 * Six portraits of fictional people. A head is a distance field with the lights of a stage: from behind, from the side, or
 * through an object. Every print has its own finish.
 */
import { blur, clamp, develop, enlarge, haze, march, mix, plane, shafts, smooth } from './flyers-film.mjs'
import { clouds, noise } from './flyers-press.mjs'

const SIZE = 1200

const join = (a, b, k) => {
  const h = clamp(0.5 + (0.5 * (b - a)) / k)
  return mix(b, a, h) - k * h * (1 - h)
}
const carve = (a, b, k) => {
  const h = clamp(0.5 - (0.5 * (a + b)) / k)
  return mix(a, -b, h) + k * h * (1 - h)
}
const ball = (x, y, z, r) => Math.sqrt(x * x + y * y + z * z) - r
const egg = (x, y, z, rx, ry, rz) => {
  const k0 = Math.hypot(x / rx, y / ry, z / rz)
  const k1 = Math.hypot(x / (rx * rx), y / (ry * ry), z / (rz * rz))
  return k1 === 0 ? -Math.min(rx, ry, rz) : (k0 * (k0 - 1)) / k1
}
const rod = (x, y, z, ax, ay, az, bx, by, bz, ra, rb) => {
  const px = x - ax
  const py = y - ay
  const pz = z - az
  const ux = bx - ax
  const uy = by - ay
  const uz = bz - az
  const t = clamp((px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz))
  return Math.hypot(px - ux * t, py - uy * t, pz - uz * t) - mix(ra, rb, t)
}

/** Returns the distance field of a head two units high, with the chin at -1, that looks to +z. Each number changes the face. */
function head({ jaw = 1, nose = 1, brow = 1, hair = 'crop', beard = 0 }) {
  const skin = (x, y, z) => {
    const ax = Math.abs(x)
    let d = egg(x, y - 0.28, z + 0.12, 0.7, 0.76, 0.86)
    d = join(d, egg(x, y + 0.3, z - 0.24, 0.5 * jaw, 0.66, 0.5), 0.22)
    d = join(d, rod(ax, y, z, 0.46 * jaw, -0.35, 0.05, 0.12, -0.86, 0.5, 0.14, 0.13), 0.16)
    d = join(d, ball(x, y + 0.86, z - 0.56, 0.15 * jaw), 0.16)
    d = join(d, ball(ax - 0.4, y + 0.1, z - 0.48, 0.17), 0.2)
    d = join(d, rod(ax, y, z, 0.06, 0.2, 0.76, 0.36, 0.2, 0.6, 0.085 * brow, 0.06 * brow), 0.12)
    d = carve(d, ball(ax - 0.27, y - 0.04, z - 0.86, 0.19), 0.12)
    d = join(d, egg(ax - 0.26, y - 0.05, z - 0.62, 0.15, 0.1, 0.12), 0.03)
    d = join(d, rod(x, y, z, 0, 0.14, 0.74, 0, -0.23, 0.72 + 0.17 * nose, 0.065, 0.088 * nose), 0.09)
    d = join(d, ball(ax - 0.095, y + 0.27, z - 0.8, 0.065), 0.05)
    d = join(d, egg(x, y + 0.5, z - 0.73, 0.2, 0.05, 0.09), 0.05)
    d = join(d, egg(x, y + 0.6, z - 0.71, 0.17, 0.065, 0.09), 0.04)
    d = carve(d, egg(x, y + 0.548, z - 0.83, 0.19, 0.012, 0.09), 0.03)
    d = join(d, egg(ax - 0.71, y - 0.02, z + 0.06, 0.06, 0.2, 0.13), 0.05)
    d = join(d, rod(x, y, z, 0, -0.7, -0.18, 0, -1.7, -0.3, 0.37, 0.42), 0.16)
    d = join(d, rod(ax, y, z, 0.0, -1.6, -0.3, 1.25, -2.15, -0.32, 0.36, 0.4), 0.3)
    d = join(d, egg(x, y + 3.1, z + 0.25, 1.5, 1.35, 0.75), 0.3)
    return d
  }
  const top = (x, y, z) => {
    const ax = Math.abs(x)
    const strand = (noise(x * 22 + z * 8, y * 5, 3) - 0.5) * 0.035
    if (hair === 'crop')
      return (
        Math.max(egg(x, y - 0.34, z + 0.16, 0.735, 0.76, 0.86), 0.3 * z - (y - 0.28) * 0.9 - 0.05) +
        strand * 0.5
      )
    if (hair === 'bun') {
      const cap = Math.max(egg(x, y - 0.34, z + 0.16, 0.755, 0.79, 0.9), z * 0.75 - (y - 0.08))
      return Math.min(cap, ball(x, y - 0.78, z + 0.86, 0.3)) + strand
    }
    if (hair === 'bob') {
      const dome = egg(x, y - 0.3, z + 0.12, 0.83, 0.86, 0.93)
      const sides = Math.max(egg(x, y + 0.12, z + 0.18, 0.86, 0.9, 0.78), -0.72 - y)
      const cut = carve(join(dome, sides, 0.08), egg(x, y + 0.36, z - 0.86, 0.6, 0.84, 0.95), 0.03)
      const fringe = Math.max(egg(x, y - 0.3, z + 0.1, 0.8, 0.83, 0.93), -(y - 0.36 - x * 0.12), -(z - 0.1))
      return Math.min(cut, fringe) + strand
    }
    if (hair === 'cap') {
      const dome = Math.max(egg(x, y - 0.36, z + 0.1, 0.76, 0.74, 0.9), -(y - 0.3))
      const peak = Math.max(egg(x, y - 0.36, z - 0.72, 0.56, 0.07, 0.66), -(z - 0.5))
      return Math.min(dome, peak)
    }
    if (hair === 'long') {
      const dome = egg(x, y - 0.3, z + 0.16, 0.79, 0.81, 0.94)
      const fall = Math.max(egg(x, y + 0.68, z + 0.3, 0.82, 1.48, 0.6), z - 0.15)
      return (
        join(dome, fall, 0.2) +
        (noise(x * 46, y * 2.2 + z * 3, 3) - 0.5) * 0.022 +
        (noise(ax * 8, y * 1.1, 8) - 0.5) * 0.05
      )
    }
    return 9
  }
  const chin = (x, y, z) => {
    if (!beard) return 9
    const d = join(
      egg(x, y + 0.56, z - 0.26, 0.53 * jaw, 0.56, 0.5),
      rod(Math.abs(x), y, z, 0.56, 0.0, 0.1, 0.42, -0.5, 0.25, 0.09, 0.17),
      0.12,
    )
    const cut = Math.max(d - beard * 0.07, y + 0.24 - Math.abs(x) * 0.5)
    return (
      carve(cut, egg(x, y + 0.55, z - 0.8, 0.17, 0.09, 0.2), 0.04) +
      (noise(x * 26, y * 20 + z * 9, 9) - 0.5) * 0.05
    )
  }
  return { skin, top, chin }
}

/**
 * Lights a head. `turn` and `nod` in radians; `lamps` are `{ at: [x, y, z], power, through? }` in the room, where the
 * camera is at +z. through(px, py, pz) is the share of light that passes obstacles. `tones`: albedo of skin, hair and clothes.
 */
function portrait({
  face,
  turn = 0,
  nod = 0,
  tilt = 0,
  lamps,
  background,
  tones = [0.5, 0.06, 0.05],
  size = 560,
  samples = 3,
  zoom = 1,
  lift = 0,
  shift = 0,
  sheen = 0.5,
  turnTo,
}) {
  const { skin, top, chin } = head(face)
  const cn = Math.cos(nod)
  const sn = Math.sin(nod)
  const ct0 = Math.cos(tilt)
  const st0 = Math.sin(tilt)
  const local = [0, 0, 0]
  const place = (x, y, z, moment) => {
    const angle = turnTo === undefined ? turn : mix(turn, turnTo, moment)
    // The body turns half as far as the head.
    const c = Math.cos(angle)
    const s = Math.sin(angle)
    const x1 = x * ct0 + y * st0
    const y1 = -x * st0 + y * ct0
    const x2 = x1 * c - z * s
    const z2 = x1 * s + z * c
    local[0] = x2
    local[1] = y1 * cn - z2 * sn
    local[2] = y1 * sn + z2 * cn
  }
  const field = (x, y, z, moment = 0) => {
    // Far from the head, the distance to two spheres is exact enough and fast.
    const rough = Math.min(Math.hypot(x, y - 0.1, z) - 1.7, Math.hypot(x * 0.6, y + 2.9, z) - 1.9)
    if (rough > 0.6) return rough
    place(x, y, z, moment)
    const [a, b, c] = local
    return Math.min(skin(a, b, c), top(a, b, c), chin(a, b, c)) * 0.86
  }
  const shade = (px, py, pz, nx, ny, nz, dx, dy, dz, moment) => {
    place(px, py, pz, moment)
    const [a, b, c] = local
    const s = skin(a, b, c)
    const isHair = Math.min(top(a, b, c), chin(a, b, c)) < s
    const cloth = !isHair && b < -1.32 - 0.16 * Math.cos(a * 1.6)
    let tone = isHair ? tones[1] : cloth ? tones[2] : tones[0]
    tone *= 0.86 + 0.28 * clouds(a * 9, b * 9 + c * 4, 12, 3)
    if (!isHair && !cloth) {
      // Brows, lashes and lips are darker than the rest.
      const ax = Math.abs(a)
      if (c > 0.4 && Math.abs(b - 0.235 + ax * ax * 0.25) < 0.045 && ax > 0.1 && ax < 0.46) tone *= 0.28
      if (c > 0.55 && Math.abs(b - 0.035) < 0.022 && Math.abs(ax - 0.26) < 0.13) tone *= 0.3
      if (c > 0.6 && b < -0.45 && b > -0.66 && ax < 0.2) tone *= 0.62
    }
    let light = 0
    for (const lamp of lamps) {
      let lx = lamp.at[0] - px
      let ly = lamp.at[1] - py
      let lz = lamp.at[2] - pz
      const dl = Math.hypot(lx, ly, lz)
      lx /= dl
      ly /= dl
      lz /= dl
      const cos = nx * lx + ny * ly + nz * lz
      if (cos <= 0) continue
      let shadow = 1
      if (lamp.shadow !== false) {
        let t = 0.06
        for (let i = 0; i < 20; i++) {
          const d = field(px + nx * 0.02 + lx * t, py + ny * 0.02 + ly * t, pz + nz * 0.02 + lz * t, moment)
          shadow = Math.min(shadow, (10 * d) / t)
          t += Math.max(0.05, d)
          if (shadow < 0.02 || t > 3.2) break
        }
      }
      shadow = clamp(shadow)
      if (shadow === 0) continue
      const open = lamp.through ? lamp.through(px, py, pz) : 1
      const hx = lx - dx
      const hy = ly - dy
      const hz = lz - dz
      const spec = Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.hypot(hx, hy, hz))
      const graze = (1 - Math.abs(nx * dx + ny * dy + nz * dz)) ** 3
      const skinShine = isHair ? spec ** 14 * 0.22 : cloth ? 0.02 * spec ** 8 : spec ** 22 * sheen * 0.5
      light +=
        lamp.power *
        shadow *
        open *
        (cos * tone + skinShine + graze * cos * (lamp.edge ?? 0.4) * (cloth ? 0.12 : 1))
    }
    return light
  }
  // The camera has a long lens, at a distance of nine heads. The picture starts a little above the waist.
  const camera = (u, v, _lens, moment) => {
    const distance = 9
    const px = (u * 1.72) / zoom - shift
    const py = (v * 1.72) / zoom + lift
    const dy = py * 0.72
    const l = Math.hypot(px, dy, distance)
    return [0, py * 0.28, distance, px / l, dy / l, -distance / l, turnTo === undefined ? 0 : moment, 6.2]
  }
  return march({
    w: size,
    h: size,
    field,
    shade,
    miss: background ?? (() => 0.004),
    camera,
    samples,
    far: 12.5,
    steps: 64,
    grow: 0.95,
  })
}

const finish = (light, options) =>
  develop(light, { exposure: 1, grain: 0.06, vignette: 0.4, halation: 0.2, ...options })

/** Portrait of a profile with all light from behind. */
function vogelsang() {
  const air = (u, v) => {
    const d = Math.hypot(u + 0.55, v - 0.25)
    return 0.012 + (0.05 / (1 + (d / 0.35) ** 2)) * (0.4 + 1.2 * haze(u * 600, v * 600, 240, 5))
  }
  const small = portrait({
    face: { jaw: 0.94, nose: 1.06, brow: 0.85, hair: 'bun' },
    turn: -1.42,
    nod: 0.1,
    lift: -0.14,
    shift: -0.12,
    lamps: [
      { at: [-5, 2.4, -4.2], power: 2.6, edge: 1.4 },
      { at: [-3, 5, -1.5], power: 0.5, edge: 0.8 },
      { at: [4, 1, -5], power: 0.5, edge: 1.2 },
    ],
    background: air,
    tones: [0.5, 0.1, 0.05],
  })
  return finish(enlarge(small, SIZE, SIZE), { seed: 301, exposure: 1.5, grain: 0.07 })
}

/** Portrait of half a face, printed with the screen of a newspaper. */
async function halvorsen() {
  const small = portrait({
    face: { jaw: 1.1, nose: 1.08, brow: 1.3, hair: 'crop', beard: 1 },
    turn: 0.42,
    nod: 0.05,
    lift: -0.1,
    zoom: 1.22,
    lamps: [
      { at: [-5, 3.2, 4], power: 1.5, edge: 0.2 },
      { at: [5, 1.5, -3.5], power: 0.8, edge: 0.8 },
    ],
    background: (u, v) => 0.03 + 0.11 * smooth(1.4, 0, Math.hypot(u - 0.6, v - 0.2)),
    tones: [0.62, 0.12, 0.1],
  })
  const tone = blur(enlarge(small, SIZE, SIZE), 3)
  const pitch = 15
  const angle = 0.6
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  const dots = plane(SIZE, SIZE, (x, y) => {
    let v = tone.data[y * SIZE + x] * 1.5
    v = (v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14)
    v = clamp(v) ** 0.62
    const gx = (x * c + y * s) / pitch
    const gy = (-x * s + y * c) / pitch
    const wave = (Math.cos(gx * Math.PI * 2) + Math.cos(gy * Math.PI * 2)) / 4 + 0.5
    const edge = smooth(1 - v - 0.09, 1 - v + 0.09, wave + (noise(x / 2.2, y / 2.2, 40) - 0.5) * 0.1)
    return edge * (0.86 + 0.14 * clouds(x / 60, y / 60, 41, 3)) * 0.9
  })
  return finish(dots, { seed: 302, halation: 0.03, grain: 0.05, vignette: 0.15, exposure: 0.95 })
}

/** Portrait in light that comes through the slats of a shutter. */
function shirai() {
  const slats = (x, y) => {
    const p = (y * 5.6 + x * 0.9 + 0.2) % 1
    const q = p < 0 ? p + 1 : p
    return smooth(0.08, 0.16, q) * (1 - smooth(0.5, 0.58, q))
  }
  const small = portrait({
    face: { jaw: 0.86, nose: 0.82, brow: 0.7, hair: 'bob' },
    turn: -0.34,
    nod: 0.02,
    tilt: 0.06,
    lift: -0.08,
    zoom: 1.18,
    lamps: [
      { at: [2.6, 0.5, 5.4], power: 1.9, through: slats, edge: 0.15, shadow: true },
      { at: [-4, 2, -4], power: 0.5, edge: 1 },
    ],
    background: (u, v) =>
      0.006 + 0.05 * slats(u * 1.45 + 0.9, v * 1.45 - 0.1) * smooth(1.6, 0.2, Math.hypot(u - 0.5, v)),
    tones: [0.62, 0.05, 0.06],
    samples: 4,
  })
  return finish(enlarge(small, SIZE, SIZE), { seed: 303, exposure: 1.25, grain: 0.075 })
}

/** Portrait with motion blur: an exposure of half a second, with a flash that fixes the last position. */
function prates() {
  const small = portrait({
    face: { jaw: 1.04, nose: 1.1, brow: 1.15, hair: 'crop' },
    turn: 1.12,
    nod: -0.12,
    tilt: -0.08,
    lift: -0.12,
    shift: 0.2,
    zoom: 1.12,
    lamps: [
      { at: [5, 2.4, -2.4], power: 2.3, edge: 1.5 },
      { at: [-4, 4, -2.6], power: 1.1, edge: 1.3 },
      { at: [4.5, 3, 3], power: 0.2, edge: 0.1 },
    ],
    background: () => 0.003,
    tones: [0.36, 0.1, 0.03],
  })
  const flash = enlarge(small, SIZE, SIZE)
  const trail = plane(SIZE, SIZE)
  for (let y = 0; y < SIZE; y++) {
    // The portrayed person also moves up and down during the exposure, so the trail of the head is shifted vertically along
    // the row.
    let kept = 0
    for (let x = SIZE - 1; x >= 0; x--) {
      const bob = Math.round(Math.sin((SIZE - x) / 150) * 16 + (SIZE - x) * 0.03)
      const v = flash.data[clamp(y - bob, 0, SIZE - 1) * SIZE + x]
      kept = Math.max(kept * 0.9962, Math.min(1.2, v))
      trail.data[y * SIZE + x] = kept
    }
  }
  const soft = blur(trail, 10, 2.2)
  const light = plane(SIZE, SIZE, (x, y) => {
    const i = y * SIZE + x
    const strands = 0.35 + 1.1 * clouds(x / 900, y / 9, 66, 3)
    return (
      flash.data[i] * 0.95 +
      Math.max(0, soft.data[i] - 0.03) ** 1.3 * 0.55 * strands +
      0.01 * haze(x, y, 300, 7)
    )
  })
  return finish(light, { seed: 304, exposure: 0.95, grain: 0.085 })
}

/** Portrait from behind, with the lamp behind the head. */
function osterhuis() {
  const dark = portrait({
    face: { hair: 'long', jaw: 0.95 },
    turn: 2.85,
    nod: 0.04,
    tilt: -0.07,
    lift: -0.2,
    zoom: 0.92,
    shift: 0.1,
    lamps: [
      { at: [0.6, 2.6, -5], power: 3, edge: 3.4 },
      { at: [-4, 3, -2], power: 0.45, edge: 1 },
    ],
    background: () => -1,
    tones: [0.3, 0.12, 0.05],
    samples: 4,
  })
  const big = enlarge(dark, SIZE, SIZE)
  const body = plane(SIZE, SIZE, (x, y) => clamp(1 + Math.min(0, big.data[y * SIZE + x])))
  const sx = 690
  const sy = 360
  const through = shafts(body, sx, sy, { strength: 0.09, from: 0 })
  const light = plane(SIZE, SIZE, (x, y) => {
    const i = y * SIZE + x
    const dx = x - sx
    const dy = y - sy
    const d = Math.hypot(dx, dy)
    const a = Math.atan2(dy, dx)
    const rays =
      0.75 + 0.35 * noise(a * 5 + 20, d / 900, 81) ** 1.5 + 0.2 * noise(a * 23 + 40, d / 600, 82) ** 3
    const h = haze(x, y, 230, 83)
    const air = (2.6 / (1 + (d / 230) ** 2.1)) * rays * (0.35 + 1.1 * h) * (0.25 + 0.75 * through.data[i])
    const m = body.data[i]
    return air * (1 - m) + m * Math.max(0, big.data[i]) * 0.9 + air * m * 0.012 * haze(x, y, 200, 84)
  })
  return finish(light, { seed: 305, exposure: 1.05, grain: 0.07, halation: 0.25 })
}

/** Portrait behind the grating of the loading door. */
function barragan() {
  const mesh = (x, y) => {
    const a = Math.abs(((((x * 1.9 + y * 1.35 + 50) % 1) + 1) % 1) - 0.5)
    const b = Math.abs(((((x * 1.9 - y * 1.35 + 50) % 1) + 1) % 1) - 0.5)
    return 1 - 0.94 * (1 - smooth(0.06, 0.115, Math.min(a, b)))
  }
  const small = portrait({
    face: { jaw: 1.04, nose: 1, brow: 1.1, hair: 'cap' },
    turn: 0.38,
    nod: 0.16,
    tilt: 0.05,
    lift: -0.06,
    zoom: 1.3,
    lamps: [
      { at: [-3.4, 4.6, 4.2], power: 1.7, through: (x, y) => mesh(x + 0.1, y), edge: 0.1 },
      { at: [5, 3, -3], power: 1, edge: 1 },
    ],
    background: (u, v) =>
      0.008 +
      0.13 *
        mesh(u * 1.2 + 0.34, v * 1.2 + 0.1) *
        smooth(1.7, 0.2, Math.hypot(u + 0.3, v - 0.1)) *
        (0.6 + 0.5 * clouds(u * 5 + 9, v * 12 + 9, 90, 4)),
    tones: [0.42, 0.14, 0.06],
    samples: 4,
  })
  // The finish of a copied photocopy: each pixel is paper or toner, and grain is the threshold.
  const tone = blur(enlarge(small, SIZE, SIZE), 1.5)
  const copy = plane(SIZE, SIZE, (x, y) => {
    const v = clamp(tone.data[y * SIZE + x] * 2.3) ** 0.6
    const toner =
      (noise(x / 1.9, y / 1.9, 61) - 0.5) * 0.52 +
      (noise(x / 5, y / 5, 62) - 0.5) * 0.16 +
      (clouds(x / 260, y / 40, 63, 3) - 0.5) * 0.12
    return smooth(0.4, 0.56, v + toner) * (0.8 + 0.2 * noise(x / 300, y / 3, 64)) * 0.85
  })
  return finish(copy, { seed: 306, exposure: 0.95, halation: 0.02, grain: 0.05, vignette: 0.12 })
}

export const portraits = {
  'agency-katrin-vogelsang': vogelsang,
  'agency-odd-halvorsen': halvorsen,
  'agency-naoko-shirai': shirai,
  'agency-jadson-prates': prates,
  'agency-femke-osterhuis': osterhuis,
  'agency-teo-barragan': barragan,
}
