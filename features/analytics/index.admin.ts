import { type AdminScreen, adminPaths } from '../../platform/admin-layout/paths.ts'

export const analytics = [
  {
    path: adminPaths.visits,
    file: 'features/analytics/admin/visits-week.screen.tsx',
    label: 'Visitas',
    guide: 'visitas',
    menu: 'club',
    command: { group: 'go', order: 70, also: 'estadísticas cuántos entradas clics' },
  },
] as const satisfies readonly AdminScreen[]
