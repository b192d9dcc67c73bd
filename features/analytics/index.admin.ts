import type { AdminScreen } from '../../platform/admin-layout/paths.ts'
import { VISITS_PATH } from './shared/visit-paths.ts'

export const analytics = [
  {
    path: VISITS_PATH,
    file: 'features/analytics/admin/visits-week.screen.tsx',
    label: 'Visitas',
    guide: 'visitas',
    menu: 'club',
    command: { group: 'go', order: 70, also: 'estadísticas cuántos entradas clics' },
  },
] as const satisfies readonly AdminScreen[]
