import { type AdminScreen, adminPaths } from '../../platform/admin-layout/paths.ts'

const guide = 'el-primer-día'

export const firstDay = [
  {
    path: adminPaths.firstDay,
    file: 'features/first-day/admin/first-day-overview.screen.tsx',
    label: 'Primer día',
    guide,
    command: { group: 'go', order: 60 },
  },
  {
    path: `${adminPaths.firstDay}/:step`,
    file: 'features/first-day/admin/first-day-step.screen.tsx',
    label: 'Paso',
    parent: adminPaths.firstDay,
    guide,
  },
] as const satisfies readonly AdminScreen[]
