import type { AdminParts } from '../parts-manifest.ts'
import { listNightStamps } from './admin/night-stamps.ts'
import { summarizeStatus } from './admin/status-summary.ts'

export const nights: AdminParts = {
  items: {
    events: {
      notes: {
        date: () => import('./admin/new-date-question.tsx'),
        lineup: () => import('./admin/late-reveal-warning.tsx'),
        publishAt: () => import('./admin/late-publication-warning.tsx'),
      },
      start: () => import('./admin/pasted-message/paste-message.tsx'),
      rowTools: { lineup: () => import('./admin/pasted-line-up/paste-line-up.tsx') },
      fields: { status: () => import('./admin/night-status.tsx') },
      summaries: { status: summarizeStatus },
      listStamps: listNightStamps,
      actions: async () => (await import('./admin/item-actions.ts')).listNightItemActions,
    },
  },
}
