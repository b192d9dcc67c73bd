/** Limits of requests for guest lists and the door. */
import { hourly, nameRules, signIn } from '../../../platform/http/rate-limit.ts'

export const guestLimits = nameRules({
  // Addresses of mobile carriers are shared by many guests of one night.
  'guest-sign-up': { limit: 30, windowMs: 10 * 60_000, pausesMs: null, isByAddress: true },
  // Counts drawn pictures of own pages.
  'guest-pass': { limit: 60, windowMs: 10 * 60_000, pausesMs: null, isByAddress: true },
  // Counts people, not tries, per list. `takeShare` raises the limit for a list with a large quota.
  'guest-share': { ...hourly(10), isByAddress: true },
  // Counts only requests with unknown tokens.
  'guest-token': { ...signIn, limit: 20, isByAddress: true },
  // Counts only requests with unknown tokens. Wrong PINs are counted by door and phone, because strangers share the
  // address of the phones at the door.
  'door-token': { ...signIn, limit: 20, isByAddress: true },
})
