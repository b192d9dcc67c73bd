import type { Feature } from '../manifest.ts'

export const home = { resources: {}, settings: { home: 'Portada' } } satisfies Feature
