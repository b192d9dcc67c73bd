/** The pages of a feature, with their components. Only the renderer of public pages loads these files. */
import type { PageModule } from '../platform/pages/page-route.tsx'

/** What `features/<feature>/index.pages.ts` lists. */
export interface FeaturePage {
  /** As React Router declares it: without a leading slash, '' for the home page. */
  readonly path: string
  readonly module: PageModule
  /** The page also exists under /en. */
  readonly inEnglish?: true
  /** Leaves out header and footer, for pages that other sites show in a frame. */
  readonly isBare?: true
}
