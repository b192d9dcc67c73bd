import { adminPaths } from '../../app/admin/paths.ts'
import type { AdminScreen } from '../../app/admin/screen.ts'

export const guide = [
  {
    path: adminPaths.guide,
    file: 'features/guide/admin/guide.tsx',
    label: 'Guía',
    menu: 'other',
    command: { group: 'go', order: 140 },
  },
] as const satisfies readonly AdminScreen[]
