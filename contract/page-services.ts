/** What the server gives the pages that it renders. */
import type { ServerReader } from './content/reader.ts'
import type { ContactMessage } from './messages/contact.ts'
import type { ProblemDetails } from './problem-details.ts'

export interface PageServices {
  reader: ServerReader
  /** `siteUrl`: the public origin without a slash at its end, or null when SITE_URL is not set. */
  site: { siteUrl: string | null }
  /**
   * Takes a contact message sent as a plain form, without JavaScript. The request tells the sender's address, for the
   * rate limit. null: stored.
   */
  mail: (message: ContactMessage, request: Request) => Promise<ProblemDetails | null>
}
