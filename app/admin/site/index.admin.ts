import { groupLabels, groupNames, isGroupName } from '../../../contract/site/group-names.ts'
import { adminPaths } from '../paths.ts'
import type { AdminScreen } from '../screen.ts'

const groupLabel = (group: string) => (isGroupName(group) ? groupLabels[group] : undefined)

const guide = 'cambiar-lo-que-dice-el-sitio'

export const site = [
  {
    path: adminPaths.site,
    file: 'app/admin/site/list.tsx',
    label: 'Sitio',
    guide,
    menu: 'club',
    command: { group: 'go', order: 50 },
  },
  {
    path: `${adminPaths.site}/:group`,
    file: 'app/admin/site/edit.tsx',
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
