import { adminPaths } from '../paths.ts'
import type { AdminScreen } from '../screen.ts'

const guide = 'historial-quién-hizo-qué'

export const history = [
  {
    path: adminPaths.history,
    file: 'app/admin/history/list.tsx',
    label: 'Historial',
    guide,
    menu: 'other',
    command: { group: 'go', order: 100 },
  },
  {
    path: `${adminPaths.history}/:id`,
    file: 'app/admin/history/entry.tsx',
    label: 'Cambio',
    parent: adminPaths.history,
    guide,
  },
] as const satisfies readonly AdminScreen[]
