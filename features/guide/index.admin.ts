import { type AdminScreen, adminPaths } from '../../platform/admin-layout/paths.ts'

export const guide = [
  {
    path: adminPaths.guide,
    file: 'features/guide/admin/guide.screen.tsx',
    label: 'Guía',
    menu: 'other',
    command: { group: 'go', order: 140 },
  },
] as const satisfies readonly AdminScreen[]
