/** The services that the public pages of guests call. `address` is the visitor's, for rate limits. */
import type { Outcome } from '../../../platform/api/shared/outcome.ts'
import { featureServicesContext } from '../../../platform/pages/page-context.ts'
import type { LoaderArgs } from '../../../platform/pages/page-types.ts'
import type { LinkedList, OwnPlace, SignedUp } from '../shared/guests.ts'

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

declare module '../../../platform/pages/shared/page-services.ts' {
  interface FeaturePageServices {
    guests: GuestPageServices
  }
}

export const getGuestServices = ({ context }: Pick<LoaderArgs, 'context'>): GuestPageServices =>
  context.get(featureServicesContext).guests
