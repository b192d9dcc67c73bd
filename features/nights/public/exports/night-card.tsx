/** A night as a card of a list. */
import type { ReactNode } from 'react'
import './night-card.css?later'
import { localizePath } from '../../../../platform/shared/languages.ts'
import { formatLongDate } from '../../../../platform/shared/night-dates.ts'
import { nightPath, TICKETS_PATH } from '../../../../platform/shared/public-paths.ts'
import { useLanguage, useSpanishLang } from '../../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../../platform/site-layout/page-texts.ts'
import { Picture } from '../../../../platform/ui/picture.tsx'
import { StageMark, StampMark } from './night-badges.tsx'
import { NightDate } from './night-date.tsx'
import type { NightSummary } from './night-summary.ts'

/** Maximum number of artists on a card. The page of the night lists them all. */
const NAMES = 8

interface Props {
  night: NightSummary
  sizes: string
  /** True shows the square version of the flyer, for cards in rows. */
  isSquare?: boolean
  /** True for a past night, whose card has no line-up. */
  isPast?: boolean
}

export function NightCard({ night, sizes, isSquare = false, isPast = false }: Props) {
  const { slug, date, title, titleLang, lineup, stamp, previousDate, stage } = night
  const language = useLanguage()
  const spanishLang = useSpanishLang()
  const { picture, alt } = isSquare ? night.square : night.whole
  return (
    <article className={`night ${isPast ? 'night-past' : ''}`}>
      <a className="night-link" href={localizePath(language, nightPath(slug))}>
        <NightDate date={date} stamp={stamp} previousDate={previousDate} />{' '}
        {stamp && <StampMark stamp={stamp} />}{' '}
        <span className="night-flyer">
          <Picture
            picture={picture}
            alt={alt}
            lang={spanishLang}
            sizes={sizes}
            className={isSquare ? 'framed' : 'whole'}
          />
        </span>
        <StageMark stage={stage} />
        {title && (
          <h3 className="night-title" lang={titleLang}>
            {title}
          </h3>
        )}
        {!isPast && lineup.length > 0 && <p className="night-names">{listNames(lineup)}</p>}
      </a>
      <NightLinks night={night} />
    </article>
  )
}

/** Link to the ticket seller with the price, and link to the sign-up form. null without both */
export function NightLinks({
  night: { _id, slug, date, title, tickets, price, signUp },
}: {
  night: NightSummary
}) {
  const language = useLanguage()
  const words = usePageTexts()
  if (tickets === null && signUp === null) return null
  const name = <span className="unseen">{words.forNight(title ?? formatLongDate(date, { language }))}</span>
  return (
    <p className="night-entry">
      {tickets !== null && (
        <a
          className="night-go mono"
          href={tickets}
          data-tickets={tickets.startsWith(TICKETS_PATH) ? undefined : _id}
          target="_blank"
          rel="noopener nofollow"
        >
          {words.tickets} {price && <span className="night-price">{price}</span>}
          {name}
        </a>
      )}{' '}
      {signUp !== null && (
        <a className="night-go mono" href={`${localizePath(language, nightPath(slug))}#${signUp.fieldId}`}>
          {signUp.name}
          {name}
        </a>
      )}
    </p>
  )
}

export function listNames(lineup: readonly string[]): ReactNode[] {
  const more = lineup.length - NAMES
  const names = lineup.slice(0, NAMES).flatMap((name, index) => [
    ...(index > 0 ? [' / '] : []),
    // biome-ignore lint/suspicious/noArrayIndexKey: two artists can have the same name, and the list does not change
    <bdi key={index}>{name}</bdi>,
  ])
  return more > 0 ? [...names, ` / +${more}`] : names
}
