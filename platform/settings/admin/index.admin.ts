import { type AdminScreen, adminPaths } from '../../admin-layout/paths.ts'
import { groupLabels, groupNames, isGroupName } from '../shared/group-names.ts'

const groupLabel = (group: string) => (isGroupName(group) ? groupLabels[group] : undefined)

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
      params: groupNames,
    },
  },
] as const satisfies readonly AdminScreen[]
