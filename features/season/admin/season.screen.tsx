/** Screen that compares the nights of a period: a line with the sums, a chart, and a table. */
import '../../../platform/content/admin/list/lists.css'
import './season.css'
import { useState } from 'react'
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { createCsvFile, saveFile } from '../../../platform/admin-layout/share-actions.tsx'
import type { ProblemDetails } from '../../../platform/api/shared/problems.ts'
import { Field } from '../../../platform/forms/field.tsx'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { currentNight, formatDate } from '../../../platform/shared/dates.ts'
import { formatLongDate } from '../../../platform/shared/night-dates.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import type { Season } from '../shared/season.ts'
import { NightBars } from './night-bars.tsx'
import { describeBest, listMeasures, summarizeSeason } from './season-measures.ts'
import { NightTable } from './season-table.tsx'

const FROM_KEY = 'desde'
const TO_KEY = 'hasta'
const MEASURE_KEY = 'medida'

/** Length of a day, `YYYY-MM-DD`. Longer values of an address are no days */
const DAY_LENGTH = 10

const readPeriod = (query: URLSearchParams) => {
  const read = (key: string) => (query.get(key) ?? '').slice(0, DAY_LENGTH)
  return { from: read(FROM_KEY), to: read(TO_KEY) }
}

/** Loads the period of the address: `?desde=2026-01-01&hasta=2026-06-30`. Without it the server chooses the period. */
export async function clientLoader({ request }: LoaderFunctionArgs) {
  const period = readPeriod(new URL(request.url).searchParams)
  return { answer: await adminApi.get('/season', { query: period }), period }
}

/** The measure and the order of the table need no new data. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const [current, next] = [currentUrl, nextUrl].map((url) => JSON.stringify(readPeriod(url.searchParams)))
  return current !== next || currentUrl.href === nextUrl.href
}

export default function SeasonScreen() {
  const { answer, period } = useLoaderData<typeof clientLoader>()
  const message = answer.ok ? undefined : answer.problem.errors?.[0]?.message
  return (
    <div className="screen season">
      <Heading lead={answer.ok ? formatPeriod(answer.value) : undefined}>Temporada</Heading>
      <PeriodChoice key={`${period.from} ${period.to}`} period={period} error={message} />
      {answer.ok ? (
        <Comparison season={answer.value} />
      ) : (
        message === undefined && <ProblemText problem={answer.problem} />
      )}
    </div>
  )
}

const formatPeriod = ({ from, to }: Season): string => `Del ${formatDate(from)} al ${formatDate(to)}.`

function Comparison({ season }: { season: Season }) {
  const [searchParams] = useSearchParams()
  const { nights } = season
  const measures = listMeasures(season)
  const measure = measures.find(({ key }) => key === searchParams.get(MEASURE_KEY)) ?? measures[0]
  const best = describeBest(nights)
  return (
    <>
      <div className="season-summary" {...liveRegion}>
        <p>{nights.length === 0 ? 'No hubo fechas en estos días.' : summarizeSeason(nights)}</p>
        {best && (
          <p>
            La mejor: <bdi>{best.night.title}</bdi>, {formatLongDate(best.night.date)}, con {best.words}.
          </p>
        )}
      </div>
      {nights.length > 0 && measure && (
        <>
          <nav className="list-states" aria-label="Qué comparar">
            {measures.map(({ key, label }) => {
              const query = new URLSearchParams(searchParams)
              query.set(MEASURE_KEY, key)
              return (
                <Link
                  key={key}
                  className="list-state"
                  to={`?${query}`}
                  replace
                  preventScrollReset
                  aria-current={key === measure.key ? 'true' : undefined}
                >
                  {label}
                </Link>
              )
            })}
          </nav>
          <NightBars nights={nights} measure={measure} />
          <NightTable nights={nights} measures={measures} />
          <SaveTable period={season} />
          <Notes season={season} />
        </>
      )}
    </>
  )
}

interface PeriodChoiceProps {
  /** The days of the address. '' when it has none. */
  period: { from: string; to: string }
  /** Why the server refused the period. */
  error: string | undefined
}

function PeriodChoice({ period, error }: PeriodChoiceProps) {
  const [searchParams] = useSearchParams()
  const { timeZone } = useClub().identity
  const year = Number(currentNight(new Date(), timeZone).slice(0, 4))
  const periods = [
    { label: 'Últimos 3 meses', from: '', to: '' },
    { label: 'Este año', from: `${year}-01-01`, to: '' },
    { label: 'El año pasado', from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  ]
  const kept = [...searchParams].filter(([key]) => key !== FROM_KEY && key !== TO_KEY)
  const isCurrent = ({ from, to }: { from: string; to: string }) => from === period.from && to === period.to
  const search = ({ from, to }: { from: string; to: string }) =>
    `?${new URLSearchParams([...kept, ...(from ? [[FROM_KEY, from]] : []), ...(to ? [[TO_KEY, to]] : [])])}`
  return (
    <div className="season-period">
      <nav className="list-states" aria-label="Período">
        {periods.map((one) => (
          <Link
            key={one.label}
            className="list-state"
            to={search(one)}
            preventScrollReset
            aria-current={isCurrent(one) ? 'true' : undefined}
          >
            {one.label}
          </Link>
        ))}
      </nav>
      <details open={!periods.some(isCurrent)}>
        <summary>Otro período</summary>
        <Form className="entry-row" preventScrollReset>
          {kept.map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <Field label="Desde" error={error}>
            {(control) => (
              <input
                type="date"
                className="control control-mono"
                name={FROM_KEY}
                defaultValue={period.from}
                {...control}
              />
            )}
          </Field>
          <Field label="Hasta">
            {(control) => (
              <input
                type="date"
                className="control control-mono"
                name={TO_KEY}
                defaultValue={period.to}
                {...control}
              />
            )}
          </Field>
          <Button type="submit">Ver</Button>
        </Form>
      </details>
    </div>
  )
}

function SaveTable({ period: { from, to } }: { period: Season }) {
  const [problem, setProblem] = useState<ProblemDetails | null>(null)
  async function save() {
    const answer = await adminApi.get('/season.csv', { query: { from, to }, reads: 'text' })
    setProblem(answer.ok ? null : answer.problem)
    if (answer.ok) saveFile(createCsvFile(answer.value), 'temporada.csv')
  }
  return (
    <>
      <div className="screen-actions">
        <Button onClick={() => void save()}>Descargar la tabla (CSV)</Button>
      </div>
      {problem && <ProblemText problem={problem} />}
    </>
  )
}

const Notes = ({ season: { counts } }: { season: Season }) => (
  <p className="season-note">
    {[
      counts.door &&
        'Personas, plata y listas son las del informe de cada noche. Con «—» no hay datos, y esa fecha no entra en los promedios.',
      counts.site &&
        'Visitas son todas las de la página de la fecha, y clics, todos los de sus entradas; se guardan 24 meses.',
      'Las canceladas y los borradores están solo si entró alguien.',
    ]
      .filter(Boolean)
      .join(' ')}
  </p>
)
