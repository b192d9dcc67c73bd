import './nights.css'
import './tickets-button.css'
import type { MetaDescriptor } from 'react-router'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { findClub, ROOT_ID, useClub, useTextWithClubName } from '../../../platform/pages/club-settings.ts'
import { LaterStyles } from '../../../platform/pages/delivery/later-styles.tsx'
import { readerContext } from '../../../platform/pages/page-context.ts'
import {
  createAlternateLink,
  createOEmbedLink,
  createPageMeta,
  getPageLanguage,
} from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { getLanguage, type Language, localizePath } from '../../../platform/shared/languages.ts'
import { formatLongDate } from '../../../platform/shared/night-dates.ts'
import {
  archivePath,
  NIGHTS_CALENDAR_PATH,
  NIGHTS_FEED_PATH,
  NIGHTS_JSON_FEED_PATH,
  NIGHTS_PATH,
  nightPath,
} from '../../../platform/shared/public-paths.ts'
import { getMosaicSizes } from '../../../platform/site-layout/components/mosaic.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { getPageTexts, usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { listCalendarLinks } from './calendar-links.ts'
import './embed-code.css?later'
import { useRouteLoaderData } from 'react-router'
import { nights as menuLink } from '../index.menu.ts'
import { createFrameHtml, EMBED_SIZES } from '../shared/nights-embed-address.ts'
import { StageMark, StampMark } from './exports/night-badges.tsx'
import { listNames, NightCard } from './exports/night-card.tsx'
import { NightDate } from './exports/night-date.tsx'
import {
  computeMsUntilChange,
  getNightBounds,
  isOff,
  type NightSummary,
  readSignUpOffers,
  summariseNight,
} from './exports/night-summary.ts'
import { PastNights, Years } from './exports/past-nights.tsx'
import { SignUpLink } from './exports/sign-up-link.tsx'
import { nightTexts } from './night-texts.ts'
import { WholeFlyer } from './whole-flyer.tsx'

/** Maximum number of coming nights on the page. Later nights appear when earlier ones are over. */
const COMING = 60
/** Maximum number of past nights of the latest year. The page of that year lists them all. */
const PAST = 24

async function load(reader: Reader, language: Language) {
  const now = new Date()
  const { timeZone } = (await reader.settings()).identity
  const { tonight, lastNight } = getNightBounds(now, timeZone)
  const [coming, years] = await Promise.all([
    reader.list('events', { from: tonight, order: 'oldest', limit: COMING }),
    reader.yearsBefore('events', tonight),
  ])
  const [year] = years
  const past =
    year === undefined
      ? null
      : await reader.list('events', { from: `${year}-01-01`, to: lastNight, limit: PAST })
  const { offers, changesIn } = await readSignUpOffers(reader, coming.items, language)
  const stays = Math.min(changesIn, computeMsUntilChange(coming.items, now, timeZone))
  reader.expiresIn(stays)
  return {
    /** Time at which the page is outdated. ms since 1970 */
    staleAt: now.getTime() + stays,
    coming: coming.items.map((night) => summariseNight(night, now, timeZone, language, offers)),
    /** Number of coming nights, without the cancelled and postponed ones of the list. */
    total: coming.total - coming.items.filter(isOff).length,
    years,
    past: past && {
      nights: past.items.map((night) => summariseNight(night, now, timeZone, language)),
      total: past.total,
    },
  }
}

export const loader = ({ context, request }: LoaderArgs) =>
  load(context.get(readerContext), getLanguage(new URL(request.url).pathname))

export const handle = { hasLaterStyles: true, edits: () => getDeclaration('events').admin.update }

const alternates = [
  [NIGHTS_CALENDAR_PATH, 'text/calendar'],
  [NIGHTS_FEED_PATH, 'application/rss+xml'],
  [NIGHTS_JSON_FEED_PATH, 'application/feed+json'],
] as const

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  const title = getPageTexts(getPageLanguage(page)).datesOf(findClub(page).identity.name)
  return [
    ...alternates.flatMap(([path, type]) => createAlternateLink(path, type, title, page)),
    ...createOEmbedLink(NIGHTS_PATH, title, page),
    ...createPageMeta('nights', NIGHTS_PATH, {
      shipped: { es: nightTexts.es.meta, en: nightTexts.en.meta },
      isInEnglish: () => true,
    })(page),
  ]
}

export default function Nights({ loaderData }: PageProps<typeof loader>) {
  const language = useLanguage()
  const words = usePageTexts()
  const { coming, total, years, past, staleAt } = loaderData
  const [next, ...later] = coming
  const [year] = years
  return (
    <div className="nights-page" data-stale-at={staleAt}>
      {next ? <NextNight night={next} total={total} /> : <NoNights />}
      <LaterStyles />
      {later.length > 0 && (
        <section className="wall-of-flyers" aria-label={words.nextOnes}>
          <ol className="flyers mosaic">
            {later.map((night, index) => (
              <li key={night._id}>
                <NightCard night={night} sizes={getMosaicSizes(index, later.length)} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <div className="nights-calendar">
        <AddToCalendar
          label={words.followAll}
          note={words.followAllNote}
          links={(siteUrl) => listCalendarLinks(NIGHTS_CALENDAR_PATH, siteUrl, words)}
        />
      </div>
      <div className="nights-embed">
        <EmbedCode />
      </div>
      {past && year !== undefined && (
        <section className="past">
          <h2 className="past-year">
            <span className="mono">{words.alreadyPassed}</span> {year}
          </h2>
          <PastNights nights={past.nights} />
          {past.total > past.nights.length && (
            <p className="past-all">
              <a className="laser-link" href={localizePath(language, archivePath(year))}>
                {words.nightsOfYear(past.total, year)}
              </a>
            </p>
          )}
          <Years years={years.slice(1)} />
        </section>
      )}
    </div>
  )
}

/** The next night fills the first screen. */
function NextNight({ night, total }: { night: NightSummary; total: number }) {
  const { slug, date, title, titleLang, lineup, stamp, previousDate, stage, tickets, price, signUp, whole } =
    night
  const language = useLanguage()
  const words = usePageTexts()
  const path = localizePath(language, nightPath(slug))
  const { noLineup } = useTextWithClubName(nightTexts[language])
  return (
    <section className="next-night">
      <h1 className="next-head mono">
        {`${menuLink.label[language]} `}
        {total > 0 && <span>{words.nightsToCome(total)}</span>}
      </h1>
      <WholeFlyer
        className="next-flyer"
        picture={whole.picture}
        alt={whole.alt}
        sizes="(min-width: 64rem) 56vw, 88vw"
      />
      <div className="next-words">
        <a className="next-link" href={path}>
          <NightDate date={date} stamp={stamp} previousDate={previousDate} />{' '}
          {stamp && <StampMark stamp={stamp} />} <StageMark stage={stage} />
          <h2 className="next-title" lang={titleLang}>
            {title ?? formatLongDate(date, { language })}
          </h2>
        </a>
        {lineup.length > 0 ? (
          <p className="next-names">{listNames(lineup)}</p>
        ) : (
          <p className="next-none">{noLineup}</p>
        )}
        <p className="next-go">
          {tickets && (
            <a className="tickets-button" href={tickets} target="_blank" rel="noopener nofollow">
              {words.tickets} {price && <span className="mono">{price}</span>}
            </a>
          )}{' '}
          {signUp && <SignUpLink path={path} offer={signUp} />}{' '}
          <a className="laser-link" href={path}>
            {words.seeNight}
          </a>
        </p>
      </div>
    </section>
  )
}

function NoNights() {
  const language = useLanguage()
  const { none } = useTextWithClubName(nightTexts[language])
  return (
    <header className="no-nights">
      <h1 className="next-head mono">{menuLink.label[language]}</h1>
      <p className="no-nights-figures" aria-hidden="true">
        --.--
      </p>
      <p className="lead">{none}</p>
    </header>
  )
}

/**
 * The HTML code with which another site embeds the coming nights. The code needs an absolute address, so it is only shown
 * when SITE_URL is set.
 */
function EmbedCode() {
  const { siteUrl } = useRouteLoaderData(ROOT_ID) as { siteUrl: string | null }
  const { name } = useClub().identity
  const words = usePageTexts()
  if (siteUrl === null) return null
  const code = createFrameHtml({ siteUrl, slug: null, title: `Fechas de ${name}`, ...EMBED_SIZES.all })
  return (
    <details className="add-to-calendar embed-code">
      <summary className="laser-link">{words.onYourSite}</summary>
      <p>{words.onYourSiteNote}</p>
      <pre className="embed-markup mono">{code}</pre>
    </details>
  )
}
