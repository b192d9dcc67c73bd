/**
 * Type with which a feature declares its server code. Node runs these files without a build, so they must not import
 * components (JSX).
 */
import type { Transaction } from 'kysely'
import type { Route } from '../platform/api/server/route.ts'
import type { Platform } from '../platform/app/platform.ts'
import type { CopyFeatureData } from '../platform/content/server/content.ts'
import type { ShareOf } from '../platform/content/server/present.ts'
import type { DemoContent } from '../platform/content/server/seed.ts'
import type { Dialect } from '../platform/db/connect.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { TimedRulesByResource } from '../platform/db/timed-presentation.ts'
import type { CountedLink } from '../platform/http/counted-link.ts'
import type { FindMovedPage } from '../platform/http/moved-page.ts'
import type { OnAnswerFailed } from '../platform/mail/send-and-retry.ts'
import type { FeaturePageServices } from '../platform/pages/shared/feature-services.ts'
import type { ShareImageOf } from '../platform/rendering/page-reader.ts'
import type { DocumentPath, DocumentServices, FindDocument } from '../platform/seo/document-source.ts'
import type { ItemFeed, SitePage } from '../platform/seo/page-declaration.ts'
import type { ReadReport } from '../platform/shared/health-conditions.ts'

/** Type of the export of `features/<feature>/index.server.ts`. */
export interface ServerFeature {
  /** Pages with a title of their own. Pages of single items are titled after the item, so they are not listed here. */
  readonly pages?: readonly SitePage[]
  readonly feeds?: readonly ItemFeed[]
  readonly timedRules?: TimedRulesByResource
  /** Loads the demo content, which is stored only when the database is empty. */
  demo?(): Promise<DemoContent>
  readonly documentPaths?: readonly DocumentPath[]
  /** Copies what the feature stores about an item when the item is copied. */
  copyData?: CopyFeatureData
  onAnswerFailed?: OnAnswerFailed
  /** What a restore repeats, because it happened after the backup was made. */
  readonly restore?: RestoreWork
  /** Creates the services of the feature, and returns what they add to the club. */
  create?(platform: Platform, others: OtherFeatures): FeatureParts
}

/** What a feature adds to a running club. */
export interface FeatureParts {
  /** Routes of the API, besides those that every resource has (platform/app/table.ts). */
  readonly routes?: readonly Route[]
  /** Finds the documents at `documentPaths`. */
  documents?(services: DocumentServices): FindDocument
  /** Paths that count a click and then redirect. */
  readonly countedLinks?: readonly CountedLink[]
  /** Finds the new address of a page that does not exist. */
  findMovedPage?: FindMovedPage
  /** What the loaders and actions of the feature's pages call. */
  readonly pageServices?: Partial<FeaturePageServices>
  /** Share images of items. */
  readonly share?: { setOf: ShareOf; imageOf: ShareImageOf }
  /** What waits for an administrator, for the home screen of the back office. */
  readonly inbox?: Inbox
  /** What the feature counts of nights, for the comparison of nights. */
  readonly nightFigures?: ReadNightFigures
  /** Values for /api/metrics. */
  gauges?(): Promise<readonly Gauge[]>
  /** Deletes expired data. @param at time from which ages are computed. ms since 1970 */
  tidy?(at: number, stopping: AbortSignal): Promise<unknown>
  /** Ends the work that is under way. */
  stop?(): Promise<void>
}

/** What a feature learns of others without importing them. */
export interface OtherFeatures {
  /** Must be called after all features have been created. */
  inboxes(): readonly Inbox[]
  /** Must be called after all features have been created. */
  nightFigures(): ReadNightFigures
  readReport: ReadReport
  /** True for the path of a document that the site can answer, such as a feed. */
  isDocument(path: string): boolean
}

/** Messages that wait for an administrator. */
export interface Inbox {
  count(): Promise<{ unread: number; unanswered: number }>
  /** Returns the latest messages without an answer. `createdAt`: ISO 8601 */
  lastOpen(limit: number): Promise<{ _id: string; person: string; createdAt: string }[]>
}

export interface ComparedNight {
  _id: string
  /** The day to which it belongs, `YYYY-MM-DD`. */
  night: string
  /** `YYYY-MM-DD`, with an optional `THH:mm`, on the club's clock. */
  date: string
}

/** What the door of a night counted. */
export interface DoorFigures {
  people: number
  /** The people of guest lists among them. */
  arrivals: number
  /** Sums by currency. null: no price is known */
  money: { amount: number; currency: string }[] | null
}

/** Visits of the page of a night, and clicks on its ticket links. */
export interface SiteFigures {
  visits: number
  clicks: number
}

/** Functions that return figures by id of the night. A night without figures is left out. */
export interface ReadNightFigures {
  door?(nights: readonly ComparedNight[]): Promise<ReadonlyMap<string, DoorFigures>>
  site?(nights: readonly ComparedNight[]): Promise<ReadonlyMap<string, SiteFigures>>
}

interface Gauge {
  name: string
  help: string
  value: number
}

export interface RestoreWork {
  /** Key of the number of erased things in the output of `./pulso restore --json`. */
  readonly key: string
  /** What was erased, in Spanish and in the plural, such as «nombres de listas». */
  readonly words: string
  /** Kinds of erasures that `repeatErasures` repeats. */
  readonly kinds: readonly string[]
  /** Erases again what the list of erasures names. @returns the number of erased things */
  repeatErasures(tx: Transaction<Tables>, dialect: Dialect): Promise<number>
  /** Erases what is due by its age. @param at ms since 1970 */
  eraseDue?(tx: Transaction<Tables>, at: number): Promise<void>
  /** The search index of the erased rows. */
  readonly searchIndex?: string
  /** Tables with sessions or links. A restore leaves them empty. */
  readonly credentialTables?: readonly string[]
  /** The column of a table that a restore empties, by table. */
  readonly credentialColumns?: Readonly<Record<string, string>>
}
