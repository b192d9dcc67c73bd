import { readFile } from 'node:fs/promises'
import { createElement } from 'react'
import type { Plugin } from 'vite'
import { ARCHIVO_CHARACTERS } from '../../shared/font-characters.ts'
import { convertOutline, type Letter } from './letter-animation.ts'

/** Archivo Black at 94 % width. tools/fonts.mjs makes the two files. */
const FONTS = ['archivo-94', 'archivo-94-ext']
const FOLDER = new URL('../../fonts/', import.meta.url)

/** Font size in which satori draws the letters, and the distance of the baseline from the top of the line. px */
const SIZE = 1000
const BASELINE = 834

const MODULE = 'virtual:letter-outlines'

/** Vite plugin. Generates a module with the outlines of all letters of Archivo, for animated-name.tsx. */
export function letterOutlines(): Plugin {
  return {
    name: 'letter-outlines',
    resolveId: (id) => (id === MODULE ? `\0${id}` : undefined),
    load: async (id) =>
      id === `\0${MODULE}` ? `export const letters = ${JSON.stringify(await drawLetters())}` : undefined,
  }
}

/** Draws the letters that Archivo has. */
async function drawLetters(): Promise<Record<string, Letter>> {
  // satori is imported here, because every command of Vite loads this file and few need it.
  const { default: satori } = await import('satori')
  const read = async (name: string) => ({ name, data: await readFile(new URL(`${name}.woff2`, FOLDER)) })
  const fonts = await Promise.all(FONTS.map(read))
  const letters: Record<string, Letter> = {}
  for (const letter of ARCHIVO_CHARACTERS) {
    let isThere = true
    let set = SIZE
    const style = { position: 'absolute', fontSize: SIZE, lineHeight: 1, whiteSpace: 'pre' } as const
    const svg = await satori(createElement('span', { style }, letter), {
      width: 2 * SIZE,
      height: 2 * SIZE,
      fonts,
      onNodeDetected({ type, width }) {
        if (type === 'span') set = width
      },
      async loadAdditionalAsset() {
        isThere = false
        return []
      },
    })
    const [, path = ''] = / d="([^"]+)"/.exec(svg) ?? []
    if (isThere) letters[letter] = [Math.round(set) / 10, convertOutline(path, BASELINE)]
  }
  return letters
}
