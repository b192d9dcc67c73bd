import { type AdminScreen, adminPaths } from '../../../admin-layout/paths.ts'

export const trashScreens = [
  {
    path: adminPaths.trash,
    file: 'platform/content/admin/trash/trash-list.screen.tsx',
    label: 'Papelera',
    guide: 'borrar-y-arrepentirse',
    menu: 'other',
    command: { group: 'go', order: 90 },
  },
] as const satisfies readonly AdminScreen[]
