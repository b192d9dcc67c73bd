/** The sets of photos.mjs: objects, lights and camera positions. Metres; the camera points along z. */
import { makePerson } from './film-crowd.mjs'
import { beam, hazeCommon } from './film-light.mjs'
import { random } from './film-studio.mjs'
import { guestScenes } from './photos-guests.mjs'
import {
  BONE,
  BRICK,
  bales,
  columns,
  doorWall,
  GLASS,
  MATT,
  METAL,
  RED_DOT,
  SPEAKER,
  shell,
  TIMBER,
  VELVET,
} from './photos-set.mjs'
import { ball, box, glow, group, opening, post, spot, sun } from './photos-trace.mjs'

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
      ...[0.3, 1, 0.64, 0.42, 0.24].map((h, i) =>
        box(90, [(i - 2) * 0.7 + 0.4, 2.7, 14.7], [0.045, h * 1.5, 0.045]),
      ),
    ],
    lights: [
      spot([1.1, 6.2, 7.2], [1.1, 0, 7.6], 900, 7.2, 8.2, 0.05),
      spot([1.1, 6.2, 7.2], [1.1, 0, 7.6], 900, 7.2, 8.2, 0.05),
      glow([1.1, 0.5, 7.6], [0.7, 0.3, 0.7], 6, 1.2),
      glow([1.1, 3.2, 7.4], [0.2, 2.6, 0.2], 4, 0.9),
      glow([0.4, 2.7, 14.3], [1.6, 0.9, 0.05], 0.9, 0.4),
    ],
    fog: [0.03, 0.02, 0.16, 0.05],
    fog2: [0.3, 0.03, 0.6, 1],
    misc: [0.9, 0.2, 0.02, 0.12],
    look: { exposure: 2.4, contrast: 0.75, toe: 0.13, bloom: 0.25 },
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
    lights: [
      sun([0.13, 0.27, 1], 12, 0.006),
      sun([0.13, 0.27, 1], 12, 0.006),
      opening([0.9, 2.2, 17.5], [0.4, 2.2, 0], 70, [0, 0, 1]),
      glow([0.4, 0.3, 11], [0.5, 0.15, 4.5], 10, 1.5),
      glow([0.7, 2.2, 15.8], [0.3, 1.6, 0.6], 10, 1),
    ],
    sky: [5, 3, 2, 0],
    fog: [0.018, 0.02, 0.14, 0.1],
    fog2: [0.3, 0.0, 0.6, 1],
    misc: [0.8, 0.2, 1, 0.16],
    look: { exposure: 1.8, contrast: 0.6, toe: 0.1, bloom: 0.3 },
  }),

  'history-5': () => ({
    size: [1600, 1067],
    cam: [0, 1.95, 0],
    lens: [1.35, 0.12, 0, 0],
    aim: [0, 0, 8, 0.012],
    prims: [
      ...shell({ back: 17 }),
      ...doorWall(17, 90, 91, 3),
      ...columns([-3.9, 3.9], [4.4, 8, 11.6, 15.2]),
      ...bales(21, -6.3, -1.2, 15.4, 16.9, 4),
      ...bales(22, 1.2, 6.4, 15.4, 16.9, 4),
      // The booth in the foreground has a desk, two decks, and a mixer with knobs.
      box(MATT, [0, 0.98, 1.75], [1.7, 0.03, 0.42]),
      ...group([
        box(METAL, [-0.72, 1.06, 1.72], [0.23, 0.05, 0.18]),
        post(MATT, [-0.76, 1.125, 1.72], 0.155, 0.012),
        post(METAL, [-0.76, 1.14, 1.72], 0.008, 0.02),
        post(METAL, [-0.55, 1.14, 1.8], 0.022, 0.03),
        box(METAL, [-0.56, 1.165, 1.7], [0.006, 0.005, 0.11]),
      ]),
      ...group([
        box(METAL, [0.78, 1.06, 1.72], [0.23, 0.05, 0.18]),
        post(MATT, [0.74, 1.125, 1.72], 0.155, 0.012),
        post(METAL, [0.74, 1.14, 1.72], 0.008, 0.02),
        post(METAL, [0.95, 1.14, 1.8], 0.022, 0.03),
        box(METAL, [0.94, 1.165, 1.7], [0.006, 0.005, 0.11]),
      ]),
      ...group([
        box(MATT, [0.02, 1.07, 1.72], [0.17, 0.06, 0.19]),
        ...[0, 1, 2, 3].flatMap((i) =>
          [0, 1, 2, 3].map((j) => post(METAL, [-0.1 + i * 0.08, 1.15, 1.62 + j * 0.065], 0.012, 0.018)),
        ),
      ]),
    ],
    lights: [
      spot([0.5, 7.2, 8.2], [0.2, 0, 8.6], 1200, 6.2, 7.0, 0.05),
      spot([0.5, 7.2, 8.2], [0.2, 0, 8.6], 1200, 6.2, 7.0, 0.05),
      glow([0.2, 0.5, 8.6], [0.7, 0.3, 0.7], 9, 1.2),
      glow([0.4, 3.4, 8.4], [0.2, 2.8, 0.2], 5, 0.9),
      glow([-1.4, 2.4, 2.9], [0.3, 0.1, 0.2], 5, 0.3, 1),
    ],
    fog: [0.035, 0.02, 0.16, 0.03],
    fog2: [0.7, 0.06, 0.5, 1],
    misc: [0.9, 0.2, 1, 0.1],
    look: { exposure: 1.9, contrast: 0.75, toe: 0.13, bloom: 0.3 },
  }),

  'history-2': () => {
    const r = random(2011)
    const stand = [
      [-1.12, 3.9, 0.5],
      [-0.62, 4.2, -0.55],
      [0.16, 3.5, 0.2],
      [0.66, 5.2, -0.3],
      [1.32, 4.3, -0.85],
      [-0.2, 6.2, 0.1],
      [-1.75, 5.4, 0.4],
      [1.9, 5.8, -0.2],
      [0.95, 7.6, 0.4],
      [-1.0, 7.4, 0],
    ]
    const people = stand.map(([x, z, face], i) => {
      const w = () => (r() - 0.5) * 0.07
      return makePerson(200 + i, x, z, {
        face,
        full: true,
        raise: i === 4 ? 1 : 0,
        keep: true,
        beat: r() * 20,
        still: 0.45,
        cloth: [2, 0, 3, 0, 2, 3, 0, 2, 3, 0][i],
        arms: [0, 1].map(() => ({ up: 0.1 + 0.5 * r(), bend: 0.25 * r(), when: 0, hand: 1, pump: 0.3 })),
        hair: [0, 1, 5, 4, 2, 9, 11, 8, 6, 3][i],
        legs: [-0.1 + w(), 0.48, -0.13 + w() * 2, 0.05, 0.1 + w(), 0.48, 0.14 + w() * 2, 0.05],
      })
    })
    const bodies = people.flatMap((p) =>
      group([
        ball(MATT, [p.x, p.height - 0.13, p.z], [0.08, 0.11, 0.09]),
        ball(MATT, [p.x, p.height * 0.67, p.z], [0.19, 0.36, 0.12]),
        post(MATT, [p.x - 0.1, 0.42, p.z], 0.07, 0.42),
        post(MATT, [p.x + 0.1, 0.42, p.z], 0.07, 0.42),
      ]),
    )
    return {
      size: [1600, 1067],
      cam: [0.1, 1.45, 0],
      lens: [2.15, -0.1, 0, 0],
      aim: [0, 0, 5, 0.004],
      prims: [
        ...shell({ back: 13, step: 4.2 }),
        ...doorWall(13, -1.9, 1.9, 4.1),
        box(TIMBER, [-2.9, 2.05, 12.85], [0.95, 2.05, 0.07]),
        box(TIMBER, [2.9, 2.05, 12.85], [0.95, 2.05, 0.07]),
        ...bales(31, -6.4, -4, 9, 12.6, 3),
        ...bales(32, 4.2, 6.4, 9, 12.6, 4),
        ...bodies,
      ],
      people,
      lightFor: (one) => {
        const v = [-one.head[0], 1.6, 13 - one.z]
        const l = Math.hypot(...v)
        return { top: [0, 0.6, 0.8], topPower: 0.12, back: v.map((c) => c / l), backPower: 1.2 }
      },
      ambient: 0.003,
      focus: [4.2, 0.003],
      split: 3.4,
      lights: [
        sun([0.06, 0.2, 1], 7, 0.02),
        opening([0, 2.05, 13.5], [1.9, 2.05, 0], 60, [0, 0, 1]),
        opening([0, 2.05, 13.5], [1.9, 2.05, 0], 60, [0, 0, 1]),
        glow([0, 0.25, 8], [1.6, 0.1, 4], 3, 1.2),
      ],
      sky: [2.2, 1.5, 0.6, 0],
      fog: [0.01, 0.02, 0.13, 0.15],
      fog2: [0.1, 0.1, 0.4, 1],
      misc: [0.9, 0.2, 1, 0.2],
      look: { exposure: 1.7, contrast: 0.6, toe: 0.15, bloom: 0.3 },
    }
  },

  'history-3': () => {
    const tower = (x, z, kinds) =>
      group(
        kinds.map(([kind, low, half, deep], i) =>
          box(
            SPEAKER,
            [x + (i % 2 ? 0.012 : -0.01), low + half, z + deep + (i % 2) * 0.015],
            [0.6, half - 0.006, deep],
            kind,
          ),
        ),
      )
    const kinds = [
      [4, 0.1, 0.36, 0.45],
      [4, 0.82, 0.36, 0.45],
      [1, 1.54, 0.42, 0.42],
      [3, 2.38, 0.5, 0.4],
    ]
    return {
      size: [1600, 2000],
      cam: [-1.35, 1.3, 1.1],
      lens: [1.5, 0, 0, 0],
      aim: [0.4, 0.05, 3.4, 0.012],
      prims: [
        ...shell({ back: 14, step: 4 }),
        ...doorWall(14, 90, 91, 3),
        ...tower(0.1, 4.2, kinds),
        ...tower(1.36, 4.35, kinds),
        ...group([box(TIMBER, [0.7, 0.05, 4.7], [1.4, 0.045, 0.6])]),
        ...bales(41, -6.4, -2.4, 10, 13, 4),
        ...bales(42, 2.6, 6.4, 8, 12, 4),
      ],
      lights: [
        spot([-0.9, 4.6, 8.2], [-0.5, 1.2, 2.2], 260, 12, 17),
        spot([2.7, 4.9, 8.4], [0.6, 1.5, 2], 260, 10, 15),
        spot([-3.9, 3.0, 3.3], [0.6, 1.6, 4.3], 150, 20, 30, 0.05),
        glow([-1.2, 0.6, 6.4], [0.5, 0.2, 0.6], 2.4, 0.6),
        glow([-2.6, 0.4, 1.4], [0.4, 0.1, 0.4], 0.35, 0.5),
      ],
      samples: 14,
      fog: [0.012, 0.01, 0.16, 0.04],
      fog2: [0.55, 0.0, 0.5, 1],
      misc: [0.8, 0.2, 1, 0.12],
      look: { exposure: 1.8, contrast: 0.6, toe: 0.08, bloom: 0.28 },
    }
  },

  'culture-nophotos': () => ({
    size: [1600, 1067],
    cam: [0.03, 0.185, -0.165],
    lens: [2.1, 0, 0, 0],
    aim: [-0.1, -0.76, 0.255, 0.0035],
    floorMat: 13,
    prims: [
      ...group([
        box(MATT, [0, 0.006, 0], [0.0335, 0.004, 0.064]),
        box(MATT, [0, 0.006, 0], [0.0265, 0.004, 0.071]),
        ...[-1, 1].flatMap((a) =>
          [-1, 1].map((b) => post(MATT, [a * 0.0265, 0.006, b * 0.064], 0.007, 0.004)),
        ),
        box(METAL, [0.0338, 0.006, 0.03], [0.0006, 0.0012, 0.008]),
        // The raised part of the phone with the three lenses.
        box(MATT, [-0.0165, 0.0112, 0.0495], [0.0105, 0.0012, 0.0145]),
        box(MATT, [-0.0165, 0.0112, 0.0495], [0.0135, 0.0012, 0.0115]),
        ...[-1, 1].flatMap((a) =>
          [-1, 1].map((b) => post(MATT, [-0.0165 + a * 0.0105, 0.0112, 0.0495 + b * 0.0115], 0.003, 0.0012)),
        ),
        post(METAL, [-0.022, 0.0128, 0.043], 0.0052, 0.0009),
        post(GLASS, [-0.022, 0.0134, 0.043], 0.0045, 0.0006),
        post(METAL, [-0.011, 0.0128, 0.0495], 0.0042, 0.0009),
        post(GLASS, [-0.011, 0.0134, 0.0495], 0.0036, 0.0006),
        post(RED_DOT, [-0.0195, 0.0142, 0.0535], 0.0088, 0.0004),
      ]),
      // Glasses and a hand rail, which are out of focus.
      ...group([post(BONE, [0.13, 0.06, 0.2], 0.036, 0.06), post(BONE, [0.22, 0.06, 0.27], 0.036, 0.06)]),
    ],
    lights: [
      spot([-0.5, 0.42, 0.55], [0, 0, 0.02], 3.2, 22, 32, 0.03),
      spot([0.45, 0.25, 0.42], [0.02, 0, 0], 0.9, 20, 32, 0.02),
      glow([0.1, 0.7, 0.9], [0.3, 0.05, 0.05], 0.12, 0.2),
    ],
    sky: [0.004, 0.01, 0.012, 0],
    fog: [0.004, 0, 2, 0],
    fog2: [0.2, 0, 1, 1],
    misc: [0.8, 0.2, 1, 0.08],
    samples: 28,
    smooth: 0.06,
    look: { vignette: 0.55, exposure: 2.3, contrast: 0.6, toe: 0.06, bloom: 0.2 },
  }),

  'culture-green': () => {
    const stacks = []
    const r = random(77)
    for (let i = 0; i < 8; i++) {
      const n = 5 + Math.floor(r() * 6)
      const [x, z] = [-0.34 + i * 0.1 + (r() - 0.5) * 0.012, 0.42 + (i % 2) * 0.07 + (r() - 0.5) * 0.02]
      const list = [post(BONE, [x, 0.05, z], 0.0345, 0.05)]
      for (let k = 0; k < n; k++) {
        list.push(post(BONE, [x + (r() - 0.5) * 0.0015, 0.1 + k * 0.021, z], 0.0415, 0.0028))
        list.push(post(BONE, [x, 0.111 + k * 0.021, z], 0.038, 0.008))
      }
      stacks.push(...group(list))
    }
    return {
      size: [1600, 1067],
      cam: [0.02, 0.24, -0.32],
      lens: [1.9, -0.02, 0, 0],
      aim: [0, -0.12, 0.76, 0.012],
      floorMat: 13,
      prims: [
        ...stacks.slice(0, 140),
        ...[0, 1, 2, 3, 4, 5].map((i) => post(GLASS, [-0.6 + i * 0.25, 0.2, 1.4], 0.04, 0.2)),
        box(BRICK, [0, 1, 2.2], [3, 1.2, 0.1]),
      ],
      lights: [
        spot([-0.7, 0.75, 1.15], [0, 0.1, 0.42], 2.4, 22, 34, 0.06),
        spot([0.8, 0.5, 0.95], [0.05, 0.1, 0.42], 0.9, 20, 32, 0.04),
        glow([0, 0.5, 2], [0.7, 0.04, 0.04], 0.5, 0.3),
        glow([-0.6, 0.5, -0.2], [0.1, 0.1, 0.1], 0.015, 0.15),
      ],
      fog: [0.045, 0.02, 1.2, 0],
      fog2: [0.2, 0, 1, 1],
      misc: [0.8, 0.2, 1, 0.1],
      samples: 20,
      look: { exposure: 3.4, contrast: 0.55, toe: 0.1, bloom: 0.25 },
    }
  },

  'culture-novip': () => {
    // A rope that hangs on one post, with its other end on the floor.
    const rope = []
    for (let i = 0; i < 46; i++) {
      const t = i / 45
      const s = t * 1.75
      let p
      if (s < 0.78) p = [-0.52 + 0.05 * Math.sin(s * 2.2), 0.82 - s, 3.2 - 0.12 * s]
      else {
        const u = s - 0.78
        p = [-0.47 + u * 0.86, 0.028, 3.11 - 0.3 * Math.sin(u * 4.2) - u * 0.2]
      }
      rope.push(ball(VELVET, [p[0], Math.max(0.028, p[1]), p[2]], [0.03, 0.03, 0.03]))
    }
    const pole = (x, z) =>
      group([
        post(METAL, [x, 0.012, z], 0.17, 0.012),
        post(METAL, [x, 0.032, z], 0.06, 0.012),
        post(METAL, [x, 0.46, z], 0.021, 0.44),
        post(METAL, [x, 0.84, z], 0.034, 0.03),
        ball(METAL, [x, 0.93, z], [0.046, 0.046, 0.046]),
      ])
    return {
      size: [1600, 1067],
      cam: [0.12, 0.5, 1.15],
      lens: [1.75, -0.04, 0, 0],
      aim: [0, -0.02, 2.1, 0.012],
      prims: [
        ...shell({ back: 13, step: 4 }),
        ...doorWall(13, 90, 91, 3),
        ...pole(-0.58, 3.2),
        ...pole(1.0, 3.7),
        ...group(rope),
        ...group([post(METAL, [0.36, 0.03, 2.86], 0.02, 0.014)]),
        ...columns([-3.9, 3.9], [6, 9.5]),
        ...bales(51, -5.5, -1.4, 11, 12.8, 3),
        ...bales(52, 1.6, 6, 11, 12.8, 4),
      ],
      lights: [
        spot([0.9, 5.2, 7.2], [0.1, 0, 3.0], 190, 11, 15),
        spot([-2.8, 5.2, 7.6], [-0.2, 0, 3.1], 120, 8, 11),
        glow([0.2, 0.5, 4.4], [0.8, 0.2, 0.6], 1.6, 0.8),
        glow([-1.9, 1.4, 2.2], [0.1, 0.5, 0.1], 0.5, 0.6),
        glow([0.2, 2.6, 9], [1.5, 1, 0.3], 3, 1),
      ],
      fog: [0.014, 0.012, 0.16, 0.05],
      fog2: [0.25, 0.012, 0.5, 1],
      misc: [1, 0.2, 1, 0.14],
      look: { exposure: 1.25, contrast: 0.58, toe: 0.1, bloom: 0.25 },
    }
  },

  'culture-courtesy': () => {
    const bottles = []
    const r = random(5)
    for (let i = 0; i < 22; i++) {
      const x = -2.1 + i * 0.2 + (r() - 0.5) * 0.05
      const h = 0.11 + r() * 0.06
      bottles.push(
        post(GLASS, [x, 1.42 + h, 5.55], 0.036 + r() * 0.012, h),
        post(GLASS, [x, 1.42 + 2 * h + 0.04, 5.55], 0.014, 0.045),
      )
    }
    const people = [
      makePerson(311, -0.38, 3.0, {
        height: 1.72,
        hair: 2,
        face: 0.95,
        cloth: 1,
        half: 0.165,
        bulk: 0.86,
        still: 0.25,
        tone: 0.3,
        headTilt: -0.1,
        headX: 0.04,
        limbs: [
          [-0.27, 1.13, -0.16, 0.95, 4],
          [0.3, 1.2, 0.37, 1.43, 1],
        ],
      }),
      makePerson(318, 0.47, 3.05, {
        height: 1.8,
        hair: 9,
        face: -0.95,
        cloth: 3,
        half: 0.19,
        bulk: 1.02,
        still: 0.25,
        tone: 0.2,
        headTilt: 0.13,
        headX: -0.05,
        limbs: [
          [-0.29, 1.2, -0.1, 1.36, 4],
          [0.3, 1.16, 0.24, 0.92, 4],
        ],
      }),
    ]
    return {
      size: [1600, 1067],
      cam: [0.05, 1.52, 0],
      lens: [2.75, -0.1, 0, 0],
      aim: [0, 0, 3.6, 0.03],
      prims: [
        box(BRICK, [0, 3, 6], [6, 3, 0.15]),
        box(TIMBER, [0, 1.4, 5.6], [2.4, 0.02, 0.16]),
        box(TIMBER, [0, 1.98, 5.6], [2.4, 0.02, 0.16]),
        ...group(bottles),
        ...[-1.5, -0.5, 0.5, 1.5].map((x) => box(91, [x, 2.28, 5.75], [0.42, 0.012, 0.012])),
        box(MATT, [0, 0.52, 4.1], [3.5, 0.52, 0.3]),
        ...[-0.9, 0.06, 1.3].map((x) => post(BONE, [x, 1.1, 4.0], 0.036, 0.06)),
      ],
      people,
      lightFor: (one) => {
        const v = [0.1 - one.head[0], 0.65, 2.2]
        const l = Math.hypot(...v)
        return { top: [0.0, 0.85, 0.5], topPower: 0.34, back: v.map((c) => c / l), backPower: 0.75 }
      },
      ambient: 0.012,
      focus: [3, 0.002],
      split: 3,
      lights: [
        glow([0, 2.28, 5.7], [1.9, 0.02, 0.02], 0.7, 0.2),
        glow([0, 2.28, 5.7], [1.9, 0.02, 0.02], 0.7, 0.2),
        spot([0.3, 4.4, 4.6], [0.08, 1.1, 2.9], 26, 10, 15),
        spot([-2.2, 4.2, 4.8], [-0.3, 1.2, 2.8], 12, 7, 10),
      ],
      fog: [0.045, 0.03, 0.3, 0],
      fog2: [0.4, 0, 1, 1],
      misc: [0.8, 0.2, 1.2, 0.1],
      look: { exposure: 2.7, contrast: 0.58, toe: 0.1, bloom: 0.3 },
    }
  },

  // history-4 and the scene after it show the night itself, with the camera and lights of the film.
  'history-4': () => {
    const r = random(2016)
    const row = (k, z, n, width, raise) =>
      Array.from({ length: n }, (_, i) =>
        makePerson(
          400 + k * 50 + i,
          ((i + 0.5) / n - 0.5) * width + (r() - 0.5) * 0.3,
          z + (r() - 0.5) * 0.3,
          {
            raise: r() < raise ? (r() < 0.55 ? 3 : r() < 0.5 ? 1 : 2) : 0,
            keep: true,
            full: true,
            beat: r() * 20,
          },
        ),
      )
    return {
      size: [1600, 2000],
      cam: [0, 1.4, 0],
      lens: [2.4, -0.86, 0, 0],
      wall: 14,
      ends: [2.2, 2.75, 3.5, 4.6, 6, 8, 10.5, 60],
      rows: [
        row(0, 2.1, 1, 0.2, 0),
        row(1, 2.5, 3, 2.1, 1),
        row(2, 3.2, 4, 2.6, 1),
        row(3, 4.2, 7, 4.2, 0.8),
        row(4, 5.5, 9, 5.6, 0.6),
        row(5, 7.4, 12, 7, 0.4),
        row(6, 9.6, 15, 9.4, 0.3),
      ],
      beams: [
        beam([-4, 5.9, 9.5], [2.6, 2.75, 4.2], 0.0012, 0.032),
        beam([2.6, 6.5, 11], [0.4, 0, 5.6], 0.045, 0.03),
        beam([-0.4, 7, 12], [-0.2, 0, 6.5], 0.05, 0.03),
      ],
      tubes: [{ x: 0.1, y: 2.2, half: 1.4, power: 1.6 }],
      gain: { top: 7, back: 4 },
      glow: [0.035, 0.03, 0.9],
      focus: [3.2, 0.006],
      back: `#version 300 es
precision highp float; precision highp sampler3D;
${hazeCommon}
uniform vec4 uRoom; out vec4 color;
void main() { vec3 d = sight(gl_FragCoord.xy / uSize); vec3 at = uCam + d * (14. / d.z); color = vec4(.02 + .25 * exp(-length((at.xy - vec2(.1, 2.2)) * vec2(.5, .34))), 0., 0., 1.); }`,
      look: { exposure: 1.5, contrast: 0.6, toe: 0.2, bloom: 0.35, gamma: 2.1 },
    }
  },

  'history-6': () => {
    const r = random(2022)
    const row = (k, z, n, width, raise) =>
      Array.from({ length: n }, (_, i) =>
        makePerson(
          600 + k * 50 + i,
          ((i + 0.5) / n - 0.5) * width + (r() - 0.5) * 0.3,
          z + (r() - 0.5) * 0.4,
          {
            raise: r() < raise ? (r() < 0.3 ? 3 : r() < 0.5 ? 1 : 2) : 0,
            keep: true,
            full: k < 4,
            beat: r() * 20,
          },
        ),
      )
    const fan = Array.from({ length: 11 }, (_, i) => {
      const a = ((i - 5) / 5) * 1.12
      return beam(
        [0.15, 3.4, 12.2],
        [0.15 + Math.sin(a) * 9, 3.4 + Math.cos(a) * 6.2 - 3.2, 3.2],
        i % 2 ? 0.004 : 0.0075,
        i % 2 ? 0.014 : 0.036,
      )
    })
    return {
      size: [1600, 1067],
      cam: [0, 1.86, 0],
      lens: [1.6, -0.2, 0, 0],
      wall: 14,
      drift: [0.7, 0.1, 0.3, 0.8],
      ends: [2.6, 3.5, 4.6, 6, 8, 10, 12.4, 60],
      rows: [
        row(0, 2.25, 4, 2.9, 0),
        row(1, 3.0, 6, 3.6, 0.2),
        row(2, 4, 8, 4.9, 0.35),
        row(3, 5.3, 11, 6.5, 0.4),
        row(4, 7, 14, 8.6, 0.35),
        row(5, 9, 18, 11, 0.3),
        row(6, 11, 24, 13, 0.3),
      ],
      beams: fan,
      tubes: [{ x: 0.15, y: 2.6, half: 0.8, power: 1.5 }],
      gain: { top: 10, back: 8 },
      glow: [0.03, 0.03, 1.3],
      focus: [5, 0.008],
      back: `#version 300 es
precision highp float; precision highp sampler3D;
${hazeCommon}
uniform vec4 uRoom; out vec4 color;
void main() { vec3 d = sight(gl_FragCoord.xy / uSize); vec3 at = uCam + d * (14. / d.z); float r = length(at.xy - vec2(.17, 3.5)); color = vec4(.015 + .22 * exp(-r * .5) + 6. * smoothstep(.16, .09, r) + .5 * exp(-r * 4.), 0., 0., 1.); }`,
      look: { exposure: 1.6, contrast: 0.6, toe: 0.19, bloom: 0.35, gamma: 2.1 },
    }
  },

  ...guestScenes,
}
