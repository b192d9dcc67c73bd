/** The sets of photos.mjs: what stands where, what shines on it, and from where it is seen. Metres; the camera looks along z. */
import { makePerson } from './film-crowd.mjs'
import { beam, hazeCommon } from './film-light.mjs'
import { random } from './film-studio.mjs'
import { ball, box, glow, group, opening, post, spot, sun } from './photos-trace.mjs'

const FLOOR = 0
const BRICK = 1
const BALE = 2
const TIMBER = 3
const PLASTER = 4
const SPEAKER = 5
const PLAIN = 6
const GLASS = 8
const BONE = 9
const METAL = 10
const MATT = 11
const VELVET = 12
const RED_DOT = 98

/** Stacked bales between two x and two z, some missing at the top. */
function bales(seed, x0, x1, z0, z1, layers) {
  const r = random(seed)
  const list = []
  for (let k = 0; k < layers; k++)
    for (let x = x0; x < x1 - 0.5; x += 1.12)
      for (let z = z0; z < z1 - 0.4; z += 0.9) {
        if (k === layers - 1 && r() < 0.35) continue
        const j = () => (r() - 0.5) * 0.1
        list.push(box(BALE, [x + 0.55 + j(), 0.36 + k * 0.72, z + 0.43 + j()], [0.53, 0.35, 0.41]))
      }
  return group(list)
}

/** Brick shell of the wool store with its timber roof; the back wall is given by the scene. */
function shell({ half = 6.5, back = 18, front = -3, height = 5.4, step = 3.6 } = {}) {
  const mid = (back + front) / 2
  const deep = (back - front) / 2
  const list = [
    box(BRICK, [-half - 0.2, 4, mid], [0.2, 4, deep]),
    box(BRICK, [half + 0.2, 4, mid], [0.2, 4, deep]),
    box(TIMBER, [0, 8.1, mid], [half + 0.4, 0.1, deep]),
    box(BRICK, [0, 4, front - 0.2], [half + 0.4, 4, 0.2]),
  ]
  for (let z = front + 1.5; z < back; z += step) {
    const truss = [
      box(TIMBER, [0, height, z], [half, 0.14, 0.1]),
      box(TIMBER, [0, height + 0.2, z], [half, 0.05, 0.16]),
    ]
    for (let i = -2; i <= 2; i++) truss.push(box(TIMBER, [i * 2.4, height + 1.3, z], [0.09, 1.25, 0.09]))
    list.push(...group(truss))
  }
  for (const x of [-5, -2.5, 0, 2.5, 5]) list.push(box(TIMBER, [x, 7.7, mid], [0.07, 0.12, deep]))
  return list
}
const columns = (xs, zs) =>
  xs.flatMap((x) =>
    group(zs.flatMap((z) => [post(TIMBER, [x, 2.7, z], 0.11, 2.7), box(TIMBER, [x, 0.18, z], [0.2, 0.18, 0.2]), box(TIMBER, [x, 5.1, z], [0.26, 0.1, 0.2])])),
  )

/** Back wall with a doorway from x0 to x1 of that height. */
const doorWall = (z, x0, x1, top, half = 6.5) => [
  box(BRICK, [(-half - 0.4 + x0) / 2, 4, z + 0.2], [(x0 + half + 0.4) / 2, 4, 0.2]),
  box(BRICK, [(half + 0.4 + x1) / 2, 4, z + 0.2], [(half + 0.4 - x1) / 2, 4, 0.2]),
  box(BRICK, [(x0 + x1) / 2, (top + 8) / 2, z + 0.2], [(x1 - x0) / 2 + 0.01, (8 - top) / 2, 0.2]),
]

export const scenes = {
  'news-empty': () => ({
    size: [1600, 1000],
    cam: [-0.6, 1.15, 0],
    lens: [1.55, -0.16, 0, 0],
    aim: [0, 0, 8, 0.01],
    prims: [
      ...shell({ back: 15 }),
      ...doorWall(15, 90, 91, 3),
      ...columns([-3.9, 3.9], [3.2, 6.8, 10.4]),
      ...bales(3, -6.3, -2.2, 13, 14.8, 4),
      ...bales(4, 3.0, 6.4, 13, 14.8, 4),
      ...[0.3, 1, 0.64, 0.42, 0.24].map((h, i) => box(90, [(i - 2) * 0.7 + 0.4, 2.7, 14.7], [0.045, h * 1.5, 0.045])),
    ],
    lights: [spot([1.1, 6.2, 7.2], [1.1, 0, 7.6], 900, 7.2, 8.2, 0.05), spot([1.1, 6.2, 7.2], [1.1, 0, 7.6], 900, 7.2, 8.2, 0.05), glow([0.4, 2.7, 14.5], [1.2, 0.9, 0.05], 1.2, 0.3)],
    fog: [0.05, 0.025, 0.16, 0.05],
    fog2: [0.3, 0.03, 0.6, 1],
    misc: [0.9, 0.2, 0.02, 0.12],
        look: { exposure: 2.2, contrast: 0.55, toe: 0.05, bloom: 0.25 },
  }),

  'history-1': () => ({
    size: [1600, 1067],
    cam: [-1.6, 1.55, 0],
    lens: [1.5, -0.1, 0, 0],
    aim: [0, 0, 9, 0.012],
    prims: [
      ...shell({ back: 17 }),
      ...doorWall(17, 0.5, 4.0, 4.4),
      box(TIMBER, [2.65, 2.2, 16.9], [1.35, 2.2, 0.06]),
      box(TIMBER, [2.4, 4.5, 16.8], [2.6, 0.07, 0.06]),
      ...columns([-3.9, 3.9], [3.4, 7, 10.6, 14.2]),
      ...bales(11, -6.4, -4.4, 5, 9, 3),
      ...bales(12, -6.4, -3.3, 11, 14, 4),
      ...bales(13, 4.3, 6.4, 8, 14, 4),
      ...bales(14, 2.7, 3.8, 4.4, 5.3, 2),
    ],
    lights: [sun([0.13, 0.27, 1], 26, 0.006), sun([0.13, 0.27, 1], 26, 0.006), opening([0.9, 2.2, 17.5], [0.4, 2.2, 0], 26, [0, 0, 1]), opening([0.9, 2.2, 17.5], [0.4, 2.2, 0], 26, [0, 0, 1])],
    sky: [5, 3, 2, 0],
    fog: [0.025, 0.02, 0.14, 0.1],
    fog2: [0.3, 0.0, 0.6, 1],
    misc: [0.8, 0.2, 1, 0.16],
    look: { exposure: 1.6, contrast: 0.6, toe: 0.04, bloom: 0.3 },
  }),

  'history-5': () => ({
    size: [1600, 1067],
    cam: [0, 1.95, 0],
    lens: [1.35, 0.02, 0, 0],
    aim: [0, 0, 8, 0.012],
    prims: [
      ...shell({ back: 17 }),
      ...doorWall(17, 90, 91, 3),
      ...columns([-3.9, 3.9], [4.4, 8, 11.6, 15.2]),
      ...bales(21, -6.3, -1.2, 15.4, 16.9, 4),
      ...bales(22, 1.2, 6.4, 15.4, 16.9, 4),
      // The booth in the foreground: desk, two decks, a mixer with its knobs.
      box(MATT, [0, 0.98, 1.75], [1.7, 0.03, 0.42]),
      ...group([box(METAL, [-0.72, 1.06, 1.72], [0.23, 0.05, 0.18]), post(MATT, [-0.76, 1.125, 1.72], 0.155, 0.012), post(METAL, [-0.76, 1.14, 1.72], 0.008, 0.02), post(METAL, [-0.55, 1.14, 1.8], 0.022, 0.03), box(METAL, [-0.56, 1.165, 1.7], [0.006, 0.005, 0.11])]),
      ...group([box(METAL, [0.78, 1.06, 1.72], [0.23, 0.05, 0.18]), post(MATT, [0.74, 1.125, 1.72], 0.155, 0.012), post(METAL, [0.74, 1.14, 1.72], 0.008, 0.02), post(METAL, [0.95, 1.14, 1.8], 0.022, 0.03), box(METAL, [0.94, 1.165, 1.7], [0.006, 0.005, 0.11])]),
      ...group([
        box(MATT, [0.02, 1.07, 1.72], [0.17, 0.06, 0.19]),
        ...[0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].map((j) => post(METAL, [-0.1 + i * 0.08, 1.15, 1.62 + j * 0.065], 0.012, 0.018))),
      ]),
    ],
    lights: [spot([0.5, 7.2, 8.2], [0.2, 0, 8.6], 1200, 6.2, 7.0, 0.05), spot([0.5, 7.2, 8.2], [0.2, 0, 8.6], 1200, 6.2, 7.0, 0.05), spot([-4, 5, 4], [0, 1, 1.7], 12, 12, 20, 0.3)],
    fog: [0.06, 0.025, 0.16, 0.03],
    fog2: [0.7, 0.06, 0.5, 1],
    misc: [0.9, 0.2, 1, 0.1],
    look: { exposure: 2.2, contrast: 0.6, toe: 0.05, bloom: 0.3 },
  }),
}
