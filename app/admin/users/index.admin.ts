import { adminPaths, verbs } from '../paths.ts'
import type { AdminScreen } from '../screen.ts'

const parent = adminPaths.users
const guide = 'usuarios'

export const users = [
  {
    path: adminPaths.users,
    file: 'app/admin/users/list.tsx',
    label: 'Usuarios',
    guide,
    menu: 'club',
    command: { group: 'go', order: 80 },
  },
  {
    path: adminPaths.invite,
    file: 'app/admin/users/invite.tsx',
    label: 'Invitar',
    parent,
    guide,
    command: { group: 'create', order: 20, label: 'Invitar a alguien' },
  },
  {
    path: adminPaths.addUser,
    file: 'app/admin/users/add.tsx',
    label: 'Agregar',
    parent,
    guide,
    command: { group: 'create', order: 30, label: 'Agregar usuario' },
  },
  {
    path: adminPaths.removeUser,
    file: 'app/admin/users/remove.tsx',
    label: verbs.remove,
    parent,
    guide,
    command: { group: 'change', order: 30, label: `${verbs.remove} usuarios` },
  },
  {
    path: adminPaths.account,
    file: 'app/admin/users/account.tsx',
    label: 'Mi cuenta',
    guide: 'tu-cuenta-y-el-segundo-factor',
    command: { group: 'go', order: 110 },
  },
] as const satisfies readonly AdminScreen[]
