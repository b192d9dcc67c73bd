/** The services that a page gets from the server, through React Router's context: so there is one copy of each. */
import { createContext } from 'react-router'
import type { ServerReader } from '../contract/content/reader.ts'
import type { ContactMessage } from '../contract/messages/contact.ts'
import type { ProblemDetails } from '../contract/problems.ts'

export const readerContext = createContext<ServerReader>()

/** `siteUrl`: the public origin without a slash at its end, or null when SITE_URL is not set. */
export const siteContext = createContext<{ siteUrl: string | null }>()

/**
 * Takes a contact message sent as a plain form, without JavaScript. The request tells the sender's address, for the
 * rate limit. null: stored.
 */
export type SendMail = (message: ContactMessage, request: Request) => Promise<ProblemDetails | null>

export const mailContext = createContext<SendMail>()
