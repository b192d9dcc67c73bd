/** Types for items that change for visitors with time. Publication times are in platform/db/publication.ts. */
import type { Kysely } from 'kysely'
import type { EntityOf, ResourceName } from '../content/shared/resources.ts'
import type { Tables } from './tables.ts'

/**
 * Rules for the items of a resource that change with the time in the club's zone. Features declare them in index.server.ts.
 */
export interface TimedRules<R extends ResourceName> {
  /** Returns the item as visitors see it. @param now ms since 1970 @param timeZone IANA name */
  forVisitors(item: EntityOf<R>, now: number, timeZone: string): EntityOf<R>
  /** Returns the next time at which an item changes for visitors. ms since 1970, Infinity when there is none */
  nextChange(read: Kysely<Tables>, now: number, timeZone: string): Promise<number>
}

export type TimedRulesByResource = { [R in ResourceName]?: TimedRules<R> }
