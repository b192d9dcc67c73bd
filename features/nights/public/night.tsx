// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
import './night.css'
import './night-print.css?later'
import './tickets-button.css'
import type { ReactNode } from 'react'
import { type MetaDescriptor, redirect, useRouteLoaderData } from 'react-router'
import { editPath } from '../../../platform/admin-layout/paths.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { plainText } from '../../../platform/content/shared/richtext.ts'
import { type ClubSettings, findClub, ROOT_ID, useClub } from '../../../platform/pages/club-settings.ts'
import { pageOptionsContext, readerContext } from '../../../platform/pages/page-context.ts'
import {
  loadSections,
  type PageSection,
  Sections,
  createSectionMeta,
} from '../../../platform/pages/page-sections.tsx'
import { LaterStyles } from '../../../platform/pages/delivery/later-styles.tsx'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { type Language, getLanguage, localizePath } from '../../../platform/shared/languages.ts'
import { fallbackLanguage, isTranslated, localize } from '../../../platform/content/shared/translations.ts'
import {
  addDays,
  formatLongDate,
  nightDay,
  parseNightDate,
  sortByNightTime,
  timeOfDay,
} from '../../../platform/shared/night-dates.ts'
import { NIGHTS_PATH, nightCalendarPath, nightPath } from '../../../platform/shared/public-paths.ts'
import { capitalised, truncateAtWord } from '../../../platform/shared/text/text.ts'
import { Address } from '../../../platform/site-layout/components/address.tsx'
import { getMosaicSizes } from '../../../platform/site-layout/components/mosaic.ts'
import { RichText } from '../../../platform/site-layout/components/rich-text.tsx'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import { ShareButton } from '../../../platform/site-layout/components/share-button.tsx'
import { splitBody } from '../../../platform/site-layout/embeds.ts'
import {
  createAlternateLink,
  DESCRIPTION_MAX,
  createMeta,
  getPageLanguage,
  createOEmbedLink,
  getSiteUrl,
} from '../../../platform/pages/page-meta.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts, getPageTexts } from '../../../platform/site-layout/page-texts.ts'
import { withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import { QrCode } from '../../../platform/ui/qr-code.tsx'
import { findArtistLinks } from '../../artists/public/exports/artist-links.ts'
import type { NightInput } from '../../page-manifest.ts'
import { DirectionLinks } from '../../visit/public/exports/direction-links.tsx'
import { areTicketsSold, getSale, getStamp } from '../shared/night-state.ts'
import type { SignUpOffer } from '../shared/sign-up-offers.ts'
import { NightCalendar } from './exports/night-calendar.tsx'
import { NightBar } from './night-bar.tsx'
import { LineUp } from './line-up.tsx'
import { StageMark, StampMark } from './exports/night-badges.tsx'
import { formatPrevious, NightFigures } from './exports/night-date.tsx'
import { NightCard } from './exports/night-card.tsx'
import { SignUpLink } from './exports/sign-up-link.tsx'
import { createNightJsonLd } from './exports/night-structured-data.ts'
import {
  getNightBounds,
  getStageNow,
  isOff,
  type NightSummary,
  summariseNight,
  computeMsUntilChange,
  isStageOver,
  readSignUpOffers,
} from './exports/night-summary.ts'
import { stampTexts } from './night-texts.ts'
import { type OfferLine, listTickets } from './tickets.ts'
import { WholeFlyer } from './whole-flyer.tsx'

const OTHERS = 3
/** Number of nights after a sold-out night among which the page looks for one that sells tickets. */
const FOLLOWING_MAX = 12
/** Ids of the sections to which the bar on phones links. */
const IDS = { tickets: 'entradas', directions: 'llegar' }
const MAIN_TEXT = getDeclaration('events').page?.english?.mainText ?? ''
/**
 * The page links to other nights. Past nights older than this are not considered, which limits the rows that the query
 * counts. Days
 */
const OTHERS_DAYS = 400

/**
 * Loads the data of a night's page.
 * @param isPreview true when visitors cannot see the night. Its ticket links then lead to the seller directly, because /ir
 * would answer 404
 */
async function load(
  reader: Reader,
  slug: string,
  language: Language,
  isPreview: boolean,
  sections: readonly PageSection<NightInput>[],
) {
  const now = new Date()
  const found = await reader.bySlug('/fechas/', slug)
  if (found?.resource !== 'events') throw redirect(localizePath(language, '/404'))
  const night = found.entity
  // A night has one address. After a rename or a change of its day, the former address redirects.
  if (night.slug !== slug) throw redirect(localizePath(language, nightPath(night.slug)), 301)
  const localized = localize(language, night)
  const { timeZone } = (await reader.settings()).identity
  const { tonight, lastNight } = getNightBounds(now, timeZone)
  const sale = getSale(night, now.getTime(), timeZone)
  const [coming, past, later, artists, shareImage] = await Promise.all([
    reader.list('events', { from: tonight, order: 'oldest', limit: OTHERS + 1 }),
    reader.list('events', { from: addDays(lastNight, -OTHERS_DAYS), to: lastNight, limit: OTHERS + 1 }),
    sale?.isSoldOut
      ? reader.list('events', { from: addDays(nightDay(night.date)), order: 'oldest', limit: FOLLOWING_MAX })
      : { items: [] },
    findArtistLinks(
      reader,
      night.lineup.map(({ artist }) => artist),
    ),
    reader.shareImage('events', night),
  ])
  const others = [...coming.items, ...past.items].filter(({ _id }) => _id !== night._id).slice(0, OTHERS)
  const following = later.items.find(
    (other) => !isOff(other) && areTicketsSold(other, now.getTime(), timeZone),
  )
  const shown = [night, ...others, ...(following ? [following] : [])]
  const { offers, changesIn } = await readSignUpOffers(reader, shown, language)
  const stays = Math.min(changesIn, computeMsUntilChange(shown, now, timeZone))
  reader.expiresIn(stays)
  const { stage, isPast, playing } = getStageNow(night, now, timeZone)
  const isOver = isStageOver(stage)
  const { images, alt } = night
  return {
    staleAt: now.getTime() + stays,
    night: {
      ...localized,
      shareImage,
      isInEnglish: isTranslated(night, [MAIN_TEXT]),
      stamp: getStamp(night, now.getTime(), timeZone),
      stage,
      isPast,
      /** True from the end of the night. Its page then has recordings in place of directions. */
      isOver,
      flyer: withoutPlaceholder(images.flyerLarge),
      square: withoutPlaceholder(images.flyerGrid),
      alt: alt.flyerLarge,
      parts: splitBody(localized.description ?? ''),
      tickets: listTickets(night, now.getTime(), timeZone, { language, isDirect: isPreview }),
      sale,
      signUp: (!isOver && !isPast && offers.get(night._id)) || null,
      slots: sortByNightTime(night.date, night.lineup).map(({ artist, ...row }) => ({
        ...row,
        path: artist ? (artists.get(artist._id)?.path ?? null) : null,
        isOn: playing.includes(row._id),
      })),
    },
    sections: await loadSections(sections, reader, { night: localized, isOver: isOver || isPast, artists }),
    following: following ? summariseNight(following, now, timeZone, language) : null,
    others: others.map((other) => summariseNight(other, now, timeZone, language, offers)),
  }
}

export const loader = ({ context, params, request, sections }: LoaderArgs<'slug', NightInput>) =>
  load(
    context.get(readerContext),
    params.slug,
    getLanguage(new URL(request.url).pathname),
    Boolean(context.get(pageOptionsContext).preview),
    sections,
  )

type Night = Awaited<ReturnType<typeof load>>['night']

const createHeading = ({ title, date }: Pick<Night, 'title' | 'date'>, language: Language): string =>
  title ?? capitalised(formatLongDate(date, { language }))

export const handle = {
  hasLaterStyles: true,
  edits: ({ night }: Awaited<ReturnType<typeof load>>) => editPath(getDeclaration('events'), night._id),
}

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  if (!page.loaderData) return []
  const { night, sections } = page.loaderData
  const club = findClub(page)
  const { slug, date, title } = night
  const language = getPageLanguage(page)
  const day = formatLongDate(date, { year: true, language })
  const name = title === null ? day : `${title}, ${day}`
  return [
    ...createMeta(
      {
        title: `${capitalised(name)} · ${club.identity.name}`,
        description: createDescription(night, club.identity, language),
        image: night.shareImage,
        isInEnglish: night.isInEnglish,
      },
      nightPath(slug),
      page,
    ),
    ...createAlternateLink(nightCalendarPath(slug), 'text/calendar', createHeading(night, language), page),
    ...createSectionMeta(sections, page),
    ...createOEmbedLink(nightPath(slug), createHeading(night, language), page),
    createNightJsonLd(night, club, getSiteUrl(page), language),
  ]
}

/** Creates the meta description. The most important part comes first, because search engines truncate the text. */
function createDescription(
  { stamp, statusNote, date, slots, description }: Night,
  { name, neighbourhood }: ClubSettings['identity'],
  language: Language,
): string {
  const words = getPageTexts(language)
  const where = [name, neighbourhood].filter(Boolean).join(', ')
  const { time } = parseNightDate(date)
  const sentences = [
    stamp && [stampTexts[language][stamp], statusNote].filter(Boolean).join(': '),
    `${capitalised(formatLongDate(date, { year: true, language }))}${time ? `, ${time}` : ''}, ${words.atPlace(where)}`,
    slots.map(({ name }) => name).join(', '),
    plainText(description ?? ''),
  ].filter(Boolean)
  const text = `${sentences.join('. ')}.`.replace(/([.!?…])\.(?=\s|$)/g, '$1')
  return truncateAtWord(text, DESCRIPTION_MAX)
}

export default function NightPage({
  loaderData: { night, sections, others, following, staleAt },
}: PageProps<typeof loader>) {
  const { flyer, alt, parts, slots, isPast, isOver } = night
  const isSoldOut = night.sale?.isSoldOut === true
  const language = useLanguage()
  const words = usePageTexts()
  const heading = createHeading(night, language)
  return (
    <div data-stale-at={staleAt}>
      <article className="night-page">
        <WholeFlyer
          className="night-poster"
          picture={flyer}
          alt={alt}
          sizes="(min-width: 64rem) 50vw, 88vw"
        />
        <div className="night-words">
          <header>
            <h1
              className={`night-heading ${heading.length > LONG_HEADING ? 'night-heading-small' : ''}`}
              lang={fallbackLanguage(night, 'title')}
            >
              {heading}
            </h1>
            <When night={night} />
            {!isOff(night) && <StatusNote night={night} />}
          </header>
          <State night={night} />
          {isSoldOut && <Tickets night={night} following={following} />}
          {/* A past or cancelled night without a line-up does not announce one. */}
          {(slots.length > 0 || !(isOver || night.status === 'cancelled')) && (
            <Part title={words.lineUp}>
              <LineUp slots={slots} />
            </Part>
          )}
          {!isSoldOut && <Tickets night={night} />}
          <LaterStyles />
          {parts.length > 0 && (
            <Part className="night-text" title={words.theNight}>
              <RichText parts={parts} title={heading} lang={fallbackLanguage(night, 'description')} />
            </Part>
          )}
          {isOver && <Sections sections={sections} />}
          {!isOver && !isOff(night) && <Directions />}
          <div className="night-keep">
            {!isOver && !isPast && !isOff(night) && <NightCalendar {...night} heading={heading} />}
            <ShareButton title={heading} />
          </div>
        </div>
        <Printed path={localizePath(language, nightPath(night.slug))} />
      </article>
      {!isOver && <Sections sections={sections} />}
      <section className="others">
        {others.length > 0 && <SectionTitle>{words.otherNights}</SectionTitle>}
        {others.length > 0 && (
          <ol className="flyers mosaic">
            {others.map((other, index) => (
              <li key={other._id}>
                <NightCard night={other} isSquare sizes={getMosaicSizes(index, others.length)} />
              </li>
            ))}
          </ol>
        )}
        <p className="others-all">
          <a className="laser-link" href={localizePath(language, NIGHTS_PATH)}>
            {words.allDates}
          </a>
        </p>
      </section>
      {(night.sale || night.signUp) && !isPast && (
        <NightBar
          tickets={night.sale && night.tickets}
          signUp={night.signUp}
          isSoldOut={isSoldOut}
          calendarPath={isOff(night) ? null : nightCalendarPath(night.slug)}
          ids={IDS}
        />
      )}
    </div>
  )
}

interface PartProps {
  title: string
  className?: string
  id?: string
  children: ReactNode
}

/** A part of the night whose title is not shown. Screen readers list its heading. */
const Part = ({ title, children, ...section }: PartProps) => (
  <section {...section} aria-label={title}>
    <h2 className="unseen">{title}</h2>
    {children}
  </section>
)

/** Shown only on paper: the address of the club, and the URL of the page when SITE_URL is set. */
function Printed({ path }: { path: string }) {
  const { siteUrl } = useRouteLoaderData(ROOT_ID) as { siteUrl: string | null }
  const words = usePageTexts()
  const url = siteUrl === null ? null : new URL(path, siteUrl)
  return (
    <div className="night-printed only-print">
      <Address className="night-address" />
      {url && <QrCode text={url.href} label={words.qrOfPage} />}
      {url && <p className="mono">{`${url.host}${url.pathname}`}</p>}
    </div>
  )
}

function Directions() {
  const { contact } = useClub()
  const words = usePageTexts()
  return (
    <section className="night-way" id={IDS.directions}>
      <h2 className="mono">{words.howToGetHere}</h2>
      <Address className="night-address" />
      {contact.directions !== null && (
        <p className="night-directions" lang={fallbackLanguage(contact, 'directions')}>
          {contact.directions}
        </p>
      )}
      <DirectionLinks className="night-links" />
    </section>
  )
}

/**
 * The state of a night in large type: the struck date of a night that is off or has a new date, or the word for a night that
 * is over. Phones show it above the flyer. `Tickets` shows the word for sold-out tickets.
 */
function State({ night }: { night: Night }) {
  const { date, previousDate, stamp, stage, isOver } = night
  const language = useLanguage()
  const words = usePageTexts()
  if (isOver && !isOff(night))
    return (
      <p className="night-state">
        <strong className="night-over">{words.endStages[stage === 'closed' ? 'closed' : 'over']}</strong>
      </p>
    )
  if (stamp === null || stamp === 'soldout') return null
  return (
    <div className="night-state">
      <NightFigures date={date} stamp={stamp} previousDate={previousDate} />
      <p className="night-state-words">
        <StampMark stamp={stamp} />{' '}
        {stamp === 'rescheduled' && previousDate !== null && (
          <span className="mono">{words.before(formatPrevious(previousDate, date, language))}</span>
        )}
      </p>
      {/* The note of a cancelled or postponed night replaces the other facts, so it is above the flyer. */}
      {isOff(night) && <StatusNote night={night} />}
    </div>
  )
}

function StatusNote({ night }: { night: Night }) {
  if (!night.statusNote) return null
  return (
    <p className="night-note" lang={fallbackLanguage(night, 'statusNote')}>
      {night.statusNote}
    </p>
  )
}

/** Length from which a heading gets a smaller font size. Characters */
const LONG_HEADING = 36

/** Shows day and hours of a night. A night that begins after midnight belongs to the evening before. */
function When({ night }: { night: Night }) {
  const { date, endsAt, ageMin, title, stage, isOver } = night
  const doors = timeOfDay(date)
  const evening = nightDay(date)
  const isAfterMidnight = evening !== date.slice(0, 10)
  const language = useLanguage()
  const words = usePageTexts()
  const hours = [doors && words.doors(doors), endsAt && words.until(endsAt)].filter(Boolean).join(', ')
  return (
    <div className="night-when mono">
      <StageMark stage={stage} />
      <p>
        <time dateTime={date}>
          {title !== null && capitalised(formatLongDate(date, { year: true, language }))}
          {title === null && date.slice(0, 4)}
        </time>
        {isAfterMidnight && `, ${words.nightOfWeekday(parseNightDate(evening, language).weekday)}`}
      </p>
      {hours && !isOver && !isOff(night) && <p>{capitalised(hours)}</p>}
      {ageMin !== null && <p>{ageMin === 0 ? words.allAges : words.fromAge(ageMin)}</p>}
    </div>
  )
}

interface TicketsProps {
  night: Night
  /** The next night that sells tickets. A sold-out night links to it. */
  following?: NightSummary | null
}

function Tickets({ night: { tickets, sale, signUp }, following }: TicketsProps) {
  const words = usePageTexts()
  const language = useLanguage()
  const { button, lines } = tickets
  if (!button && lines.length === 0 && !signUp) return null
  const atDoor = lines.filter(({ isAtDoor, isGone }) => isAtDoor && !isGone)
  const others = lines.filter((line) => !atDoor.includes(line))
  return (
    <Part className="tickets" id={IDS.tickets} title={words.tickets}>
      {button && (
        <a className="tickets-button" href={button.href} target="_blank" rel="noopener nofollow">
          {words.tickets} {button.price && <span className="mono">{button.price}</span>}
        </a>
      )}
      {sale?.isSoldOut && <StampMark stamp="soldout" />}
      {signUp && <SignUp offer={signUp} />}
      {lines.length > 0 && (
        <ul className="offers">
          {[...atDoor, ...others].map((line) => (
            <li key={line._id} className={`offer ${atDoor.includes(line) ? 'offer-left' : ''}`}>
              <Offer line={line} />
            </li>
          ))}
        </ul>
      )}
      {following && (
        <p className="tickets-following">
          <a className="laser-link" href={localizePath(language, nightPath(following.slug))}>
            {/* One box, because the link lays its children out without the spaces between them. */}
            <span>
              {words.followingNight}{' '}
              {following.title && (
                <>
                  <span lang={following.titleLang}>{following.title}</span>,{' '}
                </>
              )}
              {formatLongDate(following.date, { language })}
            </span>
          </a>
        </p>
      )}
    </Part>
  )
}

function SignUp({ offer }: { offer: SignUpOffer }) {
  const { closing, shortage } = offer
  return (
    <p className="sign-up-offer">
      <SignUpLink offer={offer} />{' '}
      <span className="mono">
        {closing}
        {shortage && (
          <>
            {' · '}
            <strong>{shortage}</strong>
          </>
        )}
      </span>
    </p>
  )
}

function Offer({ line: { name, price, state, until, isGone, href } }: { line: OfferLine }) {
  return (
    <>
      {href ? (
        <a className="offer-name" lang={name.lang} href={href} target="_blank" rel="noopener nofollow">
          {name.text}
        </a>
      ) : (
        <span className="offer-name" lang={name.lang}>
          {name.text}
        </span>
      )}{' '}
      <span className="offer-price mono">
        {price && <span className={isGone ? 'offer-gone' : ''}>{price}</span>}{' '}
        {state && <strong>{state}</strong>} {until && <span>{until}</span>}
      </span>
    </>
  )
}
