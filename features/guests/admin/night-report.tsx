/** The report of a night: totals, people by list and by half hour. */
import { useState } from 'react'
import { Link } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { WhatsAppLink } from '../../../platform/admin-layout/send-link.tsx'
import { createCsvFile, saveFile } from '../../../platform/admin-layout/share-actions.tsx'
import type { Answer } from '../../../platform/api/client/call.ts'
import type { ProblemDetails } from '../../../platform/api/shared/problems.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { addHourArticle } from '../../../platform/shared/night-dates.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { REPEATS_MAX } from '../shared/guest-limits.ts'
import type { NightReport } from '../shared/guests.ts'
import { formatCount, formatNumber } from '../shared/people-counts.ts'
import { Figure, Figures } from './figures.tsx'
import { formatLongMoment, formatShare } from './guest-words.ts'
import { MoneyOfNight } from './night-money.tsx'
import { drawNight } from './night-picture.ts'
import { countEntered, formatMessage, summarizeReport } from './night-summary.ts'
import { viewSearch } from './night-views.ts'

type HalfHour = NightReport['halfHours'][number]

interface NightReportProps {
  event: string
  /** The name of the night. */
  night: string
  report: NightReport
  /** True when the door has ended. */
  isOver: boolean
}

export function NightReportView({ event, night, report, isOver }: NightReportProps) {
  const { invited, halfHours, lists, late } = report
  const last = halfHours.at(-1)
  return (
    <>
      {late > 0 && (
        <p className="guest-over">
          {formatCount(late, 'ingreso llegó tarde y no cuenta', 'ingresos llegaron tarde y no cuentan')}.{' '}
          <Link to={viewSearch('puerta')}>Decidir en Puerta</Link>
        </p>
      )}
      {last === undefined ? (
        <p className="empty">
          {isOver
            ? 'En la puerta de esta fecha no se anotó a nadie.'
            : 'Todavía no entró nadie. Acá se ve lo que pasa en la puerta, mientras pasa, y queda para después.'}
        </p>
      ) : (
        <>
          <SendReport night={night} report={report} isOver={isOver} />
          <Totals report={report} {...(!isOver && { inside: last.inside })} />
          {lists.length > 0 && <ByList lists={lists} />}
          {report.repeats.length > 0 && <Repeats report={report} />}
          {report.money && <MoneyOfNight money={report.money} lists={lists} />}
          <ByHalfHour report={report} />
        </>
      )}
      {(last !== undefined || invited > 0) && (
        <>
          <Downloads event={event} report={report} />
          <NamesNote report={report} />
        </>
      )}
    </>
  )
}

/** @param inside people inside now. undefined after the night */
function Totals({ report, inside }: { report: NightReport; inside?: number }) {
  const { timeZone } = useClub().identity
  const { invited, arrived, repeated, tickets, walkIns, exits, peak, capacity } = report
  const share = formatShare(arrived, invited)
  return (
    <>
      <Figures>
        <Figure label="Entraron" value={countEntered({ guests: arrived, tickets, walkIns })} />
        {inside !== undefined && <Figure label="Adentro ahora" value={inside} />}
        <Figure label="Salieron" value={exits} />
      </Figures>
      <Figures isSmall>
        <Figure label="De las listas" value={arrived}>
          {invited > 0 && ` de ${formatNumber(invited)}`}
          {share !== null && ` (${share})`}
        </Figure>
        <Figure label="Con entrada, sin nombre" value={tickets} />
        <Figure label="Sin lista" value={walkIns} />
        {repeated > 0 && <Figure label="Repetidos, aparte" value={repeated} />}
      </Figures>
      {peak && (
        <p className="guest-peak" data-full={capacity !== null && peak.inside >= capacity ? '' : undefined}>
          Lo más lleno: <strong>{formatNumber(peak.inside)} adentro</strong>, a{' '}
          {addHourArticle(wallClock(new Date(peak.at), timeZone).slice(11))}
          {capacity !== null &&
            `. Es el ${formatShare(peak.inside, capacity)} de los ${formatNumber(capacity)} que entran`}
          .
        </p>
      )}
    </>
  )
}

interface BarProps {
  /** Lengths of the parts, each with its class. */
  parts: { value: number; className: string }[]
  /** The length of the longest bar of the table. */
  longest: number
}

/** Draws the bar of a row. Screen readers skip it, because the cells have the numbers. */
function Bar({ parts, longest }: BarProps) {
  let from = 0
  if (parts.every(({ value }) => value === 0)) return null
  return (
    <svg className="guest-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ value, className }) => {
        const x = from
        from += (value / longest) * 100
        return <rect key={className} className={className} x={x} width={from - x} height="1" />
      })}
    </svg>
  )
}

function ByList({ lists }: Pick<NightReport, 'lists'>) {
  const most = Math.max(...lists.map(({ invited, arrived }) => Math.max(invited, arrived)))
  return (
    <section className="guest-section">
      <h2 className="menu-title mono" id="by-list">
        Por lista
      </h2>
      <table className="guest-table" aria-labelledby="by-list">
        <thead className="mono">
          <tr>
            <th scope="col">Lista</th>
            <th scope="col">Invitados</th>
            <th scope="col">Entraron</th>
          </tr>
        </thead>
        {lists.map(({ _id, name, invited, arrived, repeated, ...list }) => (
          <tbody key={_id}>
            <tr>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{formatNumber(invited)}</td>
              <td>{formatNumber(arrived)}</td>
            </tr>
            <tr className="guest-detail">
              <td colSpan={3}>
                <Bar
                  longest={most}
                  parts={[
                    { value: arrived, className: 'guest-bar-list' },
                    { value: Math.max(invited - arrived, 0), className: 'guest-bar-missing' },
                  ]}
                />
                {[
                  invited > 0 && `Vino el ${formatShare(arrived, invited)}`,
                  ...list.sources.map(
                    ({ addedBy, ...part }) =>
                      list.sources.length > 1 &&
                      `${sourceNames[addedBy]} ${formatNumber(part.arrived)} de ${formatNumber(part.invited)}`,
                  ),
                  repeated > 0 && formatCount(repeated, 'repetido, aparte', 'repetidos, aparte'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  )
}

const sourceNames = { administrator: 'Del club', link: 'Por el enlace', public: 'Del sitio' } as const

/** Lists people for whom a name had no place. */
function Repeats({ report: { repeats, repeated, lists } }: { report: NightReport }) {
  const { timeZone } = useClub().identity
  const names = new Map(lists.map(({ _id, name }) => [_id, name]))
  return (
    <section className="guest-section" aria-labelledby="repeats">
      <h2 className="menu-title mono" id="repeats">
        Repetidos
      </h2>
      <p className="guest-note">
        Nombres con los que entró más gente que la anotada. No cuentan como personas.
        {repeated > REPEATS_MAX && ` Acá están los primeros ${formatNumber(REPEATS_MAX)}.`}
      </p>
      <ul className="guest-repeats">
        {repeats.map(({ name, list, people, at, device }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: repeats have no id, and keep their order
          <li key={index}>
            <bdi>{name ?? 'Sin nombre'}</bdi>
            <span>
              {[
                wallClock(new Date(at), timeZone).slice(11),
                people > 1 && `${formatNumber(people)} de más`,
                names.get(list) ?? 'De una lista borrada',
                device,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Sends the report as a message or as a picture. */
function SendReport({ night, report, isOver }: Omit<NightReportProps, 'event'>) {
  const { timeZone } = useClub().identity
  const [failure, setFailure] = useState('')
  const summary = summarizeReport(report, { night, timeZone, isOver, now: Date.now() })
  const savePicture = () =>
    drawNight(summary).then(
      (picture) => {
        setFailure('')
        saveFile(picture, 'noche.png')
      },
      (error: unknown) => {
        console.error(error)
        setFailure('Este navegador no pudo hacer la imagen.')
      },
    )
  return (
    <div className="screen-actions">
      <WhatsAppLink text={formatMessage(summary)} className="button button-strong">
        Mandar por WhatsApp
      </WhatsAppLink>
      <Button onClick={() => void savePicture()}>Guardar como imagen</Button>
      <p {...liveRegion}>{failure}</p>
    </div>
  )
}

function ByHalfHour({ report: { halfHours, lists } }: { report: NightReport }) {
  const most = Math.max(...halfHours.map(countEntered))
  const fullest = Math.max(...halfHours.map(({ inside }) => inside))
  const names = new Map(lists.map(({ _id, name }) => [_id, name]))
  return (
    <section className="guest-section">
      <h2 className="menu-title mono" id="by-half-hour">
        Por media hora
      </h2>
      <p className="guest-legend" aria-hidden="true">
        <span className="guest-key-list">De las listas</span>
        <span className="guest-key-ticket">Con entrada</span>
        <span className="guest-key-walk-in">Sin lista</span>
      </p>
      <table className="guest-table" aria-labelledby="by-half-hour">
        <thead className="mono">
          <tr>
            <th scope="col">Desde</th>
            <th scope="col">Entraron</th>
            <th scope="col">Adentro</th>
          </tr>
        </thead>
        {halfHours.map((part) => (
          <tbody key={part.at} data-fullest={part.inside === fullest ? '' : undefined}>
            <tr>
              <th scope="row" className="mono">
                {part.from}
              </th>
              <td>{formatNumber(countEntered(part))}</td>
              <td>{formatNumber(part.inside)}</td>
            </tr>
            <tr className="guest-detail">
              <td colSpan={3}>
                <Bar
                  longest={most}
                  parts={[
                    { value: part.guests, className: 'guest-bar-list' },
                    { value: part.tickets, className: 'guest-bar-ticket' },
                    { value: part.walkIns, className: 'guest-bar-walk-in' },
                  ]}
                />
                <p className="guest-parts">
                  {describeHalfHour(part, names).map((words) => (
                    <span key={words}>{words}</span>
                  ))}
                </p>
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** Formats the people of a half hour: 'Amigos 12', 'Con entrada 3', 'Salieron 4'. @param names of the lists, by id */
function describeHalfHour(part: HalfHour, names: ReadonlyMap<string, string>): string[] {
  const ofLists = part.lists.toSorted((one, other) => other.people - one.people)
  const known = ofLists.filter(({ list }) => names.has(list))
  const other = part.guests - known.reduce((people, list) => people + list.people, 0)
  return [
    ...known.map(({ list, people }) => [names.get(list), people] as const),
    ['De listas borradas', other] as const,
    ['Con entrada', part.tickets] as const,
    ['Sin lista', part.walkIns] as const,
    ['Salieron', part.exits] as const,
  ]
    .filter(([, people]) => people > 0)
    .map(([label, people]) => `${label} ${formatNumber(people)}`)
}

function Downloads({ event, report }: { event: string; report: NightReport }) {
  const [problem, setProblem] = useState<ProblemDetails | null>(null)
  const params = { id: event }
  async function save(read: () => Promise<Answer<string>>, name: string) {
    const answer = await read()
    setProblem(answer.ok ? null : answer.problem)
    if (answer.ok) saveFile(createCsvFile(answer.value), name)
  }
  return (
    <>
      <div className="screen-actions">
        <Button
          onClick={() =>
            void save(
              () => adminApi.get('/events/:id/door/summary.csv', { params, reads: 'text' }),
              'puerta.csv',
            )
          }
        >
          Descargar totales (CSV)
        </Button>
        {report.invited > 0 && report.namesErasedAt === null && (
          <Button
            onClick={() =>
              void save(
                () => adminApi.get('/events/:id/door/guests.csv', { params, reads: 'text' }),
                'invitados.csv',
              )
            }
          >
            Descargar nombres (CSV)
          </Button>
        )}
      </div>
      {problem && <ProblemText problem={problem} />}
    </>
  )
}

function NamesNote({ report: { namesErasedAt, namesErasedFrom } }: { report: NightReport }) {
  const { timeZone } = useClub().identity
  return (
    <p className="guest-note">
      {namesErasedAt === null
        ? `Los nombres se borran solos y para siempre desde ${formatLongMoment(namesErasedFrom, timeZone)}. Los totales quedan.`
        : `Los nombres se borraron ${formatLongMoment(namesErasedAt, timeZone)}. Los totales quedan.`}
    </p>
  )
}
