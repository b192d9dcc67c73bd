import type { ServerFeature } from '../server-manifest.ts'

export const news = {
  pages: [{ key: 'news', path: '/news', head: 'news', listing: { label: 'Novedades', changedBy: ['news'] } }],
} satisfies ServerFeature
