/** What the home of the back office tells in one answer: the next night, what waits for somebody, and what was done last. */
import type { Picture } from '../../../platform/content/shared/fields.ts'
import type { Publication } from '../../../platform/content/shared/publication.ts'
import type { EntityOf, ResourceName } from '../../../platform/content/shared/resources.ts'
import type { RecentChange } from '../../../platform/content/shared/versions.ts'
import type { OverviewWarning } from '../../../platform/shared/health-conditions.ts'
import type { VisitSummary } from '../../analytics/shared/visits.ts'
import type { Message, MessageSummary } from '../../messages/shared/messages.ts'

/** What is not seen yet, by its name. */
export interface Unseen {
  resource: ResourceName
  _id: string
  label: string
  /** When it appears; null: nobody has said. ISO 8601 */
  publishAt: string | null
}

/** A few of them, and how many there are in all. */
export interface UnseenItems {
  items: Unseen[]
  total: number
}

/** What of a night tells how it stands, and its flyer. */
export type NextNight = Pick<
  EntityOf<'events'>,
  '_id' | 'slug' | 'date' | 'title' | 'status' | 'statusNote' | keyof Publication
> & { isSoldOut: boolean; flyer: Omit<Picture, 'placeholder'> }

/** Who wrote, without what. */
export type WaitingMessage = Pick<Message, '_id' | 'person' | 'createdAt'>

export interface Overview {
  /** The first that is not over, in whatever state; null: there is none to come. */
  night: NextNight | null
  /** How many are to come after it. */
  laterNights: number
  /** Those who ask to administer. */
  registrations: number
  /** The last that wait for an answer; `summary` has how many. */
  messages: WaitingMessage[]
  /** The last that were changed. */
  drafts: UnseenItems
  /** The first that appear. */
  scheduled: UnseenItems
  warnings: OverviewWarning[]
  /** The last change of each thing, by people. */
  changes: RecentChange[]
  summary: MessageSummary
  visits: VisitSummary
}
