/**
 * Type with which a feature declares its server code. Node runs these files without a build, so they must not import
 * components (JSX).
 */
import type { Route } from '../platform/api/server/route.ts'
import type { CopyFeatureData } from '../platform/content/server/content.ts'
import type { DemoContent } from '../platform/content/server/seed.ts'
import type { TimedRulesByResource } from '../platform/db/timed-presentation.ts'
import type { DocumentPath, FindDocument } from '../platform/seo/document-source.ts'
import type { ItemFeed, SitePage } from '../platform/seo/page-declaration.ts'
import type { FeatureApiServices, FeatureDocumentServices } from './services.ts'

/** Type of the export of `features/<feature>/index.server.ts`. */
export interface ServerFeature {
  /** Pages with a title of their own. Pages of single items are titled after the item, so they are not listed here. */
  readonly pages: readonly SitePage[]
  readonly feeds?: readonly ItemFeed[]
  readonly timedRules?: TimedRulesByResource
  /** Loads the demo content, which is stored only when the database is empty. */
  demo?(): Promise<DemoContent>
  readonly documentPaths?: readonly DocumentPath[]
  documents?(services: FeatureDocumentServices): FindDocument
  /** Copies what the feature stores about an item when the item is copied. */
  copyData?: CopyFeatureData
  /** Routes of the feature, besides those that every resource has (platform/app/table.ts). */
  apiRoutes?(services: FeatureApiServices): readonly Route[]
}
