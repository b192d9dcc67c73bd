/** Section of the home page: coming nights. */
import './home-nights.css?later'
import { localize } from '../../../platform/content/shared/translations.ts'
import { findClub } from '../../../platform/pages/club-settings.ts'
import { getPageLanguage, getSiteUrl, type MetaArguments } from '../../../platform/pages/page-meta.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { localizePath } from '../../../platform/shared/languages.ts'
import { nightDay } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_PATH, nightPath } from '../../../platform/shared/public-paths.ts'
import { getLead, SectionHead } from '../../../platform/site-layout/components/section-head.tsx'
import { useLanguage, useLocalizeLink } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { getClubId } from '../../../platform/site-layout/structured-data.ts'
import { Picture, withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import type { HomeInput } from '../../page-manifest.ts'
import { getSale } from '../shared/night-state.ts'
import { StageMark } from './exports/night-badges.tsx'
import { listNames, NightCard, NightLinks } from './exports/night-card.tsx'
import { NightDateRow } from './exports/night-date.tsx'
import { describeNight, describePriceRange } from './exports/night-structured-data.ts'
import {
  computeMsUntilChange,
  getNightBounds,
  HOME_NIGHTS,
  type NightSummary,
  readHomeNights,
  readSignUpOffers,
  summariseNight,
} from './exports/night-summary.ts'
import { stampTexts } from './night-texts.ts'

export async function load(reader: Reader, { language, now, site }: HomeInput) {
  const { timeZone } = site.identity
  const { tonight } = getNightBounds(now, timeZone)
  const candidates = await readHomeNights(reader, now, timeZone)
  const items = candidates.filter(({ date }) => nightDay(date) >= tonight).slice(0, HOME_NIGHTS)
  const { offers, changesIn } = await readSignUpOffers(reader, items, language)
  // The announcement on the first screen depends on the same nights.
  const validFor = Math.min(changesIn, computeMsUntilChange(candidates, now, timeZone))
  reader.expiresIn(validFor)
  return {
    lead: getLead(localize(language, site.home), items.length > 0 ? 'dates' : 'noDates'),
    /** Time at which the section is outdated: a night changes its state, or the list changes. ms since 1970 */
    staleAt: now.getTime() + validFor,
    // Ticket links of the home page lead directly to the seller, as the specification requires. So the server cannot count
    // their clicks in a redirect.
    nights: items.map((night) => {
      const summary = summariseNight(night, now, timeZone, language, offers)
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

export function structuredData({ events }: Data, page: MetaArguments) {
  const siteUrl = getSiteUrl(page)
  const range = describePriceRange(events.flatMap(({ sale }) => sale?.offers ?? []))
  return [
    // Adds the price range to the club, which the home page describes under this id.
    ...(range === null ? [] : [{ '@id': getClubId(siteUrl), ...range }]),
    ...events.map((night) => describeNight(night, findClub(page), siteUrl, getPageLanguage(page))),
  ]
}

export default function HomeNights({ data: { lead, nights, staleAt } }: { data: Data }) {
  const words = usePageTexts()
  const allNights = useLocalizeLink()(NIGHTS_PATH).href
  const [next, ...later] = nights
  return (
    <section className="nights far" data-stale-at={staleAt}>
      <SectionHead title={words.comingDates} lead={lead} />
      {next && (
        <div className="nights-wall">
          <NightCard night={next} isSquare sizes="(min-width: 48rem) 40vw, 88vw" />
          {later.length > 0 && (
            <ol className="nights-rows">
              {later.map((night) => (
                <NightRow key={night._id} night={night} />
              ))}
            </ol>
          )}
        </div>
      )}
      <p className="nights-all">
        <a className="laser-link" href={allNights}>
          {words.allDates}
        </a>
      </p>
    </section>
  )
}

function NightRow({ night }: { night: NightSummary }) {
  const { slug, date, title, titleLang, lineup, stamp, previousDate, stage, square } = night
  const language = useLanguage()
  return (
    <li className="night-row">
      <a className="night-link night-row-link" href={localizePath(language, nightPath(slug))}>
        {/* The text beside the flyer names the night, so the flyer has no text alternative. */}
        <Picture
          picture={square.picture}
          alt={null}
          sizes="(min-width: 64rem) 9vw, 72px"
          className="framed"
        />
        <NightDateRow date={date} stamp={stamp} previousDate={previousDate} />
        <div className="night-row-words">
          {title && (
            <h3 className="night-row-title" lang={titleLang}>
              {title}
            </h3>
          )}
          {lineup.length > 0 && <p className="night-row-names">{listNames(lineup)}</p>}
          {stamp && <p className="night-row-stamp mono">{stampTexts[language][stamp]}</p>}
          <StageMark stage={stage} />
        </div>
      </a>
      <NightLinks night={night} />
    </li>
  )
}
