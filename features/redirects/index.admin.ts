import { type AdminScreen, adminPaths } from '../../platform/admin-layout/paths.ts'
import { REDIRECTS_SCREEN_PATH } from './shared/redirect-limits.ts'

export const redirects = [
  {
    path: REDIRECTS_SCREEN_PATH,
    file: 'features/redirects/admin/redirects.screen.tsx',
    label: 'Direcciones viejas',
    parent: adminPaths.site,
    guide: 'direcciones-viejas',
    command: { group: 'go', order: 55, also: 'redirecciones redirigir enlaces viejos rotos 404 url' },
  },
] as const satisfies readonly AdminScreen[]
