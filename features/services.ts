/** The services that a feature's API routes and documents receive. ops/container.ts creates them. */
import type { ApiServices } from '../platform/app/services.ts'
import type { Env } from '../platform/process/env.ts'
import type { DocumentServices } from '../platform/seo/document-source.ts'
import type { Analytics } from './analytics/server/analytics.ts'
import type { Tickets } from './analytics/server/ticket-links.ts'
import type { Demo } from './first-day/server/demo.ts'
import type { FirstDay } from './first-day/server/first-day.ts'
import type { Guests } from './guests/server/guests.ts'
import type { Overview } from './home/shared/overview.ts'
import type { ContactMessages } from './messages/server/messages.ts'
import type { ShareSetPictures } from './share-images/server/share-set-pictures.ts'
import type { ShareSets } from './share-images/server/share-sets.ts'

export interface FeatureApiServices extends ApiServices {
  demo: Demo
  firstDay: FirstDay
  overview(): Promise<Overview>
  contactMessages: ContactMessages
  analytics: Analytics
  tickets: Tickets
  guests: Guests
}

export interface FeatureDocumentServices extends DocumentServices {
  shareSets: ShareSets
  shareSetPictures: Pick<ShareSetPictures, 'read'>
  /** Folder of the built assets. null in development, where Vite serves them */
  assets: string | null
  env: Pick<Env, 'apiBase' | 'siteUrl'>
}
