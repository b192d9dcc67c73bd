/**
 * Prints the posters of the demo club. A poster has a paper and a list of inks. Each ink is drawn separately in black, as a
 * printing plate. Printing adds the faults of a real press: plates out of register, uneven solids, pinholes, rough edges, and
 * paper that is not white.
 *
 * Chromium draws the plates, because the type needs the width axis of the font. This file prints them pixel by pixel. The noise
 * is seeded, so that the same sources always give the same picture.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import sharp from 'sharp'

const require = createRequire(import.meta.url)

/** Side of the square on which every plate is drawn, independent of the size in pixels of the print. */
const BOARD = 1000

export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns white noise of a grid point, 0 to 1, computed without a table. */
export function hash(x, y, seed) {
  let h = Math.imul((x | 0) + Math.imul(seed | 0, 0x9e3779b1), 0x85ebca6b)
  h ^= h >>> 15
  h = Math.imul(h + Math.imul(y | 0, 0xc2b2ae35), 0x27d4eb2f)
  h ^= h >>> 13
  h = Math.imul(h, 0x2c1b3c6d)
  h ^= h >>> 12
  h = Math.imul(h, 0x297a2d39)
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296
}

/** Returns smooth noise at any point, 0 to 1. */
export function noise(x, y, seed) {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  let u = x - xi
  let v = y - yi
  u = u * u * (3 - 2 * u)
  v = v * v * (3 - 2 * v)
  const top = hash(xi, yi, seed) * (1 - u) + hash(xi + 1, yi, seed) * u
  const bottom = hash(xi, yi + 1, seed) * (1 - u) + hash(xi + 1, yi + 1, seed) * u
  return top * (1 - v) + bottom * v
}

export function clouds(x, y, seed, octaves = 4) {
  let sum = 0
  let weight = 0.5
  let total = 0
  for (let i = 0; i < octaves; i++) {
    sum += noise(x, y, seed + i * 17) * weight
    total += weight
    x *= 2.03
    y *= 2.03
    weight *= 0.5
  }
  return sum / total
}

const rgb = (hex) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)

async function face(file) {
  const data = await readFile(require.resolve(file))
  return `url(data:font/woff2;base64,${data.toString('base64')}) format('woff2')`
}

/** Opens a browser page with both font families, in which plates are set one after the other. */
export async function openPress({ executablePath } = {}) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--force-color-profile=srgb'],
  })
  const page = await browser.newPage()
  const archivo = await face('@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2')
  const mono = await face('@fontsource-variable/chivo-mono/files/chivo-mono-latin-wght-normal.woff2')
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
    @font-face { font-family: Archivo; src: ${archivo}; font-weight: 100 900; font-stretch: 62% 125% }
    @font-face { font-family: Mono; src: ${mono}; font-weight: 100 900 }
    html, body { margin: 0; background: #fff }
    svg { display: block; position: absolute; inset: 0 }
    text { font-family: Archivo; font-kerning: normal; white-space: pre }
    .mono { font-family: Mono }
  </style><p style="font-family:Archivo">a</p><p style="font-family:Mono">a</p>`)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const p of document.querySelectorAll('p')) p.remove()
  })

  /** Draws one plate. @returns its coverage, 0 to 1 for each pixel */
  async function plate(drawing, size) {
    await page.setViewportSize({ width: size, height: size })
    await page.evaluate(
      ({ drawing, size, board }) => {
        document.body.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${board} ${board}" width="${size}" height="${size}">${drawing}</svg>`
        // data-fit="x y width height": sets the line so that its capitals fill the box. The width axis of the font does most of it.
        // The rest, a few per cent, is scaled.
        const CAP = 0.686
        for (const text of document.querySelectorAll('text[data-fit]')) {
          const [x, y, w, h] = text.dataset.fit.split(' ').map(Number)
          const body = h / CAP
          text.style.fontSize = `${body}px`
          let low = 62
          let high = 125
          for (let i = 0; i < 9; i++) {
            const middle = (low + high) / 2
            text.style.fontStretch = `${middle}%`
            if (text.getComputedTextLength() > w) high = middle
            else low = middle
          }
          text.style.fontStretch = `${low}%`
          const scale = w / text.getComputedTextLength()
          text.setAttribute(
            'transform',
            `${text.getAttribute('transform') ?? ''} translate(${x} ${y + h}) scale(${scale} 1)`,
          )
          text.setAttribute('x', '0')
          text.setAttribute('y', '0')
        }
      },
      { drawing, size, board: BOARD },
    )
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: size, height: size } })
    const { data } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
    const cover = new Float32Array(size * size)
    for (let i = 0; i < cover.length; i++) cover[i] = 1 - data[i] / 255
    return cover
  }

  /**
   * Prints a poster: `{ paper, seed, inks: [{ colour, drawing, opaque?, shift?, turn?, density?, wear? }] }`.
   * Inks are transparent and multiply where they overlap, unless they are `opaque` (silk screen). `shift` is in board units and
   * `turn` in degrees. `wear` is 0 for a fresh plate and 1 for the last sheet. If `colour` is a list, the ink is a gradient
   * (split fountain) from top to bottom, or from left to right with `across`.
   */
  async function print({ paper, seed = 1, inks, grain = 1 }, size) {
    const base = rgb(paper)
    const out = new Float32Array(size * size * 3)
    const unit = size / BOARD
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const fibre = (clouds(x / unit / 3, y / unit / 9, seed + 5, 3) - 0.5) * 0.035 * grain
        const fleck =
          hash(Math.floor(x / unit / 1.2), Math.floor(y / unit / 1.2), seed + 6) > 0.9985 ? -0.09 * grain : 0
        for (let c = 0; c < 3; c++) out[(y * size + x) * 3 + c] = base[c] * (1 + fibre + fleck)
      }
    }
    for (const [index, ink] of inks.entries()) {
      const cover = await plate(ink.drawing, size)
      const colours = (Array.isArray(ink.colour) ? ink.colour : [ink.colour]).map(rgb)
      const [dx, dy] = ink.shift ?? [0, 0]
      const turn = ((ink.turn ?? 0) * Math.PI) / 180
      const cos = Math.cos(turn)
      const sin = Math.sin(turn)
      const density = ink.density ?? 0.97
      const wear = ink.wear ?? 0.35
      const own = seed * 31 + index * 101
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
          // Noise uses board units instead of pixels, so that the print looks the same at every size.
          const bx = x / unit
          const by = y / unit
          const rough = (noise(bx / 1.7, by / 1.7, own) - 0.5) * 1.1 * wear
          const sx = (bx - 500) * cos + (by - 500) * sin + 500 - dx + rough
          const sy = -(bx - 500) * sin + (by - 500) * cos + 500 - dy + rough
          const px = sx * unit
          const py = sy * unit
          const x0 = Math.floor(px)
          const y0 = Math.floor(py)
          if (x0 < -1 || y0 < -1 || x0 >= size || y0 >= size) continue
          const u = px - x0
          const v = py - y0
          const cx0 = Math.max(0, x0)
          const cy0 = Math.max(0, y0)
          const cx1 = Math.min(size - 1, x0 + 1)
          const cy1 = Math.min(size - 1, y0 + 1)
          let a =
            (cover[cy0 * size + cx0] * (1 - u) + cover[cy0 * size + cx1] * u) * (1 - v) +
            (cover[cy1 * size + cx0] * (1 - u) + cover[cy1 * size + cx1] * u) * v
          if (a < 0.004) continue
          const mottle = clouds(bx / 90, by / 90, own + 3, 3)
          const tooth = noise(bx / 0.9, by / 0.9, own + 7)
          const hole = hash(Math.floor(bx / 0.8), Math.floor(by / 0.8), own + 11)
          a *= density - wear * (0.16 * mottle + 0.16 * tooth)
          if (hole > 1 - 0.012 * wear * (0.4 + mottle)) a *= 0.35
          let colour = colours[0]
          if (colours.length > 1) {
            const where =
              ((ink.across ? bx : by) / BOARD) * (colours.length - 1) +
              (noise(bx / 160, by / 160, own + 13) - 0.5) * 0.12
            const i = Math.min(colours.length - 2, Math.max(0, Math.floor(where)))
            const t = Math.min(1, Math.max(0, where - i))
            colour = colours[i].map((value, c) => value * (1 - t) + colours[i + 1][c] * t)
          }
          const at = (y * size + x) * 3
          for (let c = 0; c < 3; c++) {
            out[at + c] = ink.opaque
              ? out[at + c] * (1 - a) + colour[c] * a
              : out[at + c] * (1 - a * (1 - colour[c]))
          }
        }
      }
    }
    const bytes = Buffer.alloc(size * size * 3)
    for (let i = 0; i < bytes.length; i++) {
      const dust = (hash(i % (size * 3), Math.floor(i / (size * 3)), seed + 9) - 0.5) * 0.012 * grain
      bytes[i] = Math.max(0, Math.min(255, Math.round((out[i] + dust) * 255)))
    }
    return sharp(bytes, { raw: { width: size, height: size, channels: 3 } })
  }

  return { print, close: () => browser.close() }
}
