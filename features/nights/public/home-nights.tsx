/** Section of the home page: coming nights. */
import type { Reader } from '../../../platform/content/shared/content-reader.ts'
import { findClub } from '../../../platform/pages/club-settings.ts'
import { localize } from '../../../platform/shared/localize.ts'
import { nightDay } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_PATH } from '../../../platform/shared/public-paths.ts'
import { getLead, SectionHead } from '../../../platform/site-layout/components/section-head.tsx'
import { getPageLanguage, getSiteUrl, type MetaArguments } from '../../../platform/site-layout/meta.ts'
import { useLocalizeLink } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import type { HomeInput } from '../../page-manifest.ts'
import { getSale } from '../shared/night-state.ts'
import { NightCard } from './exports/night-card.tsx'
import { describeNight } from './exports/night-structured-data.ts'
import {
  computeMsUntilChange,
  getNightBounds,
  HOME_NIGHTS,
  readHomeNights,
  summariseNight,
} from './exports/night-summary.ts'

export async function load(reader: Reader, { language, now, site }: HomeInput) {
  const { timeZone } = site.identity
  const { tonight } = getNightBounds(now, timeZone)
  const known = await readHomeNights(reader, now, timeZone)
  const items = known.filter(({ date }) => nightDay(date) >= tonight).slice(0, HOME_NIGHTS)
  // The announcement on the first screen depends on the same nights.
  const validFor = computeMsUntilChange(known, now, timeZone)
  reader.expiresIn(validFor)
  return {
    lead: getLead(localize(language, site.home), items.length > 0 ? 'dates' : 'noDates'),
    /** Time at which the section is outdated: a night changes its state, or the list changes. ms since 1970 */
    staleAt: now.getTime() + validFor,
    // Ticket links of the home page lead directly to the seller, as the specification requires. So the server cannot count
    // their clicks in a redirect.
    nights: items.map((night) => {
      const summary = summariseNight(night, now, timeZone, language)
      return { ...summary, tickets: summary.tickets && night.url }
    }),
    events: items.map(({ images, ...night }) => ({
      ...localize(language, night),
      sale: getSale(night, now.getTime(), timeZone),
      square: withoutPlaceholder(images.flyerGrid),
    })),
  }
}

type Data = Awaited<ReturnType<typeof load>>

export const structuredData = ({ events }: Data, page: MetaArguments) =>
  events.map((night) => describeNight(night, findClub(page), getSiteUrl(page), getPageLanguage(page)))

export default function HomeNights({ data: { lead, nights, staleAt } }: { data: Data }) {
  const words = usePageTexts()
  const allNights = useLocalizeLink()(NIGHTS_PATH).href
  return (
    <section className="nights far" data-stale-at={staleAt}>
      <SectionHead title={words.comingDates} lead={lead} />
      {nights.length > 0 && (
        <ol className="nights-list">
          {nights.map((night) => (
            <li key={night._id}>
              <NightCard
                night={night}
                isSquare
                sizes="(min-width: 64rem) 24vw, (min-width: 40rem) 32vw, 94vw"
              />
            </li>
          ))}
        </ol>
      )}
      <p className="nights-all">
        <a className="laser-link" href={allNights}>
          {words.allDates}
        </a>
      </p>
    </section>
  )
}
