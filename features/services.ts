/** The services that API routes and documents of features receive. ops/container.ts creates them. */
import type { ApiServices } from '../platform/api/server/services.ts'
import type { DocumentServices } from '../platform/seo/document-source.ts'
import type { Reach } from './analytics/server/analytics.ts'
import type { Tickets } from './analytics/server/ticket-links.ts'
import type { Demo } from './first-day/server/demo.ts'
import type { FirstDay } from './first-day/server/first-day.ts'
import type { Overview } from './home/shared/overview.ts'
import type { ContactMessages } from './messages/server/messages.ts'
import type { KitPictures } from './share-images/server/kit-pictures.ts'
import type { ShareKits } from './share-images/server/kits.ts'

export interface FeatureApiServices extends ApiServices {
  demo: Demo
  firstDay: FirstDay
  overview(): Promise<Overview>
  contactMessages: ContactMessages
  reach: Reach
  tickets: Tickets
}

export interface FeatureDocumentServices extends DocumentServices {
  shareKits: ShareKits
  kitPictures: Pick<KitPictures, 'read'>
}
