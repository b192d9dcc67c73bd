import type { Sketch } from '../platform/settings/shared/club-types.ts'

/** The way here as one would draw it on a napkin: streets in the order in which they come, no scale. */
export const plan = {
  turn: -17,
  ours: 'Pedro de Luján',
  along: [
    { blocks: -2, name: 'California' },
    { blocks: -1, name: 'Río Cuarto' },
  ],
  across: [
    { blocks: -3, name: 'Vieytes' },
    { blocks: 2, name: 'Herrera' },
  ],
  water: { blocks: 4, name: 'Riachuelo' },
} as const satisfies Sketch
