import { adminApi } from '../../platform/admin-layout/admin-api.ts'
import { adminPaths } from '../../platform/admin-layout/paths.ts'
import type { AdminParts } from '../parts-manifest.ts'

export const messages: AdminParts = {
  inbox: { to: adminPaths.messages, loadSummary: () => adminApi.get('/messages/summary') },
}
