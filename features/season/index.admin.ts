import type { AdminScreen } from '../../platform/admin-layout/paths.ts'
import { SEASON_PATH } from './shared/season-period.ts'

export const season = [
  {
    path: SEASON_PATH,
    file: 'features/season/admin/season.screen.tsx',
    label: 'Temporada',
    guide: 'temporada',
    menu: 'club',
    command: { group: 'go', order: 75, also: 'comparar fechas balance resumen personas plata' },
  },
] as const satisfies readonly AdminScreen[]
