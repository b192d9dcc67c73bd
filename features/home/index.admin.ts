import { type AdminScreen, adminPaths } from '../../platform/admin-layout/paths.ts'

export const home = [
  {
    path: adminPaths.home,
    file: 'features/home/admin/home.screen.tsx',
    label: 'Administración',
    guide: 'lo-que-más-se-hace',
    command: { group: 'go', order: 10, also: 'inicio' },
  },
  {
    path: adminPaths.ourClub,
    file: 'features/home/admin/our-club.screen.tsx',
    label: 'Nuestro Club',
    guide: 'moverse',
    command: { group: 'go', order: 30 },
  },
] as const satisfies readonly AdminScreen[]
