/** The parts of a feature that the Node server runs. Node loads these files as they are, so they import no components. */
import type { Route } from '../platform/api/server/route.ts'
import type { DemoContent } from '../platform/content/server/seed.ts'
import type { TimedRulesByResource } from '../platform/content/server/timed-presentation.ts'
import type { DocumentPath, FindDocument } from '../platform/seo/document-source.ts'
import type { ItemFeed, SitePage } from '../platform/seo/page-declaration.ts'
import type { FeatureApiServices, FeatureDocumentServices } from './services.ts'

/** Type of the export of `features/<feature>/index.server.ts`. */
export interface ServerFeature {
  /** Pages with a title of their own. Pages of single items take theirs from the item. */
  readonly pages: readonly SitePage[]
  readonly feeds?: readonly ItemFeed[]
  readonly timedRules?: TimedRulesByResource
  /** Loads the demo content, which fills an empty database. */
  demo?(): Promise<DemoContent>
  readonly documentPaths?: readonly DocumentPath[]
  documents?(services: FeatureDocumentServices): FindDocument
  /** Routes besides those that every resource has (platform/api/server/table.ts). */
  apiRoutes?(services: FeatureApiServices): readonly Route[]
}
