import { adminPaths } from '../../../../app/admin/paths.ts'
import type { AdminScreen } from '../../../../app/admin/screen.ts'

export const trash = [
  {
    path: adminPaths.trash,
    file: 'platform/content/admin/trash/trash-list.tsx',
    label: 'Papelera',
    guide: 'borrar-y-arrepentirse',
    menu: 'other',
    command: { group: 'go', order: 90 },
  },
] as const satisfies readonly AdminScreen[]
