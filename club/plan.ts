import type { StreetPlan } from '../platform/settings/shared/club-types.ts'

/** The street plan of /contact. It is not to scale. */
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
} as const satisfies StreetPlan
