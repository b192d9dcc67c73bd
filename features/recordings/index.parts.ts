import type { AdminParts } from '../parts-manifest.ts'

const parts = { notes: { sound: () => import('./admin/missing-transcript.tsx') } }

export const recordings: AdminParts = { items: { podcast: parts, episode: parts } }
