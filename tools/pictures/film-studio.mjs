/**
 * The camera of film.mjs and photos.mjs: a headless Chromium whose WebGL 2 draws into 32-bit float textures. A browser has a
 * software rasteriser, so the same shaders run on every machine, with or without a graphics card. The result has two channels
 * of linear light: white and laser red. film-finish.mjs converts them to a picture. The browser is $CHROMIUM, otherwise
 * `chromium` on the PATH, otherwise the one that Playwright installed.
 */
import { execFileSync } from 'node:child_process'
import { chromium } from '@playwright/test'

/** Returns a seeded random generator (mulberry32), so that every run creates the same picture. */
export function random(seed) {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), a | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function onPath(name) {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

export const ffmpeg = process.env.FFMPEG || onPath('ffmpeg') || 'ffmpeg'

/** Creates value noise in a cube of 64 cells that repeats at its edges. Haze drifts by whole periods, so the film can loop. */
export function noiseCube(size = 64, seed = 7) {
  const r = random(seed)
  const base = [8, 16, 32].map((n) => ({ n, v: Float32Array.from({ length: n ** 3 }, r) }))
  const out = new Uint8Array(size ** 3)
  const at = ({ n, v }, x, y, z) => v[((z + n) % n) * n * n + ((y + n) % n) * n + ((x + n) % n)]
  const ease = (t) => t * t * (3 - 2 * t)
  for (let z = 0; z < size; z++)
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        let sum = 0
        base.forEach((lattice, octave) => {
          const k = lattice.n / size
          const [fx, fy, fz] = [x * k, y * k, z * k]
          const [ix, iy, iz] = [Math.floor(fx), Math.floor(fy), Math.floor(fz)]
          const [tx, ty, tz] = [ease(fx - ix), ease(fy - iy), ease(fz - iz)]
          const mix = (a, b, t) => a + (b - a) * t
          const plane = (dz) =>
            mix(
              mix(at(lattice, ix, iy, iz + dz), at(lattice, ix + 1, iy, iz + dz), tx),
              mix(at(lattice, ix, iy + 1, iz + dz), at(lattice, ix + 1, iy + 1, iz + dz), tx),
              ty,
            )
          sum += mix(plane(0), plane(1), tz) * [0.55, 0.3, 0.15][octave]
        })
        out[z * size * size + y * size + x] = Math.round(sum * 255)
      }
  return { size, cells: out, bytes: Buffer.from(out).toString('base64') }
}

/** Has all WebGL code and runs inside the page. The programs outside send it only shaders, numbers and lists of passes. */
function installStudio({ noise }) {
  const gl = document
    .createElement('canvas')
    .getContext('webgl2', { antialias: false, preserveDrawingBuffer: true })
  if (!gl) throw new Error('This browser has no WebGL 2')
  gl.getExtension('EXT_color_buffer_float')
  gl.getExtension('OES_texture_float_linear')
  gl.getExtension('EXT_float_blend')
  const programs = {}
  const targets = {}
  const textures = {}
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

  const cube = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_3D, cube)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  gl.texImage3D(
    gl.TEXTURE_3D,
    0,
    gl.R8,
    noise.size,
    noise.size,
    noise.size,
    0,
    gl.RED,
    gl.UNSIGNED_BYTE,
    bytes(noise.bytes),
  )
  for (const axis of ['S', 'T', 'R']) gl.texParameteri(gl.TEXTURE_3D, gl[`TEXTURE_WRAP_${axis}`], gl.REPEAT)
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.bindVertexArray(gl.createVertexArray())

  function texture(width, height, data, filter) {
    const made = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, made)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, data)
    for (const axis of ['S', 'T'])
      gl.texParameteri(gl.TEXTURE_2D, gl[`TEXTURE_WRAP_${axis}`], gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
    return made
  }

  window.studio = {
    program(name, vertex, fragment) {
      const compile = (kind, source) => {
        const shader = gl.createShader(kind)
        gl.shaderSource(shader, source)
        gl.compileShader(shader)
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
          throw new Error(`${name}: ${gl.getShaderInfoLog(shader)}`)
        return shader
      }
      const program = gl.createProgram()
      gl.attachShader(program, compile(gl.VERTEX_SHADER, vertex))
      gl.attachShader(program, compile(gl.FRAGMENT_SHADER, fragment))
      gl.linkProgram(program)
      if (!gl.getProgramParameter(program, gl.LINK_STATUS))
        throw new Error(`${name}: ${gl.getProgramInfoLog(program)}`)
      programs[name] = { program, at: new Map() }
    },
    target(name, width, height, layers) {
      const buffer = gl.createFramebuffer()
      gl.bindFramebuffer(gl.FRAMEBUFFER, buffer)
      const list = []
      for (let i = 0; i < layers; i++) {
        const made = texture(width, height, null, gl.LINEAR)
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + i, gl.TEXTURE_2D, made, 0)
        list.push(made)
        textures[`${name}${i}`] = made
      }
      gl.drawBuffers(list.map((_, i) => gl.COLOR_ATTACHMENT0 + i))
      targets[name] = { buffer, width, height }
    },
    data(name, width, height, values) {
      if (textures[name]) gl.deleteTexture(textures[name])
      textures[name] = texture(width, height, new Float32Array(values), gl.NEAREST)
    },
    /** Draws one pass: program, target, uniforms, inputs, blend, instances. A large pass is drawn in tiles. */
    draw({ program, target, uniforms = {}, inputs = {}, blend, first = 0, count = 0, clear, tile = 0 }) {
      const { program: id, at } = programs[program]
      const { buffer, width, height } = targets[target]
      gl.useProgram(id)
      gl.bindFramebuffer(gl.FRAMEBUFFER, buffer)
      gl.viewport(0, 0, width, height)
      const place = (name) => {
        if (!at.has(name)) at.set(name, gl.getUniformLocation(id, name))
        return at.get(name)
      }
      gl.activeTexture(gl.TEXTURE0)
      gl.bindTexture(gl.TEXTURE_3D, cube)
      gl.uniform1i(place('uNoise'), 0)
      Object.entries(inputs).forEach(([name, source], i) => {
        gl.activeTexture(gl.TEXTURE1 + i)
        gl.bindTexture(gl.TEXTURE_2D, textures[source])
        gl.uniform1i(place(name), 1 + i)
      })
      gl.uniform2f(place('uSize'), width, height)
      for (const [name, value] of Object.entries(uniforms)) {
        if (name.endsWith('[]')) gl.uniform4fv(place(name.slice(0, -2)), value)
        else if (typeof value === 'number') gl.uniform1f(place(name), value)
        else gl[`uniform${value.length}f`](place(name), ...value)
      }
      gl.uniform1i(place('uFirst'), first)
      if (blend) {
        gl.enable(gl.BLEND)
        gl.blendFunc(gl.ONE, { over: gl.ONE_MINUS_SRC_ALPHA, slab: gl.SRC_ALPHA, add: gl.ONE }[blend])
      } else gl.disable(gl.BLEND)
      if (clear) {
        gl.clearColor(0, 0, 0, 0)
        gl.clear(gl.COLOR_BUFFER_BIT)
      }
      const shoot = () => {
        if (count) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count)
        else gl.drawArrays(gl.TRIANGLES, 0, 3)
      }
      if (!tile) return shoot()
      // A software rasteriser can take seconds for one draw. Tiles keep each draw below the browser's time limit.
      gl.enable(gl.SCISSOR_TEST)
      for (let y = 0; y < height; y += tile)
        for (let x = 0; x < width; x += tile) {
          gl.scissor(x, y, tile, tile)
          shoot()
          gl.finish()
        }
      gl.disable(gl.SCISSOR_TEST)
    },
    /** Returns the first and the `second` channel of a target, top row first, as base64 of Float32. */
    read(target, second = 1) {
      const { buffer, width, height } = targets[target]
      gl.bindFramebuffer(gl.FRAMEBUFFER, buffer)
      gl.readBuffer(gl.COLOR_ATTACHMENT0)
      const all = new Float32Array(width * height * 4)
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, all)
      const out = new Float32Array(width * height * 2)
      for (let y = 0; y < height; y++)
        for (let x = 0, from = (height - 1 - y) * width * 4, to = y * width * 2; x < width; x++) {
          out[to + x * 2] = all[from + x * 4]
          out[to + x * 2 + 1] = all[from + x * 4 + second]
        }
      const raw = new Uint8Array(out.buffer)
      let text = ''
      for (let i = 0; i < raw.length; i += 0x8000) text += String.fromCharCode(...raw.subarray(i, i + 0x8000))
      return btoa(text)
    },
  }
}

export const fullScreen = `#version 300 es
void main() { vec2 p = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2); gl_Position = vec4(p * 2. - 1., 0., 1.); }`

export async function openStudio() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || onPath('chromium') || onPath('google-chrome'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      '--disable-gpu-watchdog',
    ],
  })
  const page = await browser.newPage()
  const { size, bytes } = noiseCube()
  await page.evaluate(installStudio, { noise: { size, bytes } })
  const call =
    (name) =>
    (...args) =>
      page.evaluate(([method, list]) => window.studio[method](...list), [name, args])
  return {
    program: call('program'),
    target: call('target'),
    data: call('data'),
    draw: call('draw'),
    /** Runs a list of steps, such as [['data', …], ['draw', …]], in one call, and returns the pixels. */
    async shoot(steps, target, second = 1) {
      const text = await page.evaluate(
        ([list, from, channel]) => {
          for (const [method, ...args] of list) window.studio[method](...args)
          return window.studio.read(from, channel)
        },
        [steps, target, second],
      )
      const raw = Buffer.from(text, 'base64')
      return new Float32Array(raw.buffer, raw.byteOffset, raw.length / 4)
    },
    close: () => browser.close(),
  }
}
