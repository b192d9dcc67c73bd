import { copy } from '../../club/copy.ts'
import type { ServerFeature } from '../server-manifest.ts'

export const pages = {
  pages: [
    { key: 'history', path: '/history', head: 'history', listing: { label: 'Historia' } },
    { key: 'culture', path: '/culture', head: 'culture', listing: { label: 'Cultura' } },
    { key: 'events', path: '/events', head: copy.meta.events, listing: { label: 'Eventos' } },
    { key: 'milestones', path: '/milestones', head: 'milestones', listing: { label: 'Hitos' } },
    { key: 'notFound', path: '/404', head: copy.meta.notFound },
  ],
} satisfies ServerFeature
