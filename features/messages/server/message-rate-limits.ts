/** Limits of messages, and of the mails about them. */
import { hourly, nameRules } from '../../../platform/http/rate-limit.ts'
import { MESSAGE_MAILS } from '../shared/message-limits.ts'

export const messageLimits = nameRules({
  message: { limit: 5, windowMs: 10 * 60_000, pausesMs: null, isByAddress: true },
  'message-mail': hourly(MESSAGE_MAILS),
  'message-summary': hourly(1),
})
