import { type AdminScreen, adminPaths } from '../../admin-layout/paths.ts'

const guide = 'historial-quién-hizo-qué'

export const auditLogScreens = [
  {
    path: adminPaths.auditLog,
    file: 'platform/audit-log/admin/audit-log-list.screen.tsx',
    label: 'Historial',
    guide,
    menu: 'other',
    command: { group: 'go', order: 100 },
  },
  {
    path: `${adminPaths.auditLog}/:id`,
    file: 'platform/audit-log/admin/audit-log-entry.screen.tsx',
    label: 'Cambio',
    parent: adminPaths.auditLog,
    guide,
  },
] as const satisfies readonly AdminScreen[]
