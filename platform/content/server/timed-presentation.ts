/** Types for items whose presentation to visitors depends on the time. Publication times are in platform/db/publication.ts. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { EntityOf, ResourceName } from '../shared/resources.ts'

/** How the items of a resource change with the time in the club's time zone. Features declare it in index.server.ts. */
export interface TimedRules<R extends ResourceName> {
  /** @returns the item for visitors @param now ms since 1970 @param timeZone IANA name */
  forVisitors(item: EntityOf<R>, now: number, timeZone: string): EntityOf<R>
  /** @returns the next time at which an item changes for visitors, ms since 1970. Infinity when there is none */
  nextChange(read: Kysely<Tables>, now: number, timeZone: string): Promise<number>
}

export type TimedRulesByResource = { [R in ResourceName]?: TimedRules<R> }
