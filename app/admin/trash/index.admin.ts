import { adminPaths } from '../paths.ts'
import type { AdminScreen } from '../screen.ts'

export const trash = [
  {
    path: adminPaths.trash,
    file: 'app/admin/trash/list.tsx',
    label: 'Papelera',
    guide: 'borrar-y-arrepentirse',
    menu: 'other',
    command: { group: 'go', order: 90 },
  },
] as const satisfies readonly AdminScreen[]
