/**
 * Creates the film of the home page, which plays in a loop, and its posters:
 *   club/pictures/hero.webm, hero.mp4           1280x720, 24 fps, 20 beats at 128 BPM = 9.375 s = 225 frames, no sound
 *   club/pictures/hero.{avif,webp,jpg}          the first frame of the film, 1280x720
 *   club/pictures/hero-768.{avif,webp,jpg}      the first frame for narrow screens
 *   club/pictures/hero-portrait.{avif,webp,jpg} the middle of the first frame, rendered at 720x1280
 *
 *   node tools/pictures/film.mjs              creates everything (about ten minutes without a graphics card)
 *   node tools/pictures/film.mjs stills [b…]  creates only the posters, or test frames at the given beats in the folder $OUT
 *   node tools/pictures/film.mjs encode       encodes the two films again, from the frames in the folder $FRAMES
 *
 * The period of every movement, including the smoke, divides the twenty beats of the loop, so that frame 225 equals frame 0.
 * Brightness changes partly and once per beat, 2.13 times per second. This is below the three flashes of WCAG 2.3.1. The scene
 * is the dance floor from the back: five tubes with the shape of the club's mark behind the booth, moving heads on the truss,
 * the crowd in front of them, and one red laser that appears once.
 * Needs Chromium, and ffmpeg with libx264 and libvpx-vp9. Both are on the PATH, or in the variables CHROMIUM and FFMPEG.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { makePerson, personFragment, personVertex, pose, TEXELS } from './film-crowd.mjs'
import { develop } from './film-finish.mjs'
import { beam, hazeCommon, hazeFragment, lightOn, packBeams, SLABS, slabFragment } from './film-light.mjs'
import { ffmpeg, fullScreen, openStudio, random } from './film-studio.mjs'

const OUT = new URL('../../club/pictures/', import.meta.url).pathname
const BEATS = 20
const FPS = 24
const FRAMES = (BEATS * 60 * FPS) / 128
const TAU = Math.PI * 2

const CAM = [0, 2.02, 0]
const LENS = [1.73, -0.118, 0, 0]
const WIDE = [0, 0, 1, 0.5625]
const TALL = [0.0, 0, (0.5625 * 9) / 16, 0.5625]
const WALL = 12
const SLAB_ENDS = [2.7, 3.75, 4.95, 6.5, 8.3, 10.1, 11.2, 60]

/** The mark of the club as the heights of five bars: the attack of a kick drum and its decay. */
const MARK = [0.3, 1, 0.64, 0.42, 0.24]

const kick = (beat) => {
  const p = ((beat % 1) + 1) % 1
  return p < 0.86
    ? Math.exp(-2.4 * p)
    : Math.exp(-2.4 * 0.86) + (1 - Math.exp(-2.4 * 0.86)) * ((p - 0.86) / 0.14) ** 2
}
const wave = (beat, period, shift = 0) => Math.sin((TAU * beat) / period + TAU * shift)

/** Creates all people on the floor, the front rows (nearest to the camera) first. */
function crowd() {
  const rows = [
    { z: 2.15, x: [-1.02, -0.52, 0.74, 1.22], jitter: 0.03 },
    { z: 3.1, n: 7, width: 3.8 },
    { z: 4.2, n: 10, width: 5.3 },
    { z: 5.7, n: 12, width: 6.9 },
    { z: 7.3, n: 15, width: 8.8 },
    { z: 9.1, n: 19, width: 11 },
    { z: 10.5, n: 24, width: 12.6 },
  ]
  const r = random(128)
  return rows.map((row, k) => {
    const n = row.x?.length ?? row.n
    const list = Array.from({ length: n }, (_, i) => {
      const x = row.x?.[i] ?? ((i + 0.5) / n - 0.5) * row.width + (r() - 0.5) * 0.34
      const z = row.z + (r() - 0.5) * (row.jitter ?? 0.5) * (k < 2 ? 0.5 : 1)
      return makePerson(k * 100 + i + 1, x, z, {
        keep: r() < 0.35,
        ...(k === 1 ? { raise: i === 1 ? 2 : i === 5 ? 1 : 0, keep: i === 5 } : {}),
        ...(k === 2 && i % 4 === 1 ? { raise: i === 5 ? 3 : 1 } : {}),
      })
    })
    return list
  })
}

function direct(rows) {
  const set = (k, i, more) => Object.assign(rows[k][i], more)
  // The four people at the edges of the picture are defined by hand.
  set(0, 0, { hair: 5, cloth: 0, height: 1.8, face: 0.45, half: 0.205, bulk: 1.06, raise: 0 })
  set(0, 1, { hair: 2, cloth: 1, height: 1.64, face: -0.2, half: 0.168, bulk: 0.86, raise: 0 })
  set(0, 2, { hair: 4, cloth: 1, height: 1.7, face: -0.3, half: 0.175, bulk: 0.9, raise: 0 })
  set(0, 3, { hair: 0, cloth: 2, height: 1.83, face: 0.1, half: 0.208, bulk: 1.1, raise: 0 })
  return rows
}

const ROWS = direct(crowd())
const DJ = makePerson(909, 0.42, 11.0, {
  height: 2.13,
  hair: 10,
  face: 0.1,
  cloth: 0,
  raise: 0,
  bob: 1.2,
  half: 0.2,
})

/** Returns all beams, tubes and the laser at a beat. */
function lighting(beat) {
  const k = kick(beat)
  const breathe = 0.72 + 0.28 * k
  const beams = []
  // The rear truss has six moving heads. Their fan opens and closes in ten beats, and its middle stays free for the mark.
  for (let i = 0; i < 6; i++) {
    const u = (i - 2.5) / 2.5
    const open = 1 + 0.24 * wave(beat, 10, 0.1)
    const own = 0.7 * wave(beat, 20, i * 0.37) + 0.3 * wave(beat, 5, i * 0.21)
    const chase = 0.6 + 0.4 * wave(beat, 4, -i / 6)
    beams.push(
      beam(
        [u * 4.9, 5.0, 10.6],
        [u * 8.2 * open + own + Math.sign(u) * 0.8, -0.4, 2.4 + 1.1 * wave(beat, 20, i * 0.5)],
        0.0085,
        0.052 * chase * breathe,
      ),
    )
  }
  // A second fan of narrow, faint beams between the first ones moves in the opposite direction.
  for (let i = 0; i < 5; i++) {
    const u = (i - 2) / 2
    beams.push(
      beam(
        [u * 3.9, 5.05, 10.6],
        [-u * 6.5 + 1.6 * wave(beat, 20, i * 0.2), -0.5, 3.2],
        0.0035,
        0.0085 * (0.55 + 0.45 * wave(beat, 4, i / 5)) * breathe,
      ),
    )
  }
  // The middle truss is out of the frame. Its five beams cross and light the heads of people.
  for (let i = 0; i < 5; i++) {
    const u = (i - 2) / 2
    const own = 1.3 * wave(beat, 20, 0.25 * i + 0.6)
    beams.push(
      beam(
        [u * 4.6, 6.8, 7.4],
        [-u * 2.8 + own, 0, 5.2 + 1.2 * wave(beat, 10, i * 0.3)],
        0.016,
        0.024 * (0.55 + 0.45 * wave(beat, 4, i / 5 + 0.5)) * breathe,
      ),
    )
  }
  // Beams from the floor beside the booth point up and outwards, over the heads of people.
  for (let i = 0; i < 6; i++) {
    const side = i < 3 ? -1 : 1
    const far = i % 3
    beams.push(
      beam(
        [side * (2.7 + far * 0.75), 1.0, 11.3],
        [side * (3.4 + far * 2.4 + 1.0 * wave(beat, 20, 0.15 + far * 0.3)), 6.8, 4.5 - far],
        0.005,
        0.016 * (0.68 + 0.32 * wave(beat, 4, far * 0.33)) * breathe,
      ),
    )
  }
  const tubes = MARK.map((h, i) => ({
    x: (i - 2) * 0.86,
    y: 3.1,
    half: h * 1.75,
    power: 0.5 * (0.66 + 0.34 * kick(beat - i * 0.06)),
  }))
  // The laser is on from three beats before the end of the loop to two and a half beats after, and fades in and out slowly.
  const near = Math.min((((beat + 4) % BEATS) + BEATS) % BEATS, 8)
  const on = Math.max(0, Math.min(1, near / 1.5)) * Math.max(0, Math.min(1, (7.5 - near) / 2))
  const laser = beam(
    [tubes[1].x, 5.0, WALL - 0.1],
    [3.2 + 0.5 * wave(beat, 20, 0.05), 3.1, 0.5],
    0.0012,
    on * on * (3 - 2 * on),
  )
  return { k, breathe, beams, tubes, laser }
}

const stageFragment = `#version 300 es
precision highp float; precision highp sampler3D;
${hazeCommon}
uniform vec4 uTubeA[8]; uniform float uTubes; uniform vec4 uLamp[8]; uniform vec4 uRoom; uniform vec4 uGlow;
out vec4 color;
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float seg(vec2 p, vec2 a, vec2 b) { vec2 pa = p - a, ba = b - a; return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0., 1.)); }
void main() {
  vec2 uv = gl_FragCoord.xy / uSize;
  vec3 d = sight(uv);
  float wall = uRoom.x + .5;
  vec3 at = uCam + d * ((wall - uCam.z) / d.z);
  // Brick wall, whitewashed long ago, and bales of wool stacked against it on both sides.
  vec2 brick = vec2(at.x * 3.6 + .5 * mod(floor(at.y * 11.), 2.), at.y * 11.);
  vec2 cell = fract(brick) - .5;
  float tone = .55 + .3 * hash(floor(brick)) + .3 * (texture(uNoise, vec3(at.xy * .13, .2)).r - .5);
  tone *= 1. - .55 * smoothstep(.40, .5, max(abs(cell.x), abs(cell.y) * .96));
  float bales = step(2.7, abs(at.x)) * step(at.y, 3.05);
  if (bales > .5) {
    vec2 b = vec2(at.x / 1.1 + .5 * mod(floor(at.y / .78), 2.), at.y / .78); vec2 c = abs(fract(b) - .5);
    tone = (.30 + .4 * hash(floor(b))) * smoothstep(.5, .36, max(c.x, c.y)) * (.7 + .6 * texture(uNoise, vec3(at.xy * 1.1, .7)).r);
    tone *= .55 + .45 * step(.06, abs(c.x - .2));
  }
  float lit = .004;
  float core = 0.;
  vec2 plane = (uCam + d * ((uRoom.x - uCam.z) / d.z)).xy;
  for (int i = 0; i < 8; i++) {
    if (float(i) >= uTubes) break;
    vec4 T = uTubeA[i];
    float y = clamp(at.y, T.y - T.z, T.y + T.z);
    vec3 v = vec3(at.x - T.x, at.y - y, .5); float r2 = dot(v, v);
    lit += T.w * T.z * .5 / (r2 * sqrt(r2) + .2) * .30;
    float r = seg(plane, vec2(T.x, T.y - T.z), vec2(T.x, T.y + T.z));
    core += T.w * (smoothstep(.062, .040, r) * 5.5 + .5 * exp(-r * 9.));
    // The frame that holds the tube
    lit *= 1. - .7 * smoothstep(.02, .0, abs(abs(plane.x - T.x) - .11) - .012) * step(abs(plane.y - T.y), T.z + .12);
  }
  // Wash lights at the foot of the wall give the far rows a bright background.
  for (int i = 0; i < 6; i++) {
    float x = (float(i) - 2.5) * 2.5, up = max(at.y - .2, .02), w = .28 + .32 * up;
    lit += uGlow.w * exp(-pow((at.x - x) / w, 2.)) * exp(-up * .55) / (w * 1.6);
  }
  float light = tone * lit * .5 + core;
  // Timber trusses of the old wool store, and the bar that carries the lamps.
  for (int i = 0; i < 2; i++) {
    float z = i == 0 ? 11.8 : 10.7;
    vec2 p = (uCam + d * ((z - uCam.z) / d.z)).xy;
    float base = 5.55, slope = base + max(0., 7.4 - abs(p.x)) * .42;
    float wood = abs(p.y - base) - .10;
    wood = min(wood, abs(p.y - slope) - .12);
    float cell = 1.55, k = floor(abs(p.x) / cell);
    float xa = k * cell, xb = xa + cell;
    float ya = base + max(0., 7.4 - xa) * .42, yb = base + max(0., 7.4 - xb) * .42;
    vec2 m = vec2(abs(p.x), p.y);
    wood = min(wood, seg(m, vec2(xa, ya), vec2(xb, base)) - .06);
    wood = min(wood, abs(m.x - xa) < .055 && p.y > base && p.y < slope ? -.01 : 1.);
    float m2 = smoothstep(.012, -.012, wood);
    float under = smoothstep(.0, -.1, p.y - base) ;
    light = mix(light, .007 * (1. + 2. * texture(uNoise, vec3(p * vec2(.3, 2.), .1)).r) * (i == 0 ? 1.6 : .9), m2);
    if (i == 1) {
      float bar = min(abs(p.y - 5.30) - .028, abs(p.y - 5.08) - .022);
      bar = min(bar, max(abs(abs(fract(p.x * 2.3) - .5) * .42 - (p.y - 5.08)) - .02, max(p.y - 5.3, 5.08 - p.y)));
      light = mix(light, .018, smoothstep(.012, -.008, bar));
      for (int j = 0; j < 6; j++) {
        vec4 L = uLamp[j];
        vec2 q = p - vec2(L.x, 5.0);
        float head = min(length(q - vec2(0., -.02)) - .125, max(abs(q.x) - .16, abs(q.y - .10) - .07));
        light = mix(light, .010, smoothstep(.012, -.012, head));
        float lens = length(q - L.yz * .05) - .075;
        light += L.w * (smoothstep(.02, -.03, lens) * 4. + .35 * exp(-max(lens, 0.) * 14.));
      }
    }
  }
  // The booth, at floor level, dark against the wall.
  vec2 b = (uCam + d * ((11.2 - uCam.z) / d.z)).xy;
  float booth = max(abs(b.x - .3) - 1.5, b.y - 1.42);
  light = mix(light, .006, smoothstep(.02, -.02, booth));
  color = vec4(light, 0., 0., 1.);
}`

async function prepare(studio, width, height, name) {
  await studio.target(`${name}Picture`, width, height, 1)
  await studio.target(`${name}Haze`, Math.round(width / 2), Math.round(height / 2), 2)
}

async function openSet() {
  const studio = await openStudio()
  await studio.program('haze', fullScreen, hazeFragment)
  await studio.program('slab', fullScreen, slabFragment)
  await studio.program('stage', fullScreen, stageFragment)
  await studio.program('people', personVertex, personFragment)
  return studio
}

function shotOf(beat, view, name) {
  const { k, beams, tubes, laser, breathe } = lighting(beat)
  // Smoke drifts by whole periods of its texture, so that it is in the same place at the end of the loop.
  const drift = beat / BEATS
  const space = { uCam: CAM, uLens: LENS, uView: view, uDrift: [drift, drift, drift * 2, drift] }
  const tubeList = tubes.flatMap((t) => [t.x, t.y, t.half, t.power])
  while (tubeList.length < 32) tubeList.push(0)
  const people = []
  const counts = []
  const stand = (list) => {
    const posed = list.map((one) => pose(one, beat, BEATS)).sort((a, b) => b.z - a.z)
    counts.push([people.length / 4 / TEXELS, posed.length])
    for (const one of posed) {
      const light = lightOn(one.head.concat(one.z), beams, tubes, WALL, { top: 9, back: 7 })
      people.push(...one.texels(light).flat())
    }
  }
  for (const row of ROWS) stand(row)
  stand([DJ])
  const total = people.length / 4 / TEXELS
  const lamps = beams.slice(0, 6).flatMap((one) => {
    const to = [-one.from[0], CAM[1] - one.from[1], -one.from[2]]
    const l = Math.hypot(...to)
    const toward = Math.max(0, (one.dir[0] * to[0] + one.dir[1] * to[1] + one.dir[2] * to[2]) / l)
    return [one.from[0], one.dir[0], one.dir[1], one.power * (2 + 30 * toward ** 24)]
  })
  while (lamps.length < 32) lamps.push(0)
  const steps = [
    ['data', 'people', TEXELS, total, people],
    [
      'draw',
      {
        program: 'haze',
        target: `${name}Haze`,
        uniforms: {
          ...space,
          ...packBeams(beams),
          'uTubeA[]': tubeList,
          uTubes: tubes.length,
          uZ0: SLAB_ENDS.slice(0, 4),
          uZ1: SLAB_ENDS.slice(4),
          uGlow: [0.022, 0.03 * breathe, WALL, 0.5 * breathe],
        },
      },
    ],
    [
      'draw',
      {
        program: 'stage',
        target: `${name}Picture`,
        uniforms: {
          ...space,
          'uTubeA[]': tubeList,
          uTubes: tubes.length,
          'uLamp[]': lamps,
          uRoom: [WALL, 0, 0, 0],
          uGlow: [0, 0, 0, 0.5 * breathe],
        },
      },
    ],
  ]
  const peoplePass = ([first, count], z) => [
    'draw',
    {
      program: 'people',
      target: `${name}Picture`,
      blend: 'over',
      first,
      count,
      inputs: { uPeople: 'people' },
      uniforms: {
        uCam: CAM,
        uLens: LENS,
        uView: view,
        uFocus: [5.2, 0.0085, 0, 0],
        uAmbient: [0.005 + 0.003 * k + (z < 3 ? 0 : 0.004), 0, 0, 0],
      },
    },
  ]
  const slabPass = (i) => [
    'draw',
    {
      program: 'slab',
      target: `${name}Picture`,
      blend: 'slab',
      inputs: { uNear: `${name}Haze0`, uFar: `${name}Haze1` },
      uniforms: {
        ...space,
        uPick: [0, 1, 2, 3].map((c) => (c === i % 4 ? 1 : 0)),
        uSpan: [
          i ? SLAB_ENDS[i - 1] : 0,
          SLAB_ENDS[i],
          Math.exp(-0.035 * (Math.min(SLAB_ENDS[i], WALL) - (i ? SLAB_ENDS[i - 1] : 0))),
          i < 4 ? 0 : 1,
        ],
        uLaserA: [...laser.from, laser.spread],
        uLaserB: [...laser.dir, laser.power],
      },
    },
  ]
  steps.push(peoplePass(counts[ROWS.length], 11))
  for (let i = SLABS - 1; i >= 0; i--) {
    steps.push(slabPass(i))
    if (i > 0) steps.push(peoplePass(counts[i - 1], SLAB_ENDS[i - 1]))
  }
  return steps
}

const LOOK = { exposure: 1.35, bloom: 0.35, contrast: 0.62, toe: 0.12, vignette: 0.35, seed: 5, gamma: 2.1 }

async function still(studio, beat, { width, height, view, name, grain = 0.014 }) {
  const light = await studio.shoot(shotOf(beat, view, name), `${name}Picture`)
  return sharp(develop(light, width, height, { ...LOOK, grain }), { raw: { width, height, channels: 3 } })
}

async function save(image, name, quality, width) {
  const sized = () => (width ? image.clone().resize({ width, kernel: 'lanczos3' }) : image.clone())
  await sized()
    .avif({ quality: quality.avif, effort: 7, chromaSubsampling: '4:2:0' })
    .toFile(`${OUT}${name}.avif`)
  await sized().webp({ quality: quality.webp, effort: 6 }).toFile(`${OUT}${name}.webp`)
  await sized().jpeg({ quality: quality.jpeg, mozjpeg: true }).toFile(`${OUT}${name}.jpg`)
  for (const kind of ['avif', 'webp', 'jpg'])
    console.log(`${name}.${kind} ${(statSync(`${OUT}${name}.${kind}`).size / 1000).toFixed(1)} kB`)
}

async function posters(studio) {
  await prepare(studio, 1280, 720, 'wide')
  await prepare(studio, 720, 1280, 'tall')
  const wide = await still(studio, 0, { width: 1280, height: 720, view: WIDE, name: 'wide', grain: 0.02 })
  const ready = sharp(await wide.png().toBuffer())
  await save(ready, 'hero', { avif: 52, webp: 68, jpeg: 70 })
  await save(ready, 'hero-768', { avif: 58, webp: 68, jpeg: 70 }, 768)
  const tall = await still(studio, 0, { width: 720, height: 1280, view: TALL, name: 'tall', grain: 0.02 })
  await save(sharp(await tall.png().toBuffer()), 'hero-portrait', { avif: 43, webp: 66, jpeg: 68 })
}

const run = (args) =>
  new Promise((done, fail) => {
    const child = spawn(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', ...args], { stdio: 'inherit' })
    child.on('error', fail)
    child.on('exit', (code) => (code ? fail(new Error(`ffmpeg ended with ${code}`)) : done()))
  })

async function encode(folder) {
  const input = ['-framerate', String(FPS), '-i', join(folder, '%03d.png')]
  const colour = [
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  ]
  const log = join(folder, 'pass')
  const vp9 = [
    ...input,
    ...colour,
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '880k',
    '-maxrate',
    '1600k',
    '-bufsize',
    '3000k',
    '-g',
    '240',
    '-row-mt',
    '1',
    '-tile-columns',
    '1',
    '-auto-alt-ref',
    '1',
    '-lag-in-frames',
    '25',
    '-aq-mode',
    '0',
    '-passlogfile',
    log,
    '-threads',
    '2',
  ]
  await run([...vp9, '-pass', '1', '-cpu-used', '4', '-an', '-f', 'null', '/dev/null'])
  await run([...vp9, '-pass', '2', '-cpu-used', '2', '-an', `${OUT}hero.webm`])
  const h264 = [
    ...input,
    ...colour,
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-profile:v',
    'high',
    '-level',
    '4.0',
    '-b:v',
    '980k',
    '-maxrate',
    '1800k',
    '-bufsize',
    '3600k',
    '-g',
    '240',
    '-x264-params',
    'aq-mode=3:aq-strength=0.9:psy-rd=0.7,0.0:deblock=0,0',
    '-passlogfile',
    `${log}4`,
    '-threads',
    '2',
  ]
  await run([...h264, '-pass', '1', '-an', '-f', 'null', '/dev/null'])
  await run([...h264, '-pass', '2', '-an', '-movflags', '+faststart', `${OUT}hero.mp4`])
  for (const file of ['hero.webm', 'hero.mp4'])
    console.log(`${file} ${(statSync(OUT + file).size / 1e6).toFixed(2)} MB`)
}

const [what, ...rest] = process.argv.slice(2)
mkdirSync(OUT, { recursive: true })
if (what === 'encode') await encode(process.env.FRAMES)
else {
  const studio = await openSet()
  if (what === 'stills' && rest.length) {
    const folder = process.env.OUT || '.'
    const tall = rest[0] === 'tall'
    const [width, height] = tall ? [720, 1280] : [1280, 720]
    await prepare(studio, width, height, 'wide')
    for (const b of rest.slice(tall ? 1 : 0)) {
      const t0 = Date.now()
      await (await still(studio, Number(b), { width, height, view: tall ? TALL : WIDE, name: 'wide' }))
        .png()
        .toFile(join(folder, `beat-${b}${tall ? '-tall' : ''}.png`))
      console.log(b, Date.now() - t0, 'ms')
    }
  } else {
    await posters(studio)
    if (what !== 'stills') {
      const folder = process.env.FRAMES || mkdtempSync(join(tmpdir(), 'film-'))
      mkdirSync(folder, { recursive: true })
      for (let i = 0; i < FRAMES; i++) {
        const frame = await still(studio, (i * BEATS) / FRAMES, {
          width: 1280,
          height: 720,
          view: WIDE,
          name: 'wide',
          grain: 0.008,
        })
        await frame.png({ compressionLevel: 3 }).toFile(join(folder, `${String(i).padStart(3, '0')}.png`))
        if (i % 25 === 0) console.log(`${i} of ${FRAMES} frames`)
      }
      await encode(folder)
      if (!process.env.FRAMES) rmSync(folder, { recursive: true })
    }
  }
  await studio.close()
}
