import { type AdminScreen, adminPaths } from '../../../admin-layout/paths.ts'

const guide = 'historial-quién-hizo-qué'

export const history = [
  {
    path: adminPaths.history,
    file: 'platform/content/admin/history/history-list.screen.tsx',
    label: 'Historial',
    guide,
    menu: 'other',
    command: { group: 'go', order: 100 },
  },
  {
    path: `${adminPaths.history}/:id`,
    file: 'platform/content/admin/history/history-entry.screen.tsx',
    label: 'Cambio',
    parent: adminPaths.history,
    guide,
  },
] as const satisfies readonly AdminScreen[]
