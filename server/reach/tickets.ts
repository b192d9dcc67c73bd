/** `/ir/{night}/{offer | url}`: counts who goes on to the tickets, and leads there. */
import type { EntityOf } from '../../contract/content/resources.ts'
import { standingOf } from '../../contract/night-hours.ts'
import { areSold } from '../../contract/night-state.ts'
import { nightPath } from '../../contract/share.ts'
import { NIGHT_URL, SOURCE, TICKETS_PATH } from '../../contract/visits.ts'
import type { Content } from '../content/content.ts'
import type { SiteWords } from '../content/site.ts'
import { problemResponse } from '../http/problem-response.ts'
import type { Reach } from './reach.ts'

/** As Hono matches it. */
export const TICKETS_ROUTE = `${TICKETS_PATH}*`

const ADDRESS = new RegExp(`^${TICKETS_PATH}([\\w-]{1,64})/([\\w-]{1,64})$`)

interface TicketsOptions {
  content: Pick<Content, 'one'>
  site: Pick<SiteWords, 'all'>
  reach: Pick<Reach, 'click'>
  now: () => number
}

type Night = EntityOf<'events'>

/** @returns answers a request of a visitor's, whose address is given */
export function createTickets({ content, site, reach, now }: TicketsOptions) {
  return async (request: Request, address: string): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const refusal = problemResponse('method-not-allowed')
      refusal.headers.set('Allow', 'GET, HEAD')
      return refusal
    }
    const { pathname, searchParams } = new URL(request.url)
    const [, id = '', offer = ''] = ADDRESS.exec(pathname) ?? []
    const found = id === '' ? null : await content.one('events', id, 'visitors')
    if (!found) return problemResponse('not-found')
    const night = found.entity as unknown as Night
    const stored = addressIn(night, offer)
    if (stored === null) return problemResponse('not-found')
    const { timeZone } = (await site.all()).identity
    const { isPast } = standingOf(night, now(), timeZone)
    const to = areSold(night, isPast) && isOpen(night, offer) ? httpAddress(stored) : null
    if (to === null) return leadTo(nightPath(night.slug))
    const source = searchParams.get('src') ?? ''
    if (request.method === 'GET')
      await reach.click(
        { event: night._id, offer, source: SOURCE.test(source) ? source : null },
        { address, headers: request.headers },
      )
    return leadTo(to)
  }
}

/** What is stored for an offer, or for the night; null: there is no such offer. */
function addressIn({ offers, url }: Night, offer: string): string | null {
  if (offer === NIGHT_URL) return url
  const one = offers.find(({ _id }) => _id === offer)
  return one ? (one.url ?? url) : null
}

const isOpen = ({ offers }: Night, offer: string): boolean =>
  offer === NIGHT_URL || offers.find(({ _id }) => _id === offer)?.availability === 'available'

/** As a header writes it. Whatever is stored, a browser is sent to no other kind of address. */
function httpAddress(stored: string): string | null {
  const url = URL.parse(stored)
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}

const leadTo = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' },
  })
