import { type AdminScreen, adminPaths } from '../../admin-layout/paths.ts'
import { isSettingsName, settingsLabels, settingsNames } from '../shared/settings-names.ts'

const groupLabel = (group: string) => (isSettingsName(group) ? settingsLabels[group] : undefined)

const guide = 'cambiar-lo-que-dice-el-sitio'

export const site = [
  {
    path: adminPaths.site,
    file: 'platform/settings/admin/settings-list.screen.tsx',
    label: 'Sitio',
    guide,
    menu: 'club',
    command: { group: 'go', order: 50 },
  },
  {
    path: `${adminPaths.site}/:group`,
    file: 'platform/settings/admin/edit-settings.screen.tsx',
    label: groupLabel,
    parent: adminPaths.site,
    guide,
    command: {
      group: 'change',
      order: 20,
      label: (group: string) => `Sitio: ${groupLabel(group)}`,
      params: settingsNames,
    },
  },
] as const satisfies readonly AdminScreen[]
