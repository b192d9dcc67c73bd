/** Screen with the visits of a week, compared with the week before. */
import './visits.css'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { guidePath } from '../../../platform/admin-layout/paths.ts'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { createCsvFile, saveFile } from '../../../platform/admin-layout/share-actions.tsx'
import { getApiAddress } from '../../../platform/api/client/api.ts'
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { addDays, formatLongDate } from '../../../platform/shared/night-dates.ts'
import { getSourceLabel } from '../shared/source-labels.ts'
import type { VisitWeek } from '../shared/visit-answers.ts'
import { VISITS_PATH } from '../shared/visit-paths.ts'
import { formatChange, formatCount } from '../shared/visit-words.ts'
import { OTHER, VISITS_KEPT_MONTHS } from '../shared/visits.ts'
import { DayPlot } from './day-plot.tsx'
import { NightConversions } from './night-conversion.tsx'
import { Ranking } from './visit-ranking.tsx'

const WEEK_KEY = 'semana'
const WEEK = 7

/** Loads the week of the day in the address: `?semana=2026-11-23`. Without a day it loads the current week. */
export async function clientLoader({ request }: LoaderFunctionArgs) {
  const of = new URL(request.url).searchParams.get(WEEK_KEY) ?? ''
  const answer = await adminApi.get('/visits/week', { query: { of: of.slice(0, 10) } })
  // An invalid day in the address shows the current week instead of an error.
  if (of !== '' && !answer.ok && answer.problem.status === 400)
    return { answer: await adminApi.get('/visits/week'), isLatest: true }
  return { answer, isLatest: of === '' }
}

export default function Visits() {
  const { answer, isLatest } = useLoaderData<typeof clientLoader>()
  return (
    <div className="screen visits">
      <Heading lead={answer.ok && answer.value.since !== null ? formatWeek(answer.value) : undefined}>
        Visitas
      </Heading>
      {!answer.ok ? (
        <ProblemText problem={answer.problem} />
      ) : answer.value.since === null ? (
        <Nothing />
      ) : (
        <Week week={answer.value} since={answer.value.since} isLatest={isLatest} />
      )}
    </div>
  )
}

const formatWeek = ({ from, to }: VisitWeek): string =>
  from === to
    ? `Hoy, ${formatLongDate(to)}, al lado del mismo día de la semana anterior. El día todavía no terminó.`
    : `Del ${from.slice(0, 7) === to.slice(0, 7) ? formatLongDate(from).replace(/ de .*/, '') : formatLongDate(from)} al ${formatLongDate(to)}, al lado de los mismos días de la semana anterior.`

function Week({ week, since, isLatest }: { week: VisitWeek; since: string; isLatest: boolean }) {
  const { from, total, clicks, days, pages, sources, nights } = week
  // True when the week before has counts. Otherwise every page would look new, so nothing is compared.
  const isCompared = total.before > 0
  const of = (day: string) => `?${new URLSearchParams({ [WEEK_KEY]: day })}`
  return (
    <>
      <div className="visit-totals">
        <Total what={total.count === 1 ? 'visita' : 'visitas'} {...total} />
        <Total what={clicks.count === 1 ? 'clic en entradas' : 'clics en entradas'} {...clicks} />
      </div>
      <DayPlot days={days} />
      {since > addDays(from, -WEEK) && (
        <p className="visit-note">
          Se cuenta desde el {formatLongDate(since)}: antes no hay con qué comparar.
        </p>
      )}
      <nav className="screen-actions" aria-label="Semanas">
        {since < from && (
          <Link className="button" to={of(addDays(from, -WEEK))} preventScrollReset>
            Semana anterior
          </Link>
        )}
        {!isLatest && (
          <>
            <Link className="button" to={of(addDays(from, WEEK))} preventScrollReset>
              Semana siguiente
            </Link>
            <Link className="button" to={VISITS_PATH} preventScrollReset>
              Esta semana
            </Link>
          </>
        )}
      </nav>
      {nights.length > 0 && <NightConversions nights={nights} />}
      {pages.length > 0 && (
        <Ranking
          title="Páginas"
          isCompared={isCompared}
          head="Página"
          rows={pages.map(({ path, title, ...numbers }) => ({
            key: path,
            label:
              title === null || path === OTHER ? (
                <span>{title ?? path}</span>
              ) : (
                <a href={path} target="_blank" rel="noopener">
                  {title}
                </a>
              ),
            ...numbers,
          }))}
        />
      )}
      {sources.length > 0 && (
        <Ranking
          title="De dónde vienen"
          isCompared={isCompared}
          head="Origen"
          rows={sources.map(({ source, ...numbers }) => ({
            key: source ?? '',
            label: <span>{getSourceLabel(source)}</span>,
            ...numbers,
          }))}
        >
          <p className="visit-note">
            Para saber de dónde viene la gente, agregá <code>?src=afiche</code> al final del enlace que pasás,
            con la palabra que quieras. <Link to={guidePath('visitas')}>Cómo se cuenta</Link>
          </p>
        </Ranking>
      )}
      <div className="screen-actions">
        <ExportButton />
      </div>
      <p className="visit-note">
        Se guardan {VISITS_KEPT_MONTHS} meses. De quién es cada visita no se sabe: no hay cookies, y los
        robots y quien pide que no lo sigan no cuentan.
      </p>
    </>
  )
}

const TABLE_NAME = 'visitas.csv'

function ExportButton() {
  const [problem, setProblem] = useState<ProblemDetails | null>(null)
  async function save() {
    const answer = await adminApi.get('/visits/export.csv', { reads: 'text' })
    setProblem(answer.ok ? null : answer.problem)
    if (answer.ok) saveFile(createCsvFile(answer.value), TABLE_NAME)
  }
  return (
    <>
      <a
        className="button"
        href={getApiAddress('/visits/export.csv', {})}
        download={TABLE_NAME}
        onClick={(event) => {
          // A plain download link would save an error message as the CSV file, so the script fetches the table first.
          event.preventDefault()
          void save()
        }}
      >
        Exportar CSV
      </a>
      {problem && <ProblemText problem={problem} />}
    </>
  )
}

const Total = ({ what, count, before }: { what: string; count: number; before: number }) => {
  const change = formatChange({ count, before })
  return (
    <p className="visit-total">
      <strong>{formatCount(count)}</strong> <span>{what}</span>
      {change !== null && (
        <span className="visit-change mono">
          {change}
          <span className="visit-past"> (eran {formatCount(before)})</span>
        </span>
      )}
    </p>
  )
}

const Nothing = () => (
  <div className="empty">
    <p>
      Todavía no hay nada que contar. Se cuenta solo, desde que alguien abre una página del sitio: cuántas
      veces se vio cada una, de dónde venían, y cuántas siguieron a las entradas.
    </p>
    <p>Los robots, y quien le pide a su navegador que no lo sigan, no cuentan.</p>
    <Link className="button" to={guidePath('visitas')}>
      Cómo se cuenta
    </Link>
  </div>
)
