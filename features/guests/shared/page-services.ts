/** What the public pages of guests call (platform/pages/page-services.ts). `address` is the visitor's, for rate limits. */
import type { Outcome } from '../../../platform/api/shared/outcome.ts'
import type { LinkedList, OwnPlace, SignedUp } from './guests.ts'

interface GuestPageServices {
  links: {
    find(token: string, address: string): Promise<Outcome<LinkedList>>
    add(token: string, body: unknown, address: string): Promise<Outcome<unknown>>
    remove(token: string, guest: string, address: string): Promise<Outcome<unknown>>
  }
  signUp: {
    add(night: string, body: unknown, address: string): Promise<Outcome<SignedUp>>
    findOwn(token: string, address: string): Promise<Outcome<OwnPlace>>
    cancel(token: string, address: string): Promise<Outcome<unknown>>
  }
}

declare module '../../../platform/pages/page-services.ts' {
  interface FeaturePageServices {
    guests: GuestPageServices
  }
}
