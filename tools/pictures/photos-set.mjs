/** Parts for the sets of photos.mjs: materials and the building. Metres; the camera points along z. */
import { random } from './film-studio.mjs'
import { box, group, post } from './photos-trace.mjs'

// Numbers of the materials in photos-worker.mjs. The material of the floor (0 concrete, 13 bar top) is `floorMat` of a scene.
export const BRICK = 1
const BALE = 2
export const TIMBER = 3
export const PAPER = 4
export const SPEAKER = 5
export const GLASS = 8
export const BONE = 9
export const METAL = 10
export const MATT = 11
export const VELVET = 12
export const RED_DOT = 98

/** Creates stacked bales between two x and two z. Some bales are missing at the top. */
export function bales(seed, x0, x1, z0, z1, layers) {
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

/** Creates the brick walls and the timber roof of the wool store. Each scene has its own back wall. */
export function shell({ half = 6.5, back = 18, front = -3, height = 5.4, step = 3.6 } = {}) {
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
export const columns = (xs, zs) =>
  xs.flatMap((x) =>
    group(
      zs.flatMap((z) => [
        post(TIMBER, [x, 2.7, z], 0.11, 2.7),
        box(TIMBER, [x, 0.18, z], [0.2, 0.18, 0.2]),
        box(TIMBER, [x, 5.1, z], [0.26, 0.1, 0.2]),
      ]),
    ),
  )

/** Creates a back wall with a doorway from x0 to x1, of height `top`. */
export const doorWall = (z, x0, x1, top, half = 6.5) => [
  box(BRICK, [(-half - 0.4 + x0) / 2, 4, z + 0.2], [(x0 + half + 0.4) / 2, 4, 0.2]),
  box(BRICK, [(half + 0.4 + x1) / 2, 4, z + 0.2], [(half + 0.4 - x1) / 2, 4, 0.2]),
  box(BRICK, [(x0 + x1) / 2, (top + 8) / 2, z + 0.2], [(x1 - x0) / 2 + 0.01, (8 - top) / 2, 0.2]),
]
