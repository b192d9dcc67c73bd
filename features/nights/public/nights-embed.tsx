/** Page that other sites show in a frame: the coming nights, without scripts, forms and cookies. */
import './nights-embed.css'
import { type MetaDescriptor, redirect } from 'react-router'
import { nights as words } from '../../../club/nights.ts'
import type { QueryKeys } from '../../../platform/api/shared/query-keys.ts'
import { findClub, useClub, useTextWithClubName } from '../../../platform/pages/club-settings.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import { getSiteUrl } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { formatLongDate } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_PATH, nightPath } from '../../../platform/shared/public-paths.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { Picture } from '../../../platform/ui/picture.tsx'
import { addEmbedSource, getEmbedPath, NIGHT_PARAM } from '../shared/nights-embed-address.ts'
import { StageMark, StampMark } from './exports/night-badges.tsx'
import { listNames } from './exports/night-card.tsx'
import { NightDate } from './exports/night-date.tsx'
import {
  computeMsUntilChange,
  getNightBounds,
  type NightSummary,
  summariseNight,
} from './exports/night-summary.ts'

/** Maximum number of nights in the frame: about one season. A link leads to the page of all nights. */
const NIGHTS = 12

/** Maximum length of a slug in the address (see platform/content/shared/slugs.ts). Characters */
const SLUG_MAX = 120
const query: QueryKeys = { [NIGHT_PARAM]: (slug) => slug.slice(0, SLUG_MAX) }

export const handle = { query, isEmbed: true }

async function load(reader: Reader, slug: string | null) {
  const now = new Date()
  const { timeZone } = (await reader.settings()).identity
  const nights = slug === null ? await coming(reader, now, timeZone) : [await one(reader, slug)]
  reader.expiresIn(computeMsUntilChange(nights, now, timeZone))
  return { isOne: slug !== null, nights: nights.map((night) => summariseNight(night, now, timeZone)) }
}

async function coming(reader: Reader, now: Date, timeZone: string) {
  const { tonight } = getNightBounds(now, timeZone)
  return (await reader.list('events', { from: tonight, order: 'oldest', limit: NIGHTS })).items
}

async function one(reader: Reader, slug: string) {
  const found = await reader.bySlug(`${NIGHTS_PATH}/`, slug)
  if (found?.resource !== 'events') throw redirect(getEmbedPath(null))
  if (found.entity.slug !== slug) throw redirect(getEmbedPath(found.entity.slug), 301)
  return found.entity
}

export const loader = ({ context, request }: LoaderArgs) =>
  load(context.get(readerContext), new URL(request.url).searchParams.get(NIGHT_PARAM))

/** Search engines index the page of all nights (the canonical address), not the page for the frame. */
export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  const siteUrl = getSiteUrl(page)
  return [
    { title: `Fechas de ${findClub(page).identity.name}` },
    { name: 'robots', content: 'noindex' },
    ...(siteUrl === null
      ? []
      : [{ tagName: 'link', rel: 'canonical', href: siteUrl + NIGHTS_PATH } as const]),
  ]
}

export default function Embed({ loaderData: { nights, isOne } }: PageProps<typeof loader>) {
  const { name } = useClub().identity
  const { none } = useTextWithClubName(words)
  return (
    <main className={isOne ? 'embed embed-one' : 'embed'}>
      {!isOne && (
        <h1 className="embed-head">
          <a href={addEmbedSource(NIGHTS_PATH)} {...outside}>
            {name}
          </a>
        </h1>
      )}
      {nights.length === 0 && <p className="embed-none">{none}</p>}
      <ol className="embed-nights">
        {nights.map((night) => (
          <li key={night._id}>
            <EmbeddedNight night={night} club={name} />
          </li>
        ))}
      </ol>
    </main>
  )
}

/** Links open in a new tab, because the site's pages must not open inside the frame. */
const outside = { target: '_blank', rel: 'noopener' } as const

function EmbeddedNight({ night, club }: { night: NightSummary; club: string }) {
  const { slug, date, title, lineup, stamp, previousDate, stage, tickets, square, isPast } = night
  const { isOver } = usePageTexts()
  return (
    <article className="embed-night">
      <a className="embed-link" href={addEmbedSource(nightPath(slug))} {...outside}>
        <span className="embed-flyer">
          <Picture picture={square.picture} alt="" sizes="8rem" className="framed" />
        </span>
        <NightDate date={date} stamp={stamp} previousDate={previousDate} year={isPast} />
        {stamp && <StampMark stamp={stamp} />}
        {isPast && <p className="embed-past mono">{isOver}</p>}
        <StageMark stage={stage} />
        <h2 className="embed-title">{title ?? club}</h2>
        {lineup.length > 0 && <p className="embed-names">{listNames(lineup)}</p>}
      </a>
      {tickets && (
        <a className="embed-tickets mono" href={addEmbedSource(tickets)} {...outside} rel="noopener nofollow">
          Entradas<span className="unseen"> de {title ?? formatLongDate(date)}</span>
        </a>
      )}
    </article>
  )
}
