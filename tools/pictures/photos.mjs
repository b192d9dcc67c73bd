/**
 * Creates the photographs of the site: club/pictures/{history-1 … history-6, culture-courtesy, culture-nophotos,
 * culture-novip, culture-green, milestone-1 … milestone-8, news-empty}-{1600,800}.{avif,jpg}
 *
 *   node tools/pictures/photos.mjs                  creates all (about half an hour without a graphics card)
 *   node tools/pictures/photos.mjs history-1 …      creates the named ones
 *   QUICK=1 OUT=folder node tools/pictures/photos.mjs history-1   creates a small PNG quickly, as a preview
 *
 * A fictional club has no archive, and stock pictures are on many other sites. Therefore the pictures are rendered.
 * photos-scenes.mjs and photos-guests.mjs have the sets, photos-set.mjs the building, photos-trace.mjs the light,
 * film-crowd.mjs the people, and film-finish.mjs the development. Rooms are path traced. People are silhouettes in them, with
 * haze behind and in front.
 */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { personFragment, personVertex, pose, TEXELS } from './film-crowd.mjs'
import { develop } from './film-finish.mjs'
import { hazeFragment, lightOn, packBeams, SLABS, slabFragment } from './film-light.mjs'
import { fullScreen, openStudio } from './film-studio.mjs'
import { scenes } from './photos-scenes.mjs'
import { trace } from './photos-trace.mjs'

const OUT = new URL('../../club/pictures/', import.meta.url).pathname
const quick = !!process.env.QUICK

const peopleTexels = (people, lightFor) => {
  const posed = people.map((one) => pose(one, one.beat ?? 0, 20)).sort((a, b) => b.z - a.z)
  return posed.flatMap((one) => one.texels(lightFor(one)).flat())
}

/** Renders a room with the path tracer, then draws people, then the haze in front of them. */
async function traced(studio, name, scene, width, height) {
  const full = {
    aim: [0, 0, 8, 0],
    sky: [0, 0, 0, 0],
    fog: [0.02, 0.02, 0.1, 0],
    fog2: [0.3, 0, 1, 1],
    split: 999,
    floor: true,
    floorMat: 0,
    misc: [0.8, 0.2, 1, 0.1],
    clamp: 60,
    ...scene,
  }
  const { cam, lens, aim, prims, lights, sky, fog, fog2, split, floor: ground, floorMat, misc, clamp } = full
  const set = { cam, lens, aim, prims, lights, sky, fog, fog2, split, floor: ground, floorMat, misc, clamp }
  const samples = Math.ceil((scene.samples ?? 18) / (quick ? 3 : 1))
  const { light, near } = await trace(set, width, height, {
    samples,
    shrink: scene.shrink ?? 0.4,
    smooth: scene.smooth ?? 0.1,
  })
  if (scene.people) {
    await studio.target(`${name}Out`, width, height, 1)
    const over = await studio.shoot(
      [
        ['data', 'people', TEXELS, scene.people.length, peopleTexels(scene.people, scene.lightFor)],
        [
          'draw',
          {
            program: 'people',
            target: `${name}Out`,
            blend: 'over',
            clear: true,
            count: scene.people.length,
            inputs: { uPeople: 'people' },
            uniforms: {
              uCam: cam,
              uLens: lens,
              uView: [0, 0, 1, height / width],
              uFocus: [...(scene.focus ?? [8, 0.002]), 0, 0],
              uAmbient: [scene.ambient ?? 0.01, 0, 0, 0],
            },
          },
        ],
      ],
      `${name}Out`,
      3,
    )
    for (let i = 0; i < near.length; i++) light[i * 2] = light[i * 2] * (1 - over[i * 2 + 1]) + over[i * 2]
  }
  for (let i = 0; i < near.length; i++) light[i * 2] += near[i]
  return light
}

/** Renders a crowd in beams with the code of film.mjs. */
async function floor(studio, name, scene, width, height) {
  const view = [0, 0, 1, height / width]
  await studio.target(`${name}Out`, width, height, 1)
  await studio.target(`${name}Haze`, Math.round(width / 2), Math.round(height / 2), 2)
  const space = {
    uCam: scene.cam,
    uLens: scene.lens,
    uView: view,
    uDrift: scene.drift ?? [0.2, 0.4, 0.6, 0.1],
  }
  const tubes = scene.tubes ?? []
  const tubeList = tubes.flatMap((t) => [t.x, t.y, t.half, t.power])
  while (tubeList.length < 32) tubeList.push(0)
  const people = []
  const counts = scene.rows.map((row) => {
    const first = people.length / 4 / TEXELS
    people.push(
      ...peopleTexels(row, (one) =>
        lightOn(one.head.concat(one.z), scene.beams, tubes, scene.wall, scene.gain),
      ),
    )
    return [first, row.length]
  })
  const steps = [
    ['data', 'people', TEXELS, people.length / 4 / TEXELS, people],
    [
      'draw',
      {
        program: 'haze',
        target: `${name}Haze`,
        uniforms: {
          ...space,
          ...packBeams(scene.beams),
          'uTubeA[]': tubeList,
          uTubes: tubes.length,
          uZ0: scene.ends.slice(0, 4),
          uZ1: scene.ends.slice(4),
          uGlow: [scene.glow[0], scene.glow[1], scene.wall, scene.glow[2]],
        },
      },
    ],
    [
      'draw',
      {
        program: `back-${name}`,
        target: `${name}Out`,
        uniforms: { ...space, 'uTubeA[]': tubeList, uTubes: tubes.length, uRoom: [scene.wall, 0, 0, 0] },
      },
    ],
  ]
  for (let i = SLABS - 1; i >= 0; i--) {
    const from = i ? scene.ends[i - 1] : 0
    const laser = scene.laser ?? { from: [0, 0, 0], dir: [0, 0, 1], spread: 1, power: 0 }
    steps.push([
      'draw',
      {
        program: 'slab',
        target: `${name}Out`,
        blend: 'slab',
        inputs: { uNear: `${name}Haze0`, uFar: `${name}Haze1` },
        uniforms: {
          ...space,
          uPick: [0, 1, 2, 3].map((c) => (c === i % 4 ? 1 : 0)),
          uSpan: [
            from,
            scene.ends[i],
            Math.exp(-0.035 * (Math.min(scene.ends[i], scene.wall) - from)),
            i < 4 ? 0 : 1,
          ],
          uLaserA: [...laser.from, laser.spread],
          uLaserB: [...laser.dir, laser.power],
        },
      },
    ])
    if (i > 0 && counts[i - 1])
      steps.push([
        'draw',
        {
          program: 'people',
          target: `${name}Out`,
          blend: 'over',
          first: counts[i - 1][0],
          count: counts[i - 1][1],
          inputs: { uPeople: 'people' },
          uniforms: {
            uCam: scene.cam,
            uLens: scene.lens,
            uView: view,
            uFocus: [...scene.focus, 0, 0],
            uAmbient: [scene.ambient ?? 0.006, 0, 0, 0],
          },
        },
      ])
  }
  return studio.shoot(steps, `${name}Out`)
}

mkdirSync(OUT, { recursive: true })
const wanted = process.argv.slice(2)
const studio = await openStudio()
await studio.program('people', personVertex, personFragment)
await studio.program('haze', fullScreen, hazeFragment)
await studio.program('slab', fullScreen, slabFragment)
for (const [name, make] of Object.entries(scenes)) {
  if (wanted.length && !wanted.includes(name)) continue
  const t0 = Date.now()
  const scene = make()
  const [fullWidth, fullHeight] = scene.size
  const width = quick ? fullWidth / 2 : fullWidth
  const height = quick ? Math.round(fullHeight / 2) : fullHeight
  if (scene.back) await studio.program(`back-${name}`, fullScreen, scene.back)
  const light = await (scene.back ? floor : traced)(studio, name, scene, width, height)
  const print = develop(light, width, height, {
    seed: 3,
    grain: quick ? 0.02 : 0.034,
    grainSoft: 0.5,
    contrast: 0.6,
    toe: 0.03,
    ...scene.look,
  })
  const image = sharp(
    await sharp(print, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  )
  if (quick) await image.png().toFile(join(process.env.OUT || '.', `${name}.png`))
  else
    for (const size of [1600, 800]) {
      const sized = () => image.clone().resize({ width: size, kernel: 'lanczos3' })
      await sized()
        .avif({ quality: size === 1600 ? 46 : 48, effort: 6 })
        .toFile(`${OUT}${name}-${size}.avif`)
      await sized()
        .jpeg({ quality: size === 1600 ? 64 : 68, mozjpeg: true })
        .toFile(`${OUT}${name}-${size}.jpg`)
      for (const kind of ['avif', 'jpg'])
        console.log(
          `${name}-${size}.${kind} ${(statSync(`${OUT}${name}-${size}.${kind}`).size / 1000).toFixed(0)} kB`,
        )
    }
  console.log(`${name} ${width}x${height} in ${((Date.now() - t0) / 1000).toFixed(0)} s`)
}
await studio.close()
