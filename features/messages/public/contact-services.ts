/** The services that the public pages of messages call. */
import type { Outcome } from '../../../platform/api/shared/outcome.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'

interface ContactServices {
  /** Stores a message. @param address IP address of the sender, for the rate limit */
  receive(message: unknown, address: string): Promise<Outcome<unknown>>
  settings(): Promise<{ keptMonths: number }>
}

declare module '../../../platform/pages/shared/feature-services.ts' {
  interface FeaturePageServices {
    contactMessages: ContactServices
  }
}

/** Returns for how long messages are kept. Months */
export async function readKeptMonths({ features, reads }: Reader): Promise<number> {
  reads('settings')
  return (await features.contactMessages.settings()).keptMonths
}
