/** Whose requests are counted: people's, who did not ask not to be. */
import { createIsbotFromList, list } from 'isbot'

/** A browser without a window runs a page as a visitor's does, and follows its links: robots say more than that. */
const isRobot = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'))

/** Names of browsers have some 100 to 250 characters. */
const NAME_MAX = 400

/** Do Not Track and Global Privacy Control are honoured; what a browser fetches ahead nobody has looked at. */
export function isCounted(headers: Headers): boolean {
  if (headers.get('DNT') === '1' || headers.get('Sec-GPC') === '1') return false
  // Sec-Purpose is the header of the standard (Fetch); the others are older browsers'.
  if (['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) => headers.has(name))) return false
  return !isRobot((headers.get('User-Agent') ?? '').slice(0, NAME_MAX))
}
