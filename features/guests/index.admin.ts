import { type AdminScreen, adminPaths } from '../../platform/admin-layout/paths.ts'

const guide = 'listas-y-puerta'

export const guests = [
  {
    path: adminPaths.guestSettings,
    file: 'features/guests/admin/guest-settings.screen.tsx',
    label: 'Ajustes de listas y puerta',
    parent: '/admin/events',
    guide,
    command: { group: 'go', order: 125, also: 'capacidad aforo invitados nombres días privacidad' },
  },
] as const satisfies readonly AdminScreen[]
