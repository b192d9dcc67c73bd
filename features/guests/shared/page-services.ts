/** What the public pages of guests call. ops/container.ts passes the services to the pages. */
import type { Outcome } from '../../../platform/api/shared/outcome.ts'
import type { LinkedList, SignedUp } from './guests.ts'
import type { Condition } from './list-hours.ts'

/** The list of a night that visitors can join. */
export interface OpenGuestList {
  state: 'open' | 'full' | 'closed'
  conditions: Condition[]
  maxCompanions: number
  /** ms since 1970 */
  closesAt: number
}

/** The place of a visitor who signed up, for the visitor's own page. */
export interface OwnPlace {
  name: string
  companions: number
  code: string
  /** `path` is null while visitors cannot see the night. */
  night: LinkedList['night']
  conditions: Condition[]
  /** True for a cancelled night, and for a postponed one without a new date. */
  isOff: boolean
  /** True from the end of the door, at noon after the night. */
  isOver: boolean
  hasArrived: boolean
}

/** Bodies are checked by the services. `address` is the visitor's network address, for rate limits. */
export interface GuestPageServices {
  links: {
    /** null when no list has this link */
    find(token: string): Promise<LinkedList | null>
    add(token: string, body: unknown, address: string): Promise<Outcome<unknown>>
    remove(token: string, guest: string): Promise<Outcome<unknown>>
  }
  signUp: {
    add(night: string, body: unknown, address: string): Promise<Outcome<SignedUp>>
    /** null when the name was cancelled, deleted or erased */
    findOwn(token: string): Promise<OwnPlace | null>
    cancel(token: string): Promise<Outcome<unknown>>
  }
}
