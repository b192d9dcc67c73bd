/** The services that the public pages of guests call. `address` is the visitor's, for rate limits. */
import type { Outcome } from '../../../platform/api/shared/outcome.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import type { LoaderArgs } from '../../../platform/pages/page-types.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import type { LinkedList, OpenGuestList, OwnPlace, SignedUp } from '../shared/guests.ts'
import type { PastedLine } from '../shared/pasted-names/pasted-line.ts'

interface GuestPageServices {
  settings: { read(): Promise<{ guestRetentionDays: number }> }
  /** `changesIn` is the time until the list closes or disappears. ms */
  openList(event: string): Promise<{ list: OpenGuestList | null; changesIn: number }>
  links: {
    find(token: string, address: string): Promise<Outcome<LinkedList>>
    preview(token: string, body: unknown, address: string): Promise<Outcome<{ lines: PastedLine[] }>>
    add(token: string, body: unknown, address: string): Promise<Outcome<unknown>>
    remove(token: string, guest: string, address: string): Promise<Outcome<unknown>>
  }
  signUp: {
    add(night: string, body: unknown, address: string): Promise<Outcome<SignedUp>>
    findOwn(token: string, address: string): Promise<Outcome<OwnPlace>>
    cancel(token: string, address: string): Promise<Outcome<unknown>>
  }
}

declare module '../../../platform/pages/shared/feature-services.ts' {
  interface FeaturePageServices {
    guests: GuestPageServices
  }
}

export const getGuestServices = ({ context }: Pick<LoaderArgs, 'context'>): GuestPageServices =>
  context.get(readerContext).features.guests

/** Finds the list of a night that visitors can join. null when the night has none or is over. @param event its id */
export async function readOpenList(
  { features, reads, expiresIn }: Reader,
  event: string,
): Promise<OpenGuestList | null> {
  reads('guestLists')
  reads('events')
  reads('settings')
  const { list, changesIn } = await features.guests.openList(event)
  expiresIn(changesIn)
  return list
}

/** Returns for how long names of guests are kept after a night. Days */
export async function readRetentionDays({ features, reads }: Reader): Promise<number> {
  reads('settings')
  return (await features.guests.settings.read()).guestRetentionDays
}
