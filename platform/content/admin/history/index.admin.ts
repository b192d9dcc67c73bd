import { adminPaths } from '../../../../app/admin/paths.ts'
import type { AdminScreen } from '../../../../app/admin/screen.ts'

const guide = 'historial-quién-hizo-qué'

export const history = [
  {
    path: adminPaths.history,
    file: 'platform/content/admin/history/history-list.tsx',
    label: 'Historial',
    guide,
    menu: 'other',
    command: { group: 'go', order: 100 },
  },
  {
    path: `${adminPaths.history}/:id`,
    file: 'platform/content/admin/history/history-entry.tsx',
    label: 'Cambio',
    parent: adminPaths.history,
    guide,
  },
] as const satisfies readonly AdminScreen[]
