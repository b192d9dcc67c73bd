import { readFile } from 'node:fs/promises'
import { createElement } from 'react'
import type { Plugin } from 'vite'
import { defaults } from '../../../club/defaults.ts'
import { advance, breathRules, capitals, outlineOf } from './breath.ts'

/** Archivo Black at 94 % of its width, in two files (see tools/fonts.mjs, which makes them). */
const FONTS = ['archivo-94', 'archivo-94-ext']
const FOLDER = new URL('../../../server/seo/share-images/fonts/', import.meta.url)

/** Letters are drawn at this size, px, and stand so far below the top of their line. */
const SIZE = 1000
const BASELINE = 834

/** The club's breathing name: its style sheet, whose numbers are its letters', and their outlines (see ./breath.ts). */
export function breathOfName(): Plugin {
  const modules: Record<string, () => string | Promise<string>> = {
    'virtual:breath.css': () => breathRules(defaults.identity.name),
    'virtual:breath-outlines': async () => {
      const letters = capitals(defaults.identity.name)
      const width = letters.reduce((sum, letter) => sum + advance(letter), 0)
      return `export const outlines = ${JSON.stringify(await drawn(letters))}, width = ${width}`
    },
  }
  const nameOf = (id: string) => id.replace(/\?inline$/, '')
  return {
    name: 'breath-of-name',
    resolveId: (id) => (nameOf(id) in modules ? `\0${id}` : undefined),
    load: (id) => modules[nameOf(id.slice(1))]?.(),
  }
}

/** The outline of each letter; nothing for one that Archivo does not have. */
async function drawn(letters: string[]): Promise<string[]> {
  // Not before it is needed: every command of Vite reads this file.
  const { default: satori } = await import('satori')
  const read = async (name: string) => ({ name, data: await readFile(new URL(`${name}.woff2`, FOLDER)) })
  const fonts = await Promise.all(FONTS.map(read))
  const drawings = letters.map(async (letter) => {
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
    return isThere ? outlineOf(letter, path, set, BASELINE) : ''
  })
  return Promise.all(drawings)
}
