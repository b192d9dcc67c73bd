import type { PagesFeature } from '../page-manifest.ts'
import * as culture from './public/culture.tsx'
import * as events from './public/events-page.tsx'
import * as history from './public/history.tsx'
import * as milestones from './public/milestones.tsx'
import * as notFound from './public/not-found.tsx'

export const pages: PagesFeature = {
  pages: [
    { path: 'history', module: history },
    { path: 'culture', module: culture, inEnglish: true },
    { path: 'events', module: events },
    { path: 'milestones', module: milestones },
    { path: '404', module: notFound, inEnglish: true },
  ],
}
