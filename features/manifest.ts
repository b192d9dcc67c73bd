/** The parts of a feature that run both in the browser and on the server. They must not import either side. */
import type { Declaration } from '../platform/content/shared/fields.ts'

/** What `features/<feature>/index.ts` exports. */
export interface Feature {
  /** Content that the feature stores, by the name that addresses and tables use. Each needs a migration. */
  readonly resources: Readonly<Record<string, Declaration>>
}
