import * as culture from '../../app/site/pages/culture.tsx'
import * as events from '../../app/site/pages/events.tsx'
import * as history from '../../app/site/pages/history.tsx'
import * as milestones from '../../app/site/pages/milestones.tsx'
import * as notFound from '../../app/site/pages/not-found.tsx'
import type { FeaturePage } from '../page-manifest.ts'

export const textPages: FeaturePage[] = [
  { path: 'history', module: history },
  { path: 'culture', module: culture, inEnglish: true },
  { path: 'events', module: events },
  { path: 'milestones', module: milestones },
  { path: '404', module: notFound, inEnglish: true },
]
