/** Serves the pass of a guest as a picture, at an address below that of the own page. */

import { UNTRACKED } from '../../../platform/cache/freshness.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import type { RateLimit } from '../../../platform/http/rate-limit.ts'
import type { DocumentServices, FindDocument } from '../../../platform/seo/document-source.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { formatShortDate, formatUntilHour, timeOfDay } from '../../../platform/shared/night-dates.ts'
import { translateOffer } from '../../nights/shared/offer-words.ts'
import { createCaption, drawPass, formatPlace } from '../../share-images/index.server.ts'
import { OWN_PLACE_PATH, PASS_FILE } from '../shared/guest-paths.ts'
import type { OwnPlace } from '../shared/guests.ts'
import { passWords } from '../shared/pass-words.ts'
import { guestLimits } from './guest-rate-limits.ts'
import type { Guests } from './guests.ts'

const ROUTE = `${OWN_PLACE_PATH}/:token/${PASS_FILE}`
const PASS_PATH = new RegExp(`^(/en)?${OWN_PLACE_PATH}/([^/]+)/${PASS_FILE}$`)

/** The picture of both languages of the own page. */
export const passDocumentPaths = [ROUTE, `/en${ROUTE}`].map((route) => ({ route, pattern: PASS_PATH }))

/** The picture contains a name, and its address a secret. */
const PRIVATE_HEADERS: [string, string][] = [
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex'],
  ['Referrer-Policy', 'no-referrer'],
]

interface Services extends Pick<DocumentServices, 'settings'> {
  guests: Pick<Guests, 'signUp'>
  rateLimit: RateLimit
}

export function createPassDocuments({ guests, settings, rateLimit }: Services): FindDocument {
  async function answer(token: string, address: string, language: Language): Promise<Response> {
    const found = await guests.signUp.findOwn(token, address)
    if (!found.ok) return problemResponse(found.problem, found.extras)
    const place = found.value
    if (place.code === null || place.end !== null) return problemResponse('not-found')
    const retryAfter = await rateLimit.hit(guestLimits['guest-pass'], address)
    if (retryAfter !== null) return problemResponse('too-many-attempts', { retryAfter })
    const png = await draw({ ...place, code: place.code }, await settings(UNTRACKED), language)
    return new Response(png as BodyInit, {
      headers: [
        ['Content-Type', 'image/png'],
        ['Content-Disposition', `inline; filename="${PASS_FILE}"`],
      ],
    })
  }

  return (path) => {
    const [, english, token] = PASS_PATH.exec(path) ?? []
    if (token === undefined) return null
    return {
      async answer(_, { address }) {
        const response = await answer(token, address, english ? 'en' : 'es')
        for (const [name, value] of PRIVATE_HEADERS) response.headers.set(name, value)
        return response
      },
    }
  }
}

function draw(
  { night, name, companions, conditions, code }: OwnPlace & { code: string },
  site: SiteSettings,
  language: Language,
): Promise<Uint8Array> {
  const words = passWords[language]
  const { street, town } = site.contact.address
  const doors = timeOfDay(night.date)
  const date = [formatShortDate(night.date, language), doors && `${words.doors} ${doors}`]
  return drawPass(
    night.title,
    name,
    {
      date: date.filter(Boolean).join(' · ').toLocaleUpperCase('es'),
      place: [street, town].filter((part) => part !== null).join(', '),
      people: companions === 0 ? words.withNobody : `1 + ${companions}`,
      conditions: conditions.map(({ until, label }, index) => ({
        label: translateOffer(label, language).text,
        end: until !== null ? formatUntilHour(until, language) : index > 0 ? words.afterwards : '',
      })),
      codeTitle: words.code,
      code,
    },
    createCaption(site, formatPlace(site.identity)),
  )
}
