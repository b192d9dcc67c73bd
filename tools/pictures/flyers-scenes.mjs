/**
 * The photographs of the news: eight rooms, mostly dark. Each scene sums its light and passes it to flyers-film.mjs.
 * People are silhouettes on purpose, because the club does not photograph its guests.
 */
import { blur, clamp, enlarge, haze, march, mask, mix, plane, rim, shafts, smooth } from './flyers-film.mjs'
import { clouds, hash, noise, random } from './flyers-press.mjs'

const W = 1600
const H = 1000
const n = (v) => Math.round(v * 10) / 10

// ---------------------------------------------------------------- people

/** Returns SVG of a person from behind. (x, y) is the middle of the head, and s its height. */
function person(x, y, s, kind, rand, arms = 0) {
  const lean = (rand() - 0.5) * 14
  const broad = 0.9 + rand() * 0.22
  let d = `<path d="M -1.5 20 L -1.15 6 C -1.2 1.9 ${-1.05 * broad} 1.2 -0.62 1.02 C -0.33 0.9 -0.25 0.8 -0.24 0.4 L 0.24 0.4 C 0.25 0.8 0.33 0.9 0.62 1.02 C ${1.05 * broad} 1.2 1.2 1.9 1.15 6 L 1.5 20 Z"/>`
  d += `<path d="M 0 -0.53 C 0.27 -0.53 0.4 -0.3 0.39 -0.03 C 0.38 0.25 0.24 0.5 0 0.53 C -0.24 0.5 -0.38 0.25 -0.39 -0.03 C -0.4 -0.3 -0.27 -0.53 0 -0.53 Z"/>`
  d += `<ellipse cx="0.4" cy="0.06" rx="0.06" ry="0.12"/><ellipse cx="-0.4" cy="0.06" rx="0.06" ry="0.12"/>`
  const strands = (count, spread, size) =>
    Array.from({ length: count }, () => {
      const a = rand() * Math.PI * 2
      const r = spread * (0.75 + rand() * 0.35)
      return `<circle cx="${n(Math.cos(a) * r * 10) / 10}" cy="${(Math.sin(a) * r - 0.12).toFixed(2)}" r="${(size * (0.6 + rand() * 0.7)).toFixed(3)}"/>`
    }).join('')
  if (kind === 'curls') d += strands(46, 0.4, 0.12)
  if (kind === 'bun') d += `<ellipse cx="0.05" cy="-0.62" rx="0.2" ry="0.18"/>${strands(9, 0.38, 0.045)}`
  if (kind === 'long')
    d += `<path d="M -0.42 -0.2 C -0.55 0.4 -0.5 0.9 -0.46 1.5 L 0.48 1.5 C 0.5 0.9 0.55 0.4 0.42 -0.2 C 0.3 -0.62 -0.3 -0.62 -0.42 -0.2 Z"/>`
  if (kind === 'tail')
    d += `<path d="M -0.1 -0.42 C 0.34 -0.6 0.62 -0.3 0.56 0.3 C 0.53 0.6 0.44 0.8 0.4 0.95 C 0.36 0.6 0.4 0.1 0.2 -0.1 Z"/>`
  if (kind === 'cap')
    d += `<path d="M -0.42 -0.08 C -0.46 -0.62 0.46 -0.62 0.42 -0.08 Z"/><path d="M 0.3 -0.14 L 0.78 -0.06 L 0.4 0.02 Z"/>`
  if (kind === 'short') d += strands(26, 0.4, 0.05)
  const arm = (side, raise) => {
    const ex = side * (1.06 + rand() * 0.2)
    const ey = 0.5 - raise * 0.5
    const hx = side * (0.7 + rand() * 0.5)
    const hy = -0.55 - raise * 0.9
    const limb = (x1, y1, x2, y2, w1, w2) => {
      const a = Math.atan2(y2 - y1, x2 - x1) + Math.PI / 2
      const c = Math.cos(a)
      const t = Math.sin(a)
      return `<polygon points="${x1 + c * w1},${y1 + t * w1} ${x2 + c * w2},${y2 + t * w2} ${x2 - c * w2},${y2 - t * w2} ${x1 - c * w1},${y1 - t * w1}"/><circle cx="${x2}" cy="${y2}" r="${w2}"/>`
    }
    const up = Math.atan2(hy - ey, hx - ex)
    let hand = `<ellipse cx="${hx + Math.cos(up) * 0.13}" cy="${hy + Math.sin(up) * 0.13}" rx="0.2" ry="0.15" transform="rotate(${(up * 180) / Math.PI} ${hx + Math.cos(up) * 0.13} ${hy + Math.sin(up) * 0.13})"/>`
    const open = rand() > 0.35
    for (let f = 0; f < 5; f++) {
      const a = up + (f - 2) * (open ? 0.24 : 0.1) + (f === 4 ? side * 0.5 : 0)
      const l = (open ? 0.5 : 0.3) * (f === 0 || f === 4 ? 0.72 : 1)
      const bx = hx + Math.cos(up) * 0.1 + Math.cos(up + Math.PI / 2) * (f - 2) * 0.06
      const by = hy + Math.sin(up) * 0.1 + Math.sin(up + Math.PI / 2) * (f - 2) * 0.06
      hand += limb(bx, by, bx + Math.cos(a) * l, by + Math.sin(a) * l, 0.05, 0.036)
    }
    return limb(side * 0.86, 1.36, ex, ey, 0.24, 0.16) + limb(ex, ey, hx, hy, 0.16, 0.105) + hand
  }
  if (arms & 1) d += arm(-1, 0.3 + rand() * 0.7)
  if (arms & 2) d += arm(1, 0.3 + rand() * 0.7)
  return `<g fill="#fff" transform="translate(${n(x)} ${n(y)}) rotate(${n(lean)}) scale(${n(s)})">${d}</g>`
}

const kinds = ['short', 'short', 'curls', 'long', 'bun', 'cap', 'tail', 'short', 'curls', 'long']

/** Roughens the outlines of drawn people, so that they look like hair and cloth. */
async function people(drawing, s) {
  const cut = await mask(W, H, drawing)
  const reach = 0.026 * s
  const grain = Math.max(2, 0.04 * s)
  return plane(W, H, (x, y) => {
    const sx = Math.round(
      x +
        (noise(x / grain, y / grain, 91) - 0.5) * reach +
        (noise((x / grain) * 2.3, (y / grain) * 2.3, 92) - 0.5) * reach * 0.8,
    )
    const sy = Math.round(
      y +
        (noise(x / grain, y / grain, 93) - 0.5) * reach +
        (noise((x / grain) * 2.3, (y / grain) * 2.3, 94) - 0.5) * reach * 0.8,
    )
    return cut.data[clamp(sy, 0, H - 1) * W + clamp(sx, 0, W - 1)]
  })
}

/** Returns a row of people with heads of height s around the line y. */
function row(rand, { y, s, gap, wave = 0.35, hands = 0, from = -60, to = W + 60, skip = () => false }) {
  let out = ''
  for (let x = from; x < to; x += s * gap * (0.8 + rand() * 0.45)) {
    const kind = kinds[Math.floor(rand() * kinds.length)]
    const arms = rand() < hands ? (rand() < 0.45 ? 3 : rand() < 0.5 ? 1 : 2) : 0
    const drop = (rand() - 0.5) * s * wave * 2
    if (skip(x)) continue
    out += person(x, y + drop, s * (0.9 + rand() * 0.22), kind, rand, arms)
  }
  return out
}

/** Returns the brightness of a cone of light in haze: 0 outside, 1 in its axis. */
function cone(x, y, sx, sy, angle, spread, { fall = 900, edge = 0.35 } = {}) {
  const dx = x - sx
  const dy = y - sy
  const d = Math.hypot(dx, dy)
  let a = Math.atan2(dy, dx) - angle
  if (a > Math.PI) a -= Math.PI * 2
  if (a < -Math.PI) a += Math.PI * 2
  const off = Math.abs(a) / spread
  if (off > 1.6) return 0
  const body = 1 - smooth(1 - edge, 1 + edge, off)
  return (body / (1 + (d / fall) ** 1.5)) * (0.5 + 0.5 * Math.exp(-((off / 0.55) ** 2)))
}

/**
 * Combines layers of silhouettes with beams. `air(x, y)` is the lit haze. `layers` go from far to near. Each layer has a mask,
 * a rim of light, and the share of the haze that is in front of it.
 */
function stage(air, layers, back = 0.12) {
  return plane(W, H, (x, y) => {
    const i = y * W + x
    const lit = air.data[i]
    let v = lit * back
    let before = 0
    for (const layer of layers) {
      const m = layer.mask.data[i]
      v = v * (1 - m) + m * (layer.tone ?? 0) + (layer.rim ? layer.rim.data[i] * (layer.glow ?? 1) : 0)
      v += lit * (layer.haze - before)
      before = layer.haze
    }
    return v
  })
}

// ---------------------------------------------------------------- the eight scenes

/** Varies the light along edges. */
const worn = (edge) => plane(W, H, (x, y) => edge.data[y * W + x] * clouds(x / 70, y / 30, 19, 3) ** 2 * 3.2)

/** Scene of a torch in a dark room. */
async function torch() {
  const rand = random(101)
  const sx = 1215
  const sy = 468
  const far = blur(await people(row(rand, { y: 640, s: 92, gap: 1.5, hands: 0.06 }), 92), 1.6)
  const mid = await people(
    row(rand, { y: 730, s: 150, gap: 1.55, skip: (x) => x > 1090 && x < 1330 }) + torchBearer(),
    90,
  )
  const near = blur(
    await people(row(rand, { y: 930, s: 300, gap: 1.7, skip: (x) => x > 780 && x < 1240 }), 300),
    9,
  )
  const seen = shafts(
    plane(W, H, (x, y) => Math.max(far.data[y * W + x] * 0.9, 0)),
    sx,
    sy,
    { strength: 0.05, from: 0.1 },
  )
  const air = plane(W, H, (x, y) => {
    const h = haze(x, y, 210, 5)
    const beam = cone(x, y, sx, sy, Math.PI - 0.13, 0.17, { fall: 420, edge: 0.5 })
    const spill = 0.016 / (1 + (Math.hypot(x - sx, y - sy) / 260) ** 2)
    const core = 2.6 * Math.exp(-((Math.hypot(x - sx, y - sy) / 13) ** 2))
    return beam * (0.04 + 1.9 * h ** 2.4) * seen.data[y * W + x] * 0.75 + spill + core
  })
  const r = (m, k) => {
    const edge = rim(m, sx, sy, { width: k })
    return plane(W, H, (x, y) => {
      const d = Math.hypot(x - sx, y - sy)
      const inside = cone(x, y, sx, sy, Math.PI - 0.2, 0.36, { fall: 800, edge: 0.7 })
      return edge.data[y * W + x] * (inside * 4.2 + 0.5 / (1 + (d / 170) ** 2))
    })
  }
  return {
    light: stage(
      air,
      [
        { mask: far, haze: 0.55, rim: r(far, 2), tone: 0.001 },
        { mask: mid, haze: 0.9, rim: r(mid, 3), tone: 0.001 },
        { mask: near, haze: 1, rim: r(near, 9), glow: 0.7, tone: 0 },
      ],
      0.4,
    ),
    print: { exposure: 2.1, grain: 0.085, vignette: 0.5, seed: 5, halation: 0.24 },
  }
}

/** The forearm and the fist that hold the torch, at the start of the beam. */
const torchBearer = () =>
  `<g fill="#fff"><path d="M 1560 1040 C 1500 820 1440 640 1330 540 L 1285 505 L 1262 548 C 1330 640 1370 800 1380 1040 Z"/>
   <ellipse cx="1278" cy="512" rx="48" ry="40" transform="rotate(32 1278 512)"/>
   <rect x="1208" y="452" width="96" height="34" rx="8" transform="rotate(10 1208 452)"/>
   <rect x="1242" y="478" width="58" height="17" rx="8"/><rect x="1240" y="498" width="56" height="17" rx="8"/><rect x="1246" y="518" width="50" height="16" rx="8"/></g>`

/** Scene of a person who works in the booth, in front of the light. */
async function booth() {
  const body = `<g fill="#fff" transform="translate(748 452)">
    <g transform="rotate(17)"><path d="M 6 -150 C 70 -148 104 -104 98 -36 C 94 20 78 62 46 92 C 24 112 -14 114 -40 90 C -70 62 -90 22 -94 -34 C -98 -106 -56 -152 6 -150 Z"/>
    <path d="M -122 -30 C -130 -196 136 -200 126 -34 L 111 -34 C 112 -178 -106 -172 -106 -30 Z"/>
    <rect x="-136" y="-60" width="46" height="100" rx="20"/><rect x="92" y="-66" width="46" height="100" rx="20"/>
    <path d="M -60 -132 C -30 -176 50 -178 84 -120 C 60 -150 -20 -156 -60 -132 Z"/></g>
    <path d="M -66 64 L 44 84 C 60 128 104 138 156 156 C 236 184 262 250 268 330 L 250 470 L 300 620 L 240 760 L -230 760 L -216 470 C -230 420 -236 360 -228 300 C -240 250 -220 190 -150 160 C -96 140 -70 120 -66 64 Z"/>
    <path d="M 186 170 C 262 190 318 250 344 330 C 352 356 336 372 312 360 L 214 300 Z"/>
    <path d="M 344 322 C 356 352 330 376 302 356 C 262 300 214 180 168 66 L 206 46 C 256 140 312 240 344 322 Z"/>
    <path d="M 162 74 C 138 52 120 14 118 -26 C 117 -46 134 -48 140 -30 L 146 -6 C 138 -34 134 -58 142 -74 C 150 -88 166 -80 168 -62 L 172 -26 C 170 -50 172 -66 182 -72 C 196 -78 204 -62 202 -44 L 200 -8 C 204 -22 214 -26 222 -16 C 232 6 222 34 208 62 Z"/>
    <path d="M -180 180 C -270 230 -312 300 -352 420 L -430 520 L -352 556 L -250 460 L -190 360 Z"/></g>`
  const gear = `<g fill="#fff"><rect x="-20" y="880" width="1640" height="160"/><rect x="150" y="838" width="420" height="60" rx="6"/><rect x="640" y="846" width="310" height="60" rx="4"/><rect x="1030" y="838" width="430" height="60" rx="6"/>
    <rect x="190" y="826" width="300" height="16" rx="8"/><rect x="1070" y="826" width="300" height="16" rx="8"/>
    <path d="M 500 838 V 790 L 440 806 L 436 796 L 508 772 V 838 Z"/><path d="M 1388 838 V 786 L 1322 806 L 1318 796 L 1396 770 V 838 Z"/>
    ${Array.from({ length: 9 }, (_, i) => `<rect x="${664 + i * 31}" y="${832 - (i % 3) * 4}" width="15" height="20"/>`).join('')}</g>`
  const shape = await mask(W, H, body)
  const desk = await mask(W, H, gear)
  const crowd = blur(
    await people(row(random(31), { y: 1010, s: 190, gap: 1.9, hands: 0.12, wave: 0.25 }), 190),
    7,
  )
  const lamps = [
    [800, 330, -1.9, 0.075, 1],
    [800, 330, -1.15, 0.06, 0.8],
    [800, 330, -0.42, 0.085, 1.1],
    [800, 330, -2.72, 0.085, 1.1],
    [800, 330, 0.28, 0.07, 0.8],
    [800, 330, 2.86, 0.07, 0.8],
    [800, 330, -1.52, 0.035, 1.1],
  ]
  const seen = shafts(
    plane(W, H, (x, y) => shape.data[y * W + x]),
    800,
    330,
    { strength: 0.06, from: 0.02 },
  )
  const air = plane(W, H, (x, y) => {
    let v = 0
    for (const [sx, sy, a, s, p] of lamps) v += cone(x, y, sx, sy, a, s, { fall: 700, edge: 0.4 }) * p
    const d = Math.hypot(x - 800, (y - 330) * 1.1)
    const h = haze(x, y, 190, 9)
    return (
      (v * (0.18 + 1.35 * h ** 1.6) + 0.46 / (1 + (d / 250) ** 2)) *
      (0.4 + 0.6 * seen.data[y * W + x]) *
      (0.55 + 0.75 * h)
    )
  })
  const leds = await mask(
    W,
    H,
    Array.from(
      { length: 14 },
      (_, i) => `<circle cx="${648 + i * 22}" cy="${872 + (i % 2) * 12}" r="2.6" fill="#fff"/>`,
    ).join('') +
      '<circle cx="214" cy="866" r="4" fill="#fff"/><circle cx="1094" cy="866" r="4" fill="#fff"/>',
  )
  const light = stage(
    air,
    [
      { mask: shape, haze: 0.07, rim: rim(shape, 800, 300, { width: 3 }), glow: 1.1, tone: 0.001 },
      { mask: desk, haze: 0.12, rim: worn(rim(desk, 800, 200, { width: 2 })), glow: 0.8, tone: 0.001 },
      { mask: crowd, haze: 0.13, rim: rim(crowd, 800, 300, { width: 8 }), glow: 0.25, tone: 0 },
    ],
    0.93,
  )
  const glow = blur(leds, 3)
  for (let i = 0; i < light.data.length; i++)
    light.data[i] += (leds.data[i] * 1.4 + glow.data[i] * 2.2) * (1 - crowd.data[i])
  return { light, print: { exposure: 1.6, grain: 0.07, seed: 9, vignette: 0.45, halation: 0.2 } }
}

/** Scene of old floor boards, some of them lifted, and a door far away. */
async function boards() {
  const horizon = 292
  const light = plane(W, H)
  const door = await mask(W, H, '<rect x="1010" y="96" width="96" height="200" fill="#fff"/>')
  const glow = blur(door, 40)
  const wide = blur(door, 170)
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const i = y * W + x
      let v = door.data[i] * 2.4 + glow.data[i] * 0.55 + wide.data[i] * 0.5
      if (y > horizon + 2) {
        const z = 520 / (y - horizon)
        const wx = ((x - 820) / 560) * z
        const board = Math.floor(wx * 4.2 + 200)
        const across = wx * 4.2 + 200 - board
        const tone = hash(board, 3, 8)
        const joint = Math.floor(z * 0.32 + hash(board, 1, 4) * 3)
        const own = hash(board, joint, 5)
        const along = clouds(wx * 60 + board * 9, z * 2.2 + board * 3, 14, 4)
        const knots = clouds(wx * 9 + board * 5, z * 3.1, 15, 3)
        const gone =
          (board === 196 || board === 197 || board === 203) && z > 0.95 && z < 2.3 + hash(board, 9, 9)
        const gap =
          smooth(0.0, 0.035 * (1 + z * 0.35), across) * (1 - smooth(1 - 0.035 * (1 + z * 0.35), 1, across))
        const end = smooth(
          0,
          0.05,
          Math.abs(z * 0.32 + hash(board, 1, 4) * 3 - Math.round(z * 0.32 + hash(board, 1, 4) * 3)),
        )
        // The reflection of the door: each board has a slightly different angle.
        const tilt = (tone - 0.5) * 0.5 + (own - 0.5) * 0.16 + (along - 0.5) * 0.3
        const aim = (x - 1058) / (90 + (y - horizon) * 0.42) + tilt * 2.6
        const wear = 0.55 + 0.9 * along
        let floor = Math.exp(-(aim * aim) * 0.9) * 1.15 * wear * (0.3 + 0.9 / (1 + z * 0.16))
        floor += Math.exp(-(aim * aim) * 0.06) * 0.085 * wear
        floor *= 0.55 + 0.8 * tone
        floor *= 0.72 + 0.5 * knots
        const nail =
          Math.min(Math.abs(across - 0.2), Math.abs(across - 0.8)) < 0.028 &&
          Math.abs((z * 1.28) % 1) < 0.012 * z
            ? 0.25
            : 1
        floor *= gap * (0.35 + 0.65 * end) * nail
        if (gone)
          floor =
            0.004 + (Math.abs((z * 3.1) % 1) < 0.22 ? 0.05 * Math.exp(-aim * aim * 0.2) : 0) * (0.4 + along)
        v += floor * (1 - smooth(0, 26, 26 - (y - horizon)))
      } else {
        // Wall and roof are lit only by the door.
        const brick = 0.75 + 0.5 * clouds(x / 18, y / 9, 21, 3)
        v += (0.03 / (1 + (Math.hypot(x - 1058, y - 220) / 240) ** 2)) * brick
      }
      // Dust in the air is brightest in the beam of light.
      const shaft = cone(x, y, 1058, 190, 1.95, 0.42, { fall: 560, edge: 0.8 })
      v += shaft * 0.075 * (0.4 + haze(x, y, 170, 31))
      light.data[i] = v
    }
  }
  // The foreground is out of focus.
  const soft = blur(light, 6)
  const softer = blur(light, 2)
  const out = plane(W, H, (x, y) => {
    const i = y * W + x
    const near = smooth(700, 1000, y)
    const farAway = smooth(360, 292, y) * 0.8
    return mix(mix(light.data[i], softer.data[i], farAway), soft.data[i], near)
  })
  return { light: out, print: { exposure: 1.25, grain: 0.055, seed: 13, vignette: 0.5, halation: 0.22 } }
}

/** Scene of washed and stacked cups, with the lamp of the bar behind them. */
async function cups() {
  const lamps = [
    [330, 250, 120, 1.5],
    [1120, 180, 170, 1.9],
    [760, 640, 150, 0.7],
    [1480, 560, 120, 1.1],
    [90, 720, 110, 0.8],
    [560, 60, 80, 1.2],
    [1300, 860, 140, 0.5],
  ]
  const behind = (x, y) => {
    let v = 0.012 + 0.05 * haze(x, y, 320, 51)
    for (const [lx, ly, r, p] of lamps) {
      const d = Math.hypot(x - lx, y - ly) / r
      // A lamp out of focus is a disc with a brighter edge.
      v += p * 0.12 * (1 - smooth(0.9, 1.02, d)) * (0.75 + 0.45 * smooth(0.6, 0.98, d))
    }
    return v
  }
  const light = plane(W, H, behind)
  const stackRow = (list) => {
    for (const { cx, top, r, lift, soft, seed } of list) {
      const layer = plane(W, H)
      const cover = plane(W, H)
      const y0 = Math.max(0, Math.floor(top - r * 0.3))
      for (let y = y0; y < H; y++) {
        for (let x = Math.max(0, Math.floor(cx - r * 1.15)); x < Math.min(W, cx + r * 1.15); x++) {
          const k = (y - top) / lift
          const cup = Math.floor(k)
          const inCup = k - cup
          const wob = (hash(cup, seed, 3) - 0.5) * r * 0.05
          const rr = r * (1 - 0.07 * inCup)
          const u = (x - cx - wob) / rr
          const au = Math.abs(u)
          if (au > 1.0) continue
          const mouth = Math.sqrt(1 - u * u) * r * 0.13
          if (y < top - mouth) continue
          const i = y * W + x
          const wall = Math.sqrt(Math.max(0, 1 - u * u))
          // The stacked cups reflect the room upside down and narrower.
          const seen =
            behind(cx - u * rr * (1.6 + 2.4 * au * au), y + (soft > 0.5 ? 0 : 60) * (inCup - 0.5)) *
            (0.5 + 0.35 * wall)
          const fresnel = (1 - wall) ** 2.4
          const edge = Math.exp(-(((au - 0.965) / 0.02) ** 2))
          // The rim of each cup is an ellipse.
          const bend = mouth
          const yr = (inCup > 0.5 ? inCup - 1 : inCup) * lift
          const front = Math.exp(-(((yr - bend) / 2.3) ** 2))
          const shade = Math.exp(-(((yr - bend - 7) / 4) ** 2))
          let v = seen * (0.85 - 0.45 * fresnel)
          v += edge * 0.4 * behind(cx + Math.sign(u) * r * 2.2, y) * 2
          v += front * (0.1 + 1.7 * behind(cx + u * r * 3.4, y - 90))
          if (k < 0)
            v =
              v * 0.6 +
              Math.exp(-(((y - top + mouth - 2) / 2.2) ** 2)) * (0.12 + 1.5 * behind(cx - u * r * 3, y - 60))
          v *= 1 - (soft > 0.5 ? 0.12 : 0.5) * shade
          v +=
            Math.exp(-(((u + 0.52) / 0.035) ** 2)) *
            0.22 *
            (0.4 + 0.6 * noise(y / 14, cup, seed)) *
            behind(cx - r, y - 40) *
            5
          v += Math.exp(-(((u - 0.7) / 0.02) ** 2)) * 0.12 * behind(cx + r * 2, y) * 5
          const drops = hash(Math.floor(x / 5), Math.floor(y / 6), seed + 8)
          if (drops > 0.988) v *= 1.9
          layer.data[i] = v
          cover.data[i] = 1
        }
      }
      const a = soft > 0.5 ? blur(layer, soft) : layer
      const b = soft > 0.5 ? blur(cover, soft) : blur(cover, 0.9)
      for (let i = 0; i < light.data.length; i++) {
        const m = b.data[i]
        if (m > 0.003)
          light.data[i] = light.data[i] * (1 - m * 0.96) + (soft > 0.5 ? a.data[i] : a.data[i] * m)
      }
    }
  }
  stackRow(
    Array.from({ length: 9 }, (_, i) => ({
      cx: 60 + i * 188,
      top: 330 + hash(i, 1, 61) * 160,
      r: 74,
      lift: 34,
      soft: 7,
      seed: 70 + i,
    })),
  )
  stackRow(
    [0, 1, 2, 3, 4].map((i) => ({
      cx: 120 + i * 372 + (hash(i, 2, 61) - 0.5) * 40,
      top: [520, 250, 430, 180, 600][i],
      r: 142,
      lift: 62,
      soft: 0,
      seed: 80 + i,
    })),
  )
  stackRow([{ cx: 1490, top: 330, r: 260, lift: 120, soft: 15, seed: 90 }])
  for (let i = 0; i < light.data.length; i++) light.data[i] = Math.max(0, light.data[i] - 0.03) * 1.1
  return { light, print: { exposure: 2.1, grain: 0.06, seed: 17, vignette: 0.45, halation: 0.22 } }
}

/** Scene of the knobs of a mixer in the light of one lamp, from very near. */
async function mixer() {
  const w = 800
  const h = 500
  const turn = (i, j) => -2.2 + hash(i, j, 71) * 4.4
  const field = (x, y, z) => {
    let d = y
    const i = Math.round(x / 1.5)
    const j = Math.round(z / 1.5)
    if (Math.abs(i) < 12 && j > -2 && j < 9) {
      const lx = x - i * 1.5
      const lz = z - j * 1.5
      const r = Math.hypot(lx, lz)
      const a = Math.atan2(lz, lx)
      const flute = 0.014 * Math.cos(a * 18)
      const slope = 0.42 - 0.07 * clamp(y)
      const side = r - slope - flute * smooth(0.05, 0.2, y)
      const body = Math.max(side, y - 0.78)
      const skirt = Math.max(r - 0.52, y - 0.12)
      const t = turn(i, j)
      const px = lx * Math.cos(t) + lz * Math.sin(t)
      const pz = -lx * Math.sin(t) + lz * Math.cos(t)
      const notch = Math.max(Math.abs(pz) - 0.035, -px + 0.05, px - 0.5, Math.abs(y - 0.78) - 0.05)
      const cap = Math.min(Math.max(body, -notch), skirt)
      d = Math.min(d, cap * 0.8)
    }
    return d
  }
  const L = [-3.2, 2.6, 8.5]
  const shade = (px, py, pz, nx, ny, nz, dx, dy, dz) => {
    let lx = L[0] - px
    let ly = L[1] - py
    let lz = L[2] - pz
    const dl = Math.hypot(lx, ly, lz)
    lx /= dl
    ly /= dl
    lz /= dl
    let shadow = 1
    let t = 0.05
    for (let i = 0; i < 22; i++) {
      const d = field(px + nx * 0.02 + lx * t, py + ny * 0.02 + ly * t, pz + nz * 0.02 + lz * t)
      shadow = Math.min(shadow, (9 * d) / t)
      t += Math.max(0.04, d)
      if (shadow < 0.02 || t > 5) break
    }
    shadow = clamp(shadow)
    const diff = Math.max(0, nx * lx + ny * ly + nz * lz)
    const hx = lx - dx
    const hy = ly - dy
    const hz = lz - dz
    const hl = Math.hypot(hx, hy, hz)
    const spec = Math.max(0, (nx * hx + ny * hy + nz * hz) / hl)
    const panel = py < 0.01
    const i = Math.round(px / 1.5)
    const j = Math.round(pz / 1.5)
    let v =
      diff * shadow * (panel ? 0.05 : 0.045) +
      spec ** 26 * shadow * (panel ? 0.3 : 0.34) +
      spec ** 160 * shadow * 1.1
    if (panel) {
      // The printed scale has eleven ticks around each knob.
      const lx2 = px - i * 1.5
      const lz2 = pz - j * 1.5
      const r = Math.hypot(lx2, lz2)
      const a = Math.atan2(lz2, lx2)
      const tick = Math.abs(((a / (Math.PI * 2)) * 14) % 1) < 0.1 && r > 0.58 && r < 0.67
      if (tick) v += 0.16 * (0.4 + shadow)
      v *= 0.85 + 0.3 * hash(Math.floor(px * 60), Math.floor(pz * 60), 3)
      // A row of lamps shows the level on the meters.
      const m = Math.hypot(
        px - 0.75 - Math.round((px - 0.75) / 1.5) * 1.5,
        (pz - 0.75 - Math.round((pz - 0.75) / 0.5) * 0.5) * 1.6,
      )
      if (Math.abs(px - 0.75) < 0.3 && pz > 0.4 && pz < 7 && m < 0.085) v += pz > 2.2 ? 3.2 : 0.12
    }
    const t2 = turn(i, j)
    const lx3 = px - i * 1.5
    const lz3 = pz - j * 1.5
    const qx = lx3 * Math.cos(t2) + lz3 * Math.sin(t2)
    const qz = -lx3 * Math.sin(t2) + lz3 * Math.cos(t2)
    if (py > 0.6 && Math.abs(qz) < 0.04 && qx > 0.04 && qx < 0.5) v += 0.42 * (0.25 + shadow)
    v += (1 - Math.abs(nx * dx + ny * dy + nz * dz)) ** 3 * 0.07 * (panel ? 0.2 : 1)
    return v
  }
  const from = [0.95, 1.75, -2.5]
  const to = [0.3, 0.3, 1.2]
  const f = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const fl = Math.hypot(...f)
  for (let i = 0; i < 3; i++) f[i] /= fl
  const right = [f[2], 0, -f[0]]
  const rl = Math.hypot(...right)
  for (let i = 0; i < 3; i++) right[i] /= rl
  const up = [
    f[1] * right[2] - f[2] * right[1],
    f[2] * right[0] - f[0] * right[2],
    f[0] * right[1] - f[1] * right[0],
  ]
  const focus = 3.35
  const camera = (u, v, r1, r2) => {
    const px = u * 0.62
    const py = v * 0.62 * (h / w)
    let dx = f[0] + right[0] * px + up[0] * py
    let dy = f[1] + right[1] * px + up[1] * py
    let dz = f[2] + right[2] * px + up[2] * py
    const radius = Math.sqrt(r2) * 0.085
    const ax = Math.cos(r1 * 6.2832) * radius
    const ay = Math.sin(r1 * 6.2832) * radius
    const ox = from[0] + right[0] * ax + up[0] * ay
    const oy = from[1] + right[1] * ax + up[1] * ay
    const oz = from[2] + right[2] * ax + up[2] * ay
    dx = from[0] + dx * focus - ox
    dy = from[1] + dy * focus - oy
    dz = from[2] + dz * focus - oz
    const l = Math.hypot(dx, dy, dz)
    return [ox, oy, oz, dx / l, dy / l, dz / l, 0, 1]
  }
  const small = march({
    w,
    h,
    field,
    shade,
    miss: () => 0.004,
    camera,
    samples: 26,
    far: 16,
    steps: 60,
    grow: 0.92,
  })
  return {
    light: enlarge(small, W, H),
    print: { exposure: 1.35, grain: 0.06, seed: 19, vignette: 0.5, halation: 0.35 },
  }
}

/** Scene of the river at dawn from a boat. One bank is behind, and the other one is not visible yet. */
async function river() {
  const rand = random(61)
  const horizon = 392
  const lamps = Array.from({ length: 74 }, () => {
    const x = rand() * W
    const cluster = Math.exp(-(((x - 1120) / 330) ** 2)) + 0.35 * Math.exp(-(((x - 260) / 160) ** 2))
    return {
      x,
      y: horizon - 4 - rand() * rand() * 34 * (0.4 + cluster),
      p: (0.08 + rand() ** 4 * 1.5) * (0.2 + cluster),
    }
  })
  lamps.push(
    { x: 1180, y: horizon - 112, p: 1.9 },
    { x: 980, y: horizon - 84, p: 0.9 },
    { x: 402, y: horizon - 40, p: 1.6 },
  )
  const port = await mask(
    W,
    H,
    `<g fill="#fff"><rect x="0" y="${horizon - 12}" width="${W}" height="14"/>
     <path d="M 1090 ${horizon} L 1130 ${horizon - 210} L 1146 ${horizon - 210} L 1150 ${horizon - 150} L 1330 ${horizon - 236} L 1334 ${horizon - 228} L 1152 ${horizon - 134} L 1190 ${horizon} L 1178 ${horizon} L 1140 ${horizon - 140} L 1102 ${horizon} Z"/>
     <path d="M 900 ${horizon} L 926 ${horizon - 150} L 936 ${horizon - 150} L 938 ${horizon - 108} L 1050 ${horizon - 196} L 1054 ${horizon - 190} L 942 ${horizon - 94} L 968 ${horizon} L 958 ${horizon} L 932 ${horizon - 96} L 910 ${horizon} Z"/>
     <rect x="1230" y="${horizon - 46}" width="150" height="46"/><rect x="1260" y="${horizon - 70}" width="60" height="30"/><rect x="640" y="${horizon - 30}" width="190" height="30"/><rect x="690" y="${horizon - 54}" width="22" height="30"/>
     <path d="M 250 ${horizon + 4} L 270 ${horizon - 22} H 520 L 548 ${horizon + 4} Z"/><rect x="310" y="${horizon - 44}" width="150" height="24"/><rect x="340" y="${horizon - 62}" width="70" height="20"/><rect x="396" y="${horizon - 84}" width="16" height="26"/></g>`,
  )
  const light = plane(W, H)
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const i = y * W + x
      let v = 0
      if (y <= horizon) {
        const glow = Math.exp(-(horizon - y) / 130)
        v =
          0.05 *
            glow *
            (0.5 + Math.exp(-(((x - 1120) / 480) ** 2)) * 1.6) *
            (0.6 + 0.8 * haze(x, y, 300, 62)) +
          0.006
        v *= 1 - port.data[i] * 0.94
        for (const lamp of lamps) {
          const dx = x - lamp.x
          const dy = y - lamp.y
          const d = dx * dx + dy * dy
          if (d < 2600) v += lamp.p * (Math.exp(-d / 5) * 2 + 0.05 / (1 + d / 26))
        }
      } else {
        const depth = y - horizon
        const near = depth / (H - horizon)
        const scale = 2 + near * 46
        // The slopes of the swell grow towards the camera.
        const swell = clouds((x + depth * 0.6) / (scale * 5), depth / (scale * 0.55) + 3, 63, 3) - 0.5
        const chop = clouds(x / (scale * 1.5), depth / (scale * 0.22), 64, 3) - 0.5
        const slope = swell * 1.1 + chop * 0.9
        v = 0.004 + Math.max(0, slope) * 0.02
        for (const lamp of lamps) {
          const dx = x - lamp.x + slope * (22 + depth * 0.36)
          const width = 2 + depth * 0.055
          if (Math.abs(dx) > width * 4) continue
          const reach = Math.exp(-depth / (150 + lamp.p * 300))
          const facet = smooth(0.02, 0.3, slope + 0.16 - near * 0.12)
          v += lamp.p * 0.62 * reach * Math.exp(-((dx / width) ** 2)) * facet * (14 / (10 + width))
        }
        v += 0.06 * Math.exp(-depth / 60) * Math.exp(-(((x - 1120) / 380) ** 2)) * (0.5 + slope)
      }
      light.data[i] = v
    }
  }
  // The rail of the boat is near the camera and out of focus.
  const rail = blur(
    await mask(
      W,
      H,
      '<g fill="#fff"><path d="M -20 838 L 1640 902 L 1640 934 L -20 872 Z"/><path d="M 300 850 L 330 851 L 322 1040 L 286 1040 Z"/><path d="M 1180 884 L 1212 885 L 1206 1040 L 1168 1040 Z"/></g>',
    ),
    5,
  )
  const lit = rim(rail, 1100, 300, { width: 5 })
  for (let i = 0; i < light.data.length; i++)
    light.data[i] = light.data[i] * (1 - rail.data[i]) + lit.data[i] * 0.16
  return { light, print: { exposure: 1.7, grain: 0.075, seed: 23, vignette: 0.5, halation: 0.3 } }
}

/** Scene of the dance floor, from among the people. */
async function dancefloor() {
  const rand = random(207)
  const sources = [
    [230, 60],
    [640, 20],
    [1010, 20],
    [1400, 70],
  ]
  const beams = [
    [0, 1.05, 0.05, 1],
    [0, 0.62, 0.03, 0.8],
    [1, 1.72, 0.045, 1.1],
    [1, 1.25, 0.03, 0.9],
    [2, 1.95, 0.05, 1.1],
    [2, 1.5, 0.028, 1],
    [3, 2.1, 0.05, 1],
    [3, 2.5, 0.032, 0.8],
  ]
  const layers = []
  const specs = [
    { y: 590, s: 58, gap: 1.35, hands: 0.3, soft: 1.6, haze: 0.45, rimw: 2 },
    { y: 660, s: 92, gap: 1.4, hands: 0.34, soft: 0.8, haze: 0.72, rimw: 2 },
    { y: 760, s: 150, gap: 1.5, hands: 0.3, soft: 0, haze: 0.92, rimw: 3 },
    { y: 950, s: 290, gap: 1.9, hands: 0.2, soft: 8, haze: 1, rimw: 8 },
  ]
  for (const spec of specs) {
    let m = await people(row(rand, spec), spec.s)
    if (spec.soft) m = blur(m, spec.soft)
    layers.push({
      mask: m,
      haze: spec.haze,
      rim: rim(m, 820, -500, { width: spec.rimw }),
      glow: spec.soft > 4 ? 0.07 : 0.2,
      tone: 0.001,
    })
  }
  const blocker = plane(
    W,
    H,
    (x, y) => Math.max(layers[0].mask.data[y * W + x], layers[1].mask.data[y * W + x]) * 0.5,
  )
  const wash = shafts(blocker, 820, 470, { strength: 0.08 })
  const air = plane(W, H, (x, y) => {
    const h = haze(x, y, 200, 208)
    let v = 0
    for (const [s, a, spread, p] of beams)
      v += cone(x, y, sources[s][0], sources[s][1], a, spread, { fall: 760, edge: 0.3 }) * p
    const d = Math.hypot((x - 820) * 0.62, y - 500)
    const glow = 0.3 / (1 + (d / 170) ** 2.4)
    return (
      (v * 1.3 * (0.06 + 1.7 * h ** 2.1) + glow * (0.1 + 1.5 * h ** 1.5)) *
      (0.35 + 0.65 * wash.data[y * W + x])
    )
  })
  return {
    light: stage(
      air,
      layers.map((l) => ({ ...l, haze: 0.04 + l.haze * 0.13 })),
      0.85,
    ),
    print: { exposure: 1.55, grain: 0.07, seed: 29, vignette: 0.5, halation: 0.2 },
  }
}

/** Scene of a record under a low lamp. */
async function record() {
  const light = plane(W, H)
  const cx = 560
  const cy = 780
  const squash = 0.52
  const R = 900
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const i = y * W + x
      const dx = x - cx
      const dy = (y - cy) / squash
      const r = Math.hypot(dx, dy)
      const a = Math.atan2(dy, dx)
      let v = 0.0025
      if (r < R) {
        if (r < 300) {
          // The label is plain paper with text in a circle and a hole.
          const ring = Math.exp(-(((r - 286) / 3) ** 2)) * 0.4 + Math.exp(-(((r - 120) / 2) ** 2)) * 0.3
          const light2 = 0.05 + 0.12 * (0.5 + 0.5 * Math.cos(a + 0.9)) ** 3
          v = light2 * (0.9 + 0.2 * clouds(x / 3, y / 3, 81, 2)) * (1 - ring)
          const word =
            Math.abs(r - 205) < 22 &&
            hash(Math.floor((a + 4) * 26), 3, 82) > 0.42 &&
            Math.abs(Math.sin(a * 1.5)) > 0.35
          if (word) v *= 0.35
          if (r < 14) v = 0.9 * Math.exp(-(((dx + 5) ** 2 + (dy + 8) ** 2) / 60)) + 0.01
        } else {
          // The grooves reflect the lamp in two narrow, bright sectors. Their brightness varies with the recorded sound.
          const track = Math.floor((r - 300) / 118)
          const between = Math.exp(-((((r - 300) % 118) / 4.5) ** 2))
          const modulation = noise(r / 1.6, a * 42, 83) * 0.55 + noise(r / 5, a * 9, 84) * 0.6
          const loud = 0.55 + 0.5 * noise(r / 13, track * 3 + a * 1.5, 85)
          const wing = (c, k) => Math.exp(-(((((a - c + Math.PI * 3) % (Math.PI * 2)) - Math.PI) / k) ** 2))
          const shine =
            wing(-0.62, 0.11) * 1.5 +
            wing(-0.62, 0.34) * 0.26 +
            wing(2.52, 0.1) * 0.9 +
            wing(2.52, 0.3) * 0.18 +
            wing(-1.9, 0.06) * 0.35 +
            wing(-1.25, 0.035) * 0.3
          v = 0.004 + shine * (0.25 + 0.9 * modulation) * loud * 0.85
          v *= 1 - 0.75 * between
          v += between * shine * 0.9 * (0.5 + noise(a * 160, r / 40, 86))
          if (r > R - 14) v += Math.exp(-(((r - R + 7) / 3) ** 2)) * (0.06 + shine * 0.9)
          v *= 0.9 + 0.1 * Math.sin(r * 2.1)
        }
      } else {
        const mat = 0.006 + 0.01 * hash(x, y, 87) * smooth(1700, 900, r)
        const dots = Math.abs(((a + Math.PI) * 46) % 1) < 0.45 && r > R + 26 && r < R + 62
        v = mat + (dots ? 0.11 * (0.2 + Math.max(0, Math.cos(a + 0.62))) : 0)
      }
      light.data[i] = v
    }
  }
  const field = light
  const b1 = blur(field, 3)
  const b2 = blur(field, 9)
  const focused = plane(W, H, (x, y) => {
    const i = y * W + x
    const off = Math.abs(y - 470) / 420
    const t = smooth(0.35, 1.25, off)
    return t < 0.5 ? mix(field.data[i], b1.data[i], t * 2) : mix(b1.data[i], b2.data[i], t * 2 - 1)
  })
  // The arm enters from the right, with its shadow.
  const arm = `<g fill="#fff"><path d="M 1640 96 L 1640 152 L 1148 352 L 1040 420 L 1020 396 L 1130 314 Z"/>
    <path d="M 1062 372 L 1110 430 L 976 520 L 922 532 L 914 500 L 950 446 Z"/><path d="M 1064 372 L 1092 352 L 1160 330 L 1172 344 L 1108 386 Z"/>
    <path d="M 928 524 L 948 526 L 936 560 L 930 560 Z"/></g>`
  const shape = await mask(W, H, arm)
  const shadow = blur(await mask(W, H, `<g transform="translate(-54 64)">${arm}</g>`), 10)
  const edge = rim(shape, 1500, -400, { width: 3 })
  const broad = rim(shape, 1500, -400, { width: 11 })
  const under = rim(shape, 500, 1100, { width: 3 })
  const out = plane(W, H, (x, y) => {
    const i = y * W + x
    const m = shape.data[i]
    const v = focused.data[i] * (1 - shadow.data[i] * 0.82)
    return v * (1 - m) + m * 0.012 + edge.data[i] * 1.5 + broad.data[i] * 0.13 + under.data[i] * 0.2
  })
  return { light: out, print: { exposure: 1.3, grain: 0.055, seed: 37, vignette: 0.5, halation: 0.24 } }
}

export const photographs = {
  'news-linterna': torch,
  'news-cabina': booth,
  'news-piso': boards,
  'news-vasos': cups,
  'news-mezcladora': mixer,
  'news-rio': river,
  'news-pista': dancefloor,
  'news-disco': record,
}
