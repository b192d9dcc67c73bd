import { type AdminScreen, adminPaths, verbs } from '../../admin-layout/paths.ts'

const parent = adminPaths.users
const guide = 'usuarios'

export const users = [
  {
    path: adminPaths.users,
    file: 'platform/auth/admin/users.screen.tsx',
    label: 'Usuarios',
    guide,
    menu: 'club',
    command: { group: 'go', order: 80 },
  },
  {
    path: adminPaths.invite,
    file: 'platform/auth/admin/invite.screen.tsx',
    label: 'Invitar',
    parent,
    guide,
    command: { group: 'create', order: 20, label: 'Invitar a alguien' },
  },
  {
    path: adminPaths.addUser,
    file: 'platform/auth/admin/add-user.screen.tsx',
    label: 'Agregar',
    parent,
    guide,
    command: { group: 'create', order: 30, label: 'Agregar usuario' },
  },
  {
    path: adminPaths.removeUser,
    file: 'platform/auth/admin/remove-user.screen.tsx',
    label: verbs.remove,
    parent,
    guide,
    command: { group: 'change', order: 30, label: `${verbs.remove} usuarios` },
  },
  {
    path: adminPaths.account,
    file: 'platform/auth/admin/own-account.screen.tsx',
    label: 'Mi cuenta',
    guide: 'tu-cuenta-y-el-segundo-factor',
    command: { group: 'go', order: 110 },
  },
] as const satisfies readonly AdminScreen[]
