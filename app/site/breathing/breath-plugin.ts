import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { club } from '../../../club/club.ts'
import { advance, breathRules, capitals, outlineOf } from './breath.ts'

/** Archivo Black, a line a letter (see tools/pictures/outlines.mjs, which makes it). */
const OUTLINES = new URL('../../../server/seo/share-images/archivo.outlines.txt', import.meta.url)

/** The club's breathing name: its style sheet, whose numbers are its letters', and their outlines (see ./breath.ts). */
export function breathOfName(): Plugin {
  const modules: Record<string, () => string> = {
    'virtual:breath.css': () => breathRules(club.name),
    'virtual:breath-outlines': () => {
      const lines = readFileSync(OUTLINES, 'utf8').split('\n')
      const letters = capitals(club.name)
      const outlines = JSON.stringify(letters.map((letter) => outlineOf(letter, lines)))
      const width = letters.reduce((sum, letter) => sum + advance(letter), 0)
      return `export const outlines = ${outlines}, width = ${width}`
    },
  }
  return {
    name: 'breath-of-name',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)]?.(),
  }
}
