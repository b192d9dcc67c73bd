/**
 * Answers `/ir/{night}/{offer | url}`: counts a click on a ticket link and redirects to the seller. Pages with direct links
 * to the seller report their clicks separately.
 */

import type { Content } from '../../../platform/content/server/content.ts'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import type { CountedVisitor } from '../../../platform/http/counted-link.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { nightPath, TICKETS_PATH } from '../../../platform/shared/public-paths.ts'
import { areTicketsSold, listOffersOnSale } from '../../nights/shared/night-state.ts'
import { NIGHT_URL, SOURCE } from '../shared/visits.ts'
import type { Analytics } from './analytics.ts'

/** The path of ticket links as a Hono pattern. */
export const TICKETS_ROUTE = `${TICKETS_PATH}*`

const ADDRESS = new RegExp(`^${TICKETS_PATH}([\\w-]{1,64})/([\\w-]{1,64})$`)

interface TicketsOptions {
  content: Pick<Content, 'one'>
  settings: Pick<SettingsService, 'all'>
  analytics: Pick<Analytics, 'click'>
  now: () => number
}

type Night = EntityOf<'events'>

export interface Tickets {
  /** Answers a visitor's request for `/ir/…`. */
  follow(request: Request, from: CountedVisitor): Promise<Response>
  /**
   * Counts a click on a direct link to the seller of a night (`NIGHT_URL`). Ignored when visitors cannot see the night, or
   * when no tickets are on sale.
   */
  count(click: { event: string; source: string | null }, from: CountedVisitor): Promise<void>
}

export function createTickets({ content, settings, analytics, now }: TicketsOptions): Tickets {
  const nightWith = async (id: string): Promise<Night | null> => {
    const found = id === '' ? null : await content.one('events', id, 'visitors')
    return found?.entity ?? null
  }
  const timeZone = async () => (await settings.all()).identity.timeZone

  return {
    async follow(request, from) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const refusal = problemResponse('method-not-allowed')
        refusal.headers.set('Allow', 'GET, HEAD')
        return refusal
      }
      const { pathname, searchParams } = new URL(request.url)
      const [, id = '', offer = ''] = ADDRESS.exec(pathname) ?? []
      const night = await nightWith(id)
      const stored = night && findTicketUrl(night, offer)
      if (night === null || stored === null) return problemResponse('not-found')
      const to = isOpen(night, offer, now(), await timeZone()) ? serializeHttpUrl(stored) : null
      if (to === null) return createRedirect(nightPath(night.slug))
      const source = searchParams.get('src') ?? ''
      if (request.method === 'GET')
        await analytics.click({ event: night._id, offer, source: SOURCE.test(source) ? source : null }, from)
      return createRedirect(to)
    },

    async count({ event, source }, from) {
      const night = await nightWith(event)
      if (night && isOpen(night, NIGHT_URL, now(), await timeZone()))
        await analytics.click({ event: night._id, offer: NIGHT_URL, source }, from)
    },
  }
}

/** Returns the stored address of an offer, or of the night itself. null when there is no such offer. */
function findTicketUrl({ offers, url }: Night, offer: string): string | null {
  if (offer === NIGHT_URL) return url
  const one = offers.find(({ _id }) => _id === offer)
  return one ? (one.url ?? url) : null
}

const isOpen = (night: Night, offer: string, now: number, timeZone: string): boolean =>
  offer === NIGHT_URL
    ? areTicketsSold(night, now, timeZone)
    : listOffersOnSale(night, now, timeZone).some(({ _id }) => _id === offer)

/** Serializes an address for the `Location` header. null unless it is an http or https address. */
function serializeHttpUrl(stored: string): string | null {
  const url = URL.parse(stored)
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}

const createRedirect = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' },
  })
