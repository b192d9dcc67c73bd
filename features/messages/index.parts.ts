import { adminApi } from '../../platform/admin-layout/admin-api.ts'
import type { AdminParts } from '../parts-manifest.ts'
import { MESSAGES_PATH, messagePath } from './shared/message-paths.ts'

export const messages: AdminParts = {
  inbox: { to: MESSAGES_PATH, itemPath: messagePath, loadSummary: () => adminApi.get('/messages/summary') },
}
