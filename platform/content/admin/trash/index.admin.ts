import { adminPaths } from '../../../admin-layout/paths.ts'
import type { AdminScreen } from '../../../admin-layout/screen.ts'

export const trash = [
  {
    path: adminPaths.trash,
    file: 'platform/content/admin/trash/trash-list.screen.tsx',
    label: 'Papelera',
    guide: 'borrar-y-arrepentirse',
    menu: 'other',
    command: { group: 'go', order: 90 },
  },
] as const satisfies readonly AdminScreen[]
