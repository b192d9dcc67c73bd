/** Decides which requests of visitors are counted. Robots and browsers that ask not to be followed are not. */
import { createIsbotFromList, list } from 'isbot'

/** Headless browsers count as visitors: real robots match other patterns of isbot. */
const isRobot = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'))

/** Longer user agents are not counted, because real browsers send 100 to 250 characters. */
const USER_AGENT_MAX = 400

/** Returns false for requests with Do Not Track or Global Privacy Control, and for pages that a browser fetches ahead. */
export function isCounted(headers: Headers): boolean {
  if (headers.get('DNT') === '1' || headers.get('Sec-GPC') === '1') return false
  // `Sec-Purpose` is the header of the Fetch standard. Older browsers send one of the other three instead.
  if (['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) => headers.has(name))) return false
  return !isRobot((headers.get('User-Agent') ?? '').slice(0, USER_AGENT_MAX))
}
