import './night-archive.css'
import { type MetaDescriptor, redirect } from 'react-router'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { findClub, useTextWithClubName } from '../../../platform/pages/club-settings.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import { createMeta, getPageLanguage } from '../../../platform/pages/page-meta.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { getLanguage, type Language, localizePath } from '../../../platform/shared/languages.ts'
import { archivePath, NIGHTS_PATH, pageImagePath } from '../../../platform/shared/public-paths.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { getPageTexts, usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { nights as menuLink } from '../index.menu.ts'
import { computeMsUntilChange, getNightBounds, summariseNight } from './exports/night-summary.ts'
import { PastNights, Years } from './exports/past-nights.tsx'
import { nightTexts } from './night-texts.ts'

/** Maximum number of nights on the page of a year: one per day. */
const NIGHTS = 366

async function load(reader: Reader, year: string, language: Language) {
  const now = new Date()
  const { timeZone } = (await reader.settings()).identity
  const { tonight, lastNight } = getNightBounds(now, timeZone)
  const years = await reader.yearsBefore('events', tonight)
  if (!years.some((each) => String(each) === year)) throw redirect(localizePath(language, '/404'))
  const { items } = await reader.list('events', {
    from: `${year}-01-01`,
    to: lastNight < `${year}-12-31` ? lastNight : `${year}-12-31`,
    limit: NIGHTS,
  })
  // Tonight's night moves to this page in the morning, so the page expires then.
  reader.expiresIn(computeMsUntilChange([], now, timeZone))
  return {
    year: Number(year),
    years,
    nights: items.map((night) => summariseNight(night, now, timeZone, language)),
  }
}

export const loader = ({ context, params, request }: LoaderArgs<'year'>) =>
  load(context.get(readerContext), params.year, getLanguage(new URL(request.url).pathname))

export const handle = { edits: () => getDeclaration('events').admin.update }

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  if (!page.loaderData) return []
  const { year, nights } = page.loaderData
  const language = getPageLanguage(page)
  const words = getPageTexts(language)
  const { name } = findClub(page).identity
  return createMeta(
    {
      title: `${menuLink.label[language]} ${year} · ${name}`,
      description: words.archiveOf(nights.length, name, year),
      image: pageImagePath('nights'),
      isInEnglish: true,
    },
    archivePath(year),
    page,
  )
}

export default function Archive({ loaderData: { year, years, nights } }: PageProps<typeof loader>) {
  const language = useLanguage()
  const words = usePageTexts()
  const { archive } = useTextWithClubName(nightTexts[language])
  return (
    <div className="archive">
      <header className="archive-head">
        <p className="mono">
          <a href={localizePath(language, NIGHTS_PATH)}>{menuLink.label[language]}</a>
        </p>
        <h1 className="past-year">{year}</h1>
        <p className="lead">{archive}</p>
      </header>
      <h2 className="unseen">{words.nightsOf(year)}</h2>
      <PastNights nights={nights} />
      <Years years={years.filter((other) => other !== year)} />
    </div>
  )
}
