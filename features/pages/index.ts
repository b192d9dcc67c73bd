import type { Feature } from '../manifest.ts'

export const pages = {
  resources: {},
  settings: { history: 'Historia', culture: 'Cultura', milestones: 'Hitos' },
} satisfies Feature
