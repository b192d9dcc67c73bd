import type { AdminScreen } from '../../platform/admin-layout/paths.ts'
import { getDeclaration } from '../../platform/content/shared/resources.ts'
import { viewNames, viewSearch } from './admin/night-views.ts'
import { GUEST_SETTINGS_PATH } from './shared/guest-paths.ts'

const guide = 'listas-y-puerta'
const parent = getDeclaration('events').admin.update

export const guests = [
  {
    path: `${GUEST_SETTINGS_PATH}/:id`,
    file: 'features/guests/admin/night-lists.screen.tsx',
    label: 'Listas y puerta',
    parent,
    guide,
    itemAction: {
      resource: 'events',
      label: 'Lista',
      also: 'puerta invitados rrpp pin',
      tonight: { label: viewNames.puerta, search: viewSearch('puerta') },
      report: viewSearch('noche'),
    },
  },
  {
    path: GUEST_SETTINGS_PATH,
    file: 'features/guests/admin/guest-settings.screen.tsx',
    label: 'Ajustes de listas y puerta',
    parent,
    guide,
    command: { group: 'go', order: 125, also: 'capacidad aforo invitados' },
  },
] as const satisfies readonly AdminScreen[]
