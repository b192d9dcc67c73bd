import type { AdminParts } from '../parts-manifest.ts'

export const home: AdminParts = {
  commands: async () => (await import('./admin/next-night-commands.ts')).default,
}
