import type { Plugin } from 'vite'
import { club } from '../../club/club.ts'
import { breathRules } from './breath.ts'

/** The style sheet of the club's breathing name, whose numbers are its letters' (see ./breath.ts). */
export function breathSheet(): Plugin {
  const ID = 'virtual:breath.css'
  return {
    name: 'breath-sheet',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? breathRules(club.name) : undefined),
  }
}
