import './archive.css'
import { redirect } from 'react-router'
import { nights as words } from '../../../club/nights.ts'
import type { Reader } from '../../../contract/content/reader.ts'
import { declarationOf } from '../../../contract/content/resources.ts'
import { archivePath, NIGHTS_PATH, pageImage } from '../../../contract/share.ts'
import { clubOf, useNamed } from '../../club-words.ts'
import { readerContext } from '../../context.ts'
import { describe } from '../layout/meta.ts'
import type { Route } from './+types/archive'
import { PastNights, Years } from './past-nights.tsx'
import { nightsAround, summariseNight, untilChange } from './summary.ts'

/** As many as a year has days. */
const NIGHTS = 366

async function load(reader: Reader, year: string) {
  const now = new Date()
  const { timeZone } = (await reader.site()).identity
  const { tonight, lastNight } = nightsAround(now, timeZone)
  const years = await reader.yearsBefore('events', tonight)
  if (!years.some((each) => String(each) === year)) throw redirect('/404')
  const { items } = await reader.list('events', {
    from: `${year}-01-01`,
    to: lastNight < `${year}-12-31` ? lastNight : `${year}-12-31`,
    limit: NIGHTS,
  })
  // Tonight joins them in the morning.
  reader.expiresIn(untilChange([], now, timeZone))
  return {
    year: Number(year),
    years,
    nights: items.map((night) => summariseNight(night, now, timeZone)),
  }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(context.get(readerContext), params.year)

export const handle = { edits: () => declarationOf('events').admin.update }

export const meta: Route.MetaFunction = (page) => {
  if (!page.loaderData) return []
  const { year, nights } = page.loaderData
  const { name } = clubOf(page).identity
  return describe(
    {
      title: `Fechas ${year} · ${name}`,
      description:
        nights.length === 1
          ? `La noche de ${name} en ${year}: afiche y line-up.`
          : `Las ${nights.length} noches de ${name} en ${year}, con sus afiches y sus line-ups.`,
      image: pageImage('nights'),
    },
    archivePath(year),
    page,
  )
}

export default function Archive({ loaderData: { year, years, nights } }: Route.ComponentProps) {
  const { archive } = useNamed(words)
  return (
    <div className="archive">
      <header className="archive-head">
        <p className="mono">
          <a href={NIGHTS_PATH}>Fechas</a>
        </p>
        <h1 className="past-year">{year}</h1>
        <p className="lead">{archive}</p>
      </header>
      <h2 className="unseen">Noches de {year}</h2>
      <PastNights nights={nights} />
      <Years years={years} current={year} />
    </div>
  )
}
