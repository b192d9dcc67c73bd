/** Sets for the photographs of /milestones: one object or event of each visiting club, from the texts in club/milestones.ts. */
import { random } from './film-studio.mjs'
import {
  BONE,
  BRICK,
  bales,
  columns,
  doorWall,
  GLASS,
  MATT,
  METAL,
  PAPER,
  shell,
  TIMBER,
  VELVET,
} from './photos-set.mjs'
import { ball, box, glow, group, post, spot } from './photos-trace.mjs'

/** Creates a bent bar from balls along a path. The other shapes of the path tracer are upright or square. */
const bent = (mat, radius, from, to, sag = 0, n = 40) =>
  Array.from({ length: n }, (_, i) => {
    const t = i / (n - 1)
    const at = from.map((v, k) => v + (to[k] - v) * t)
    at[1] -= sag * 4 * t * (1 - t)
    return ball(mat, at, [radius, radius, radius])
  })

/** Creates a ring of wire around the z axis. */
const ring = (mat, [x, y, z], radius, wire, n = 60) =>
  Array.from({ length: n }, (_, i) => {
    const a = (i / n) * 2 * Math.PI
    return ball(mat, [x + Math.cos(a) * radius, y + Math.sin(a) * radius, z], [wire, wire, wire])
  })

/** Creates record sleeves in a row along x. */
function sleeves(seed, x0, x1, y, z, half = 0.155) {
  const r = random(seed)
  const list = []
  for (let x = x0; x < x1; x += 0.009 + r() * 0.006)
    list.push(
      box(
        [PAPER, MATT, BONE, MATT, PAPER][Math.floor(r() * 5)],
        [x, y + half + (r() - 0.5) * 0.02, z + (r() - 0.5) * 0.02],
        [0.0028, half, half],
      ),
    )
  return group(list)
}

/** Creates a shopping trolley for the street market, full of records. */
function trolley(seed, x, z) {
  const wires = []
  const [w, d, low, high] = [0.19, 0.17, 0.16, 0.4]
  for (let i = 0; i <= 6; i++) {
    const at = -w + (i / 6) * 2 * w
    wires.push(box(METAL, [x + at, (low + high) / 2, z - d], [0.0025, (high - low) / 2, 0.0025]))
    wires.push(box(METAL, [x + at, (low + high) / 2, z + d], [0.0025, (high - low) / 2, 0.0025]))
  }
  for (let i = 0; i <= 5; i++) {
    const at = -d + (i / 5) * 2 * d
    for (const side of [-w, w])
      wires.push(box(METAL, [x + side, (low + high) / 2, z + at], [0.0025, (high - low) / 2, 0.0025]))
  }
  for (let i = 0; i <= 5; i++) {
    const y = low + (i / 5) * (high - low)
    for (const side of [-d, d]) wires.push(box(METAL, [x, y, z + side], [w, 0.0025, 0.0025]))
    for (const side of [-w, w]) wires.push(box(METAL, [x + side, y, z], [0.0025, 0.0025, d]))
  }
  return [
    ...group(wires),
    ...group([
      ...[-0.17, 0.17].map((a) => post(METAL, [x + a, 0.55, z + d + 0.02], 0.009, 0.5)),
      box(MATT, [x, 1.05, z + d + 0.02], [0.19, 0.016, 0.016]),
      box(METAL, [x, low - 0.01, z], [w, 0.006, d]),
      box(METAL, [x, 0.1, z + d], [0.24, 0.006, 0.006]),
      ...[-0.23, 0.23].flatMap((a) => [
        ball(MATT, [x + a, 0.1, z + d], [0.018, 0.1, 0.1]),
        ball(METAL, [x + a * 1.06, 0.1, z + d], [0.014, 0.03, 0.03]),
      ]),
    ]),
    ...sleeves(seed, x - w + 0.02, x + w - 0.01, 0.17, z),
  ]
}

export const guestScenes = {
  // Scene: records in shopping trolleys, in the light of a torch during the blackout.
  'milestone-1': () => ({
    size: [1600, 1067],
    cam: [-0.42, 0.7, 0.55],
    lens: [1.95, 0, 0, 0],
    aim: [0.17, -0.06, 2.1, 0.012],
    prims: [
      ...shell({ back: 12, step: 4 }),
      ...doorWall(12, 90, 91, 3),
      ...columns([-3.9, 3.9], [5.5, 9]),
      ...bales(61, -6.2, -2, 9.8, 11.8, 4),
      ...trolley(62, -0.62, 2.5),
      ...trolley(63, 0.12, 2.85),
      ...trolley(64, 1.0, 3.5),
    ],
    lights: [
      spot([-3.4, 1.5, 1.7], [0.1, 0.45, 2.8], 60, 9, 15, 0.03),
      spot([-3.4, 1.5, 1.7], [0.1, 0.45, 2.8], 60, 9, 15, 0.03),
      spot([2.6, 3.8, 7.2], [0.1, 0.4, 2.8], 90, 10, 18, 0.06),
      glow([0.4, 2.2, 9], [1.6, 0.8, 0.3], 2, 1),
    ],
    fog: [0.02, 0.012, 0.2, 0.05],
    fog2: [0.3, 0.01, 0.5, 1],
    misc: [1, 0.2, 1, 0.12],
    look: { exposure: 1.75, contrast: 0.62, toe: 0.08, bloom: 0.25 },
  }),

  // Scene: the till by torchlight, with every lamp off.
  'milestone-2': () => {
    const r = random(71)
    const coins = Array.from({ length: 16 }, (_, i) =>
      post(
        METAL,
        [0.1 + (r() - 0.5) * 0.16 + (i % 3) * 0.05, 0.0014 + (i % 4) * 0.0026, 0.4 + (r() - 0.5) * 0.11],
        0.0125,
        0.0012,
      ),
    )
    return {
      size: [1600, 1067],
      cam: [0.03, 0.2, -0.12],
      lens: [1.85, 0.02, 0, 0],
      aim: [0.0, -0.15, 0.58, 0.006],
      floorMat: 13,
      prims: [
        // The upright torch has a grip, a collar and a head.
        ...group([
          post(MATT, [-0.1, 0.055, 0.46], 0.0155, 0.055),
          ...[0.02, 0.035, 0.05, 0.065, 0.08].map((y) => post(METAL, [-0.1, y, 0.46], 0.0165, 0.002)),
          post(METAL, [-0.1, 0.113, 0.46], 0.02, 0.004),
          post(MATT, [-0.1, 0.13, 0.46], 0.026, 0.014),
          post(METAL, [-0.1, 0.146, 0.46], 0.0275, 0.003),
          post(91, [-0.1, 0.1485, 0.46], 0.024, 0.0008),
        ]),
        ...group(coins),
        ...group(
          Array.from({ length: 7 }, (_, i) =>
            box(
              PAPER,
              [0.23 + (r() - 0.5) * 0.02, 0.0007 + i * 0.0013, 0.36 + (r() - 0.5) * 0.02],
              [0.033, 0.0005, 0.075],
            ),
          ),
        ),
        ...group(
          [0, 1, 2].map((i) => post(BONE, [-0.3 + i * 0.085, 0.055, 0.62 + (i % 2) * 0.05], 0.036, 0.055)),
        ),
        ...group(
          [0, 1, 2, 3, 4].map((i) => post(GLASS, [0.1 + i * 0.12, 0.14, 0.86 + (i % 2) * 0.06], 0.036, 0.14)),
        ),
        ...group(
          [0, 1, 2, 3, 4].map((i) => post(GLASS, [0.1 + i * 0.12, 0.32, 0.86 + (i % 2) * 0.06], 0.013, 0.06)),
        ),
        box(BRICK, [0, 1, 2.4], [3, 1.6, 0.1]),
      ],
      lights: [
        spot([-0.1, 0.15, 0.46], [-0.085, 1, 0.5], 3.4, 9, 15, 0.012),
        spot([-0.1, 0.15, 0.46], [-0.085, 1, 0.5], 3.4, 9, 15, 0.012),
        glow([-0.08, 0.8, 0.5], [0.14, 0.05, 0.14], 0.34, 0.9),
        glow([-0.1, 0.34, 0.4], [0.05, 0.1, 0.05], 0.05, 0.5, 1),
        spot([0.75, 0.5, 0.95], [0.12, 0, 0.42], 0.5, 13, 24, 0.05),
      ],
      fog: [0.16, 0.05, 1.6, 0],
      fog2: [0.2, 0, 1, 1],
      misc: [0.8, 0.2, 1.4, 0.1],
      samples: 22,
      look: { exposure: 4, contrast: 0.64, toe: 0.06, bloom: 0.35 },
    }
  },

  // Scene: the spindle of 1911 over the cloakroom.
  'milestone-3': () => {
    const yarn = []
    for (let i = 0; i < 110; i++) {
      const t = i / 109
      const wide = 0.018 + 0.085 * Math.sin(Math.PI * (0.08 + t * 0.86)) ** 1.5
      yarn.push(ball(VELVET, [0.0016 * Math.sin(i * 2.1), 1.66 + t * 0.36, 2], [wide, 0.007, wide]))
    }
    const hooks = [-1.35, -1.1, -0.86, -0.5, 0.42, 0.7, 1.02, 1.3]
    return {
      size: [1600, 1067],
      cam: [-0.34, 1.78, 0.36],
      lens: [1.95, 0, 0, 0],
      aim: [0.13, 0, 1.68, 0.013],
      prims: [
        box(BRICK, [0, 2, 3.1], [6, 2, 0.2]),
        ...group([
          post(TIMBER, [0, 1.83, 2], 0.009, 0.36),
          ball(TIMBER, [0, 1.485, 2], [0.03, 0.03, 0.03]),
          post(TIMBER, [0, 1.6, 2], 0.062, 0.01),
          post(TIMBER, [0, 1.62, 2], 0.045, 0.012),
          post(METAL, [0, 2.2, 2], 0.007, 0.03),
          ...yarn,
        ]),
        ...group(bent(BONE, 0.0035, [0, 2.22, 2], [0.02, 3.3, 2.02], 0, 120)),
        ...group(bent(VELVET, 0.003, [0.07, 1.78, 1.99], [0.62, 1.2, 2.3], 0.12, 160)),
        // The rail and its numbered tags.
        box(METAL, [0, 2.02, 2.85], [3, 0.016, 0.016]),
        ...hooks.flatMap((x, i) =>
          group([
            ...ring(METAL, [x, 1.985, 2.84], 0.024, 0.0045, 30),
            box(METAL, [x, 1.93, 2.84], [0.004, 0.03, 0.004]),
            box(i % 3 ? BONE : PAPER, [x, 1.86, 2.83], [0.042, 0.055, 0.003]),
          ]),
        ),
      ],
      lights: [
        spot([-1.7, 2.7, 1.2], [0.02, 1.8, 2.1], 34, 12, 18, 0.05),
        spot([-1.7, 2.7, 1.2], [0.02, 1.8, 2.1], 34, 12, 18, 0.05),
        spot([1.5, 2.2, 2.6], [0, 1.8, 2], 8, 12, 20, 0.04),
        glow([-1.2, 1.0, 1.2], [0.3, 0.2, 0.2], 0.14, 0.5),
      ],
      fog: [0.05, 0.012, 0.4, 0],
      fog2: [0.4, 0, 1, 1],
      misc: [0.8, 0.2, 1, 0.1],
      samples: 22,
      look: { exposure: 1.7, contrast: 0.62, toe: 0.1, bloom: 0.25 },
    }
  },

  // Scene: two bars of ice in front of the fans, and their puddle.
  'milestone-4': () => {
    const fan = (x, z) =>
      group([
        ...[0.1, 0.2, 0.3, 0.4, 0.46].flatMap((radius) =>
          ring(PAPER, [x, 1.2, z], radius, 0.011, Math.round(radius * 240)),
        ),
        ...Array.from({ length: 16 }, (_, i) => {
          const a = (i / 16) * Math.PI * 2
          return bent(
            PAPER,
            0.007,
            [x, 1.2, z - 0.02],
            [x + Math.cos(a) * 0.46, 1.2 + Math.sin(a) * 0.46, z],
            0,
            50,
          )
        }).flat(),
        ball(MATT, [x, 1.2, z + 0.06], [0.1, 0.1, 0.09]),
        ...[0, 1, 2, 3].map((i) => {
          const a = i * 1.571 + 0.5
          return ball(METAL, [x + Math.cos(a) * 0.22, 1.2 + Math.sin(a) * 0.22, z + 0.08], [0.14, 0.14, 0.02])
        }),
        post(METAL, [x, 0.38, z + 0.06], 0.024, 0.38),
        post(MATT, [x, 0.03, z + 0.06], 0.26, 0.03),
      ])
    // Melting ice is narrower at the top and uneven on the sides, and stands in a puddle.
    const block = (seed, x, z, w, h, d) => {
      const r = random(seed)
      const ways = [0, 1, 2].map(() => [2 + r() * 5, r() * 6])
      const wave = (t, [often, from]) => Math.sin(t * often + from)
      return group([
        ball(GLASS, [x, 0, z - 0.1], [w * 1.7, 0.006, d * 3.2]),
        ...Array.from({ length: 44 }, (_, i) => {
          const t = (i + 0.5) / 44
          const melt = 1 - 0.16 * t * t - (t > 0.94 ? (t - 0.94) * 2.4 : 0)
          return box(
            METAL,
            [x + 0.012 * wave(t, ways[0]), t * h, z],
            [w * (melt + 0.02 * wave(t, ways[1])), h / 88, d * (melt + 0.03 * wave(t, ways[2]))],
          )
        }),
      ])
    }
    return {
      size: [1600, 1067],
      cam: [-0.3, 0.95, 0.3],
      lens: [1.75, 0, 0, 0],
      aim: [0.09, -0.07, 3.2, 0.012],
      prims: [
        ...shell({ back: 12, step: 4 }),
        ...doorWall(12, 90, 91, 3),
        ...columns([-3.9, 3.9], [6, 9.5]),
        ...bales(81, -6, -1.9, 10, 11.8, 4),
        ...bales(82, 2.2, 6.2, 10, 11.8, 3),
        ...fan(-0.82, 4.2),
        ...fan(0.86, 4.3),
        ...block(83, -0.72, 3.5, 0.42, 0.56, 0.2),
        ...block(84, 0.68, 3.6, 0.44, 0.5, 0.2),
        ...[-1.5, 0, 1.5].map((x) => box(91, [x, 2.9, 8.6], [0.5, 0.02, 0.02])),
      ],
      lights: [
        spot([0.4, 5.6, 8.4], [0, 0.3, 3.6], 420, 11, 17, 0.06),
        spot([0.4, 5.6, 8.4], [0, 0.3, 3.6], 420, 11, 17, 0.06),
        spot([-3, 2.6, 2], [-0.2, 0.9, 4], 70, 12, 20, 0.05),
        glow([0, 0.8, 6.2], [1.6, 0.4, 0.4], 3.2, 0.9),
      ],
      fog: [0.012, 0.014, 0.18, 0.08],
      fog2: [0.6, 0.01, 0.4, 1],
      misc: [2.4, 0.2, 1, 0.05],
      look: { exposure: 1.35, contrast: 0.6, toe: 0.1, bloom: 0.28 },
    }
  },

  // Scene: the needle in the groove, on the quietest night.
  'milestone-5': () => ({
    size: [1600, 1067],
    cam: [0.0, 0.085, -0.22],
    lens: [2.0, 0, 0, 0],
    aim: [0.36, -0.25, 0.25, 0.005],
    prims: [
      box(MATT, [0.02, -0.02, 0.05], [0.42, 0.016, 0.4]),
      post(MATT, [0, 0.004, 0.05], 0.165, 0.008),
      post(GLASS, [0, 0.0135, 0.05], 0.15, 0.0012),
      // The grooves between two songs are wider.
      ...[0.146, 0.129, 0.127, 0.109, 0.107, 0.088, 0.086, 0.064].map((radius, i) =>
        post(i % 2 ? GLASS : MATT, [0, 0.0137 + i * 0.00008, 0.05], radius, 0.0011),
      ),
      post(BONE, [0, 0.0152, 0.05], 0.05, 0.0009),
      post(METAL, [0, 0.02, 0.05], 0.0036, 0.009),
      // The tone arm with head and needle.
      ...group(bent(METAL, 0.0046, [0.088, 0.034, 0.012], [0.245, 0.05, 0.16], -0.004, 150)),
      ...group([
        box(MATT, [0.078, 0.029, 0.0], [0.0085, 0.0055, 0.0145]),
        box(METAL, [0.078, 0.0358, 0.0], [0.009, 0.0012, 0.016]),
        ...bent(METAL, 0.0018, [0.066, 0.036, -0.012], [0.05, 0.042, -0.022], 0, 26),
        ...bent(METAL, 0.0011, [0.077, 0.024, -0.007], [0.075, 0.0165, -0.012], 0, 24),
      ]),
      post(METAL, [0.255, 0.03, 0.17], 0.022, 0.05),
      post(MATT, [0.255, 0.03, 0.17], 0.034, 0.036),
      box(BRICK, [0, 1, 2.2], [3, 1.6, 0.1]),
    ],
    lights: [
      spot([-0.5, 0.42, 0.6], [0.03, 0.01, 0.03], 2.4, 14, 24, 0.03),
      spot([-0.5, 0.42, 0.6], [0.03, 0.01, 0.03], 2.4, 14, 24, 0.03),
      spot([0.55, 0.24, 0.52], [0.07, 0.02, 0.01], 0.8, 14, 24, 0.02),
      glow([0, 0.5, 1.4], [0.5, 0.04, 0.04], 0.3, 0.3),
    ],
    fog: [0.02, 0.02, 1.2, 0],
    fog2: [0.2, 0, 1, 1],
    misc: [0.8, 0.2, 1, 0.1],
    floor: false,
    samples: 28,
    smooth: 0.06,
    look: { vignette: 0.5, exposure: 3, contrast: 0.6, toe: 0.07, bloom: 0.3 },
  }),

  // Scene: nine steps at the back wall that lead nowhere.
  'milestone-6': () => ({
    size: [1600, 1067],
    cam: [-1.5, 1.35, 0.4],
    lens: [2.15, 0, 0, 0],
    aim: [0.26, -0.01, 7, 0.012],
    prims: [
      ...shell({ back: 8.4, step: 4 }),
      ...doorWall(8.4, 90, 91, 3),
      ...group(
        Array.from({ length: 9 }, (_, i) => [
          box(TIMBER, [-1.1 + i * 0.36, 0.22 + i * 0.235, 7.5], [0.2, 0.022, 0.62]),
          box(TIMBER, [-1.28 + i * 0.36, 0.11 + i * 0.235, 7.5], [0.012, 0.11, 0.6]),
          box(TIMBER, [-1.1 + i * 0.36, 0.1 + (i * 0.235) / 2, 6.95], [0.05, 0.1 + (i * 0.235) / 2, 0.03]),
          // A plate with the number of each step.
          box(BONE, [-1.1 + i * 0.36, 0.222 + i * 0.235, 6.876], [0.03, 0.014, 0.004]),
        ]).flat(),
      ),
      ...bales(91, -6.2, -2.4, 6.4, 8.2, 4),
      ...bales(92, 3.4, 6.4, 6, 8.2, 3),
      // A pale cylinder shows where a person was sitting.
      ...group([post(BONE, [-0.02, 0.86, 7.2], 0.036, 0.055)]),
    ],
    lights: [
      spot([-2.2, 6.4, 4.6], [0.5, 1, 7.6], 380, 11, 14, 0.05),
      spot([-2.2, 6.4, 4.6], [0.5, 1, 7.6], 380, 11, 14, 0.05),
      spot([3.4, 4.4, 5], [0.6, 0.9, 7.5], 30, 14, 24, 0.05),
      glow([-2, 0.4, 4], [0.6, 0.1, 0.4], 0.5, 0.6),
    ],
    fog: [0.02, 0.015, 0.18, 0.05],
    fog2: [0.3, 0.01, 0.5, 1],
    misc: [0.9, 0.2, 1, 0.12],
    look: { exposure: 1.35, contrast: 0.62, toe: 0.1, bloom: 0.25 },
  }),

  // Scene: a fog horn inside the club, at four in the morning.
  'milestone-7': () => {
    const horn = []
    for (let i = 0; i < 90; i++) {
      const t = i / 89
      const wide = 0.035 + 0.03 * t + 0.36 * t ** 4.2
      horn.push(ball(METAL, [0.95 - t * 1.5, 1.12, 3.4], [0.014, wide, wide]))
    }
    return {
      size: [1600, 1067],
      cam: [-1.75, 1.2, 0.5],
      lens: [1.55, -0.04, 0, 0],
      aim: [0.42, -0.02, 3.3, 0.012],
      prims: [
        ...shell({ back: 12, step: 4 }),
        ...doorWall(12, 90, 91, 3),
        ...columns([-3.9, 3.9], [6, 9.5]),
        ...bales(101, -6, -0.6, 10, 11.8, 4),
        ...bales(102, 1.6, 6.2, 9, 11.8, 4),
        ...group(horn),

        ...group([
          post(METAL, [1.02, 1.12, 3.4], 0.13, 0.15),
          post(MATT, [1.02, 1.3, 3.4], 0.09, 0.04),
          post(METAL, [1.02, 0.85, 3.4], 0.05, 0.16),
          box(TIMBER, [0.75, 0.66, 3.4], [0.62, 0.04, 0.3]),
          ...[0.2, 1.3].flatMap((x) =>
            [3.16, 3.64].map((z) => box(TIMBER, [x, 0.31, z], [0.045, 0.31, 0.045])),
          ),
          box(TIMBER, [0.75, 0.22, 3.16], [0.6, 0.03, 0.02]),
          post(METAL, [0.25, 0.86, 3.4], 0.02, 0.2),
        ]),
        // The hose to the compressed air.
        ...group(bent(MATT, 0.022, [1.1, 0.95, 3.3], [2.1, 0.05, 3.0], 0.18, 90)),
        post(MATT, [2.3, 0.55, 3.2], 0.16, 0.55),
      ],
      lights: [
        spot([2.6, 5.4, 7.8], [0.2, 0.9, 3.3], 420, 9, 13, 0.06),
        spot([2.6, 5.4, 7.8], [0.2, 0.9, 3.3], 420, 9, 13, 0.06),
        spot([-3.6, 3.4, 2], [0, 1, 3.4], 60, 10, 16, 0.05),
        glow([-1.6, 1.2, 5.4], [1.2, 0.7, 0.6], 5, 1),
      ],
      fog: [0.026, 0.02, 0.16, 0.06],
      fog2: [0.6, 0.025, 0.5, 1],
      misc: [1, 0.2, 1, 0.12],
      look: { exposure: 1.3, contrast: 0.62, toe: 0.12, bloom: 0.3 },
    }
  },

  // Scene: records that thirty dancers lent, in a pile beside the booth.
  'milestone-8': () => {
    const r = random(111)
    const pile = (x, z, n) =>
      group(
        Array.from({ length: n }, (_, i) =>
          box(
            [PAPER, MATT, BONE, PAPER, MATT, GLASS][Math.floor(r() * 6)],
            [x + (r() - 0.5) * 0.035, 0.003 + i * 0.0072, z + (r() - 0.5) * 0.035],
            [0.156, 0.003, 0.156],
          ),
        ),
      )
    return {
      size: [1600, 1067],
      cam: [-0.62, 0.46, 0.2],
      lens: [1.6, 0.02, 0, 0],
      aim: [0.32, -0.12, 1.55, 0.01],
      floorMat: 13,
      prims: [
        ...pile(-0.28, 1.42, 38),
        ...pile(0.1, 1.62, 62),
        ...pile(0.5, 1.5, 24),
        ...pile(0.86, 1.95, 74),
        ...pile(-0.02, 1.1, 5),
        // One record is on top, without its sleeve.
        post(GLASS, [-0.27, 0.281, 1.41], 0.15, 0.0015),
        post(BONE, [-0.27, 0.2828, 1.41], 0.05, 0.0006),
        post(METAL, [-0.27, 0.2832, 1.41], 0.0036, 0.0006),
        box(BRICK, [0, 1, 3.3], [4, 1.6, 0.1]),
      ],
      lights: [
        spot([-1.5, 1.5, 2.5], [0.1, 0.2, 1.5], 11, 16, 24, 0.05),
        spot([-1.5, 1.5, 2.5], [0.1, 0.2, 1.5], 11, 16, 24, 0.05),
        spot([1.8, 1.1, 1.3], [0.2, 0.2, 1.6], 3, 16, 26, 0.05),
        glow([0.2, 1.4, 3], [0.9, 0.05, 0.05], 0.7, 0.4),
      ],
      fog: [0.05, 0.02, 0.6, 0],
      fog2: [0.2, 0, 1, 1],
      misc: [0.8, 0.2, 1, 0.1],
      samples: 22,
      look: { exposure: 2, contrast: 0.6, toe: 0.09, bloom: 0.25 },
    }
  },
}
