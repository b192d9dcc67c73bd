import type { FeatureParts } from '../parts-manifest.ts'

export const home: FeatureParts = {
  commands: async () => (await import('./admin/next-night-commands.ts')).default,
}
