/**
 * Section of the home screen: messages, registrations, warnings and hidden items that wait for an administrator, one line
 * each.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRecent } from '../../../platform/admin-layout/admin-words.ts'
import { inbox } from '../../../platform/admin-layout/feature-parts.ts'
import { Count } from '../../../platform/admin-layout/navigation.tsx'
import { adminPaths, editPath, guidePath } from '../../../platform/admin-layout/paths.ts'
import { formatDayAndHour } from '../../../platform/content/admin/publication/publication-words.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { warningTitles } from '../../../platform/shared/health-conditions.ts'
import type { Overview, Unseen, UnseenItems } from '../shared/overview.ts'

export function UnreadMessages({ overview }: { overview: Overview }) {
  const { timeZone } = useClub().identity
  const { summary, registrations, messages, warnings, drafts, scheduled } = overview
  const { unanswered, mail } = summary
  const messagePath = inbox?.itemPath
  const when = ({ publishAt }: Unseen) =>
    publishAt === null ? '' : formatDayAndHour(Date.parse(publishAt), Date.now(), timeZone)
  const isCalm =
    unanswered + registrations + mail.failed + warnings.length + drafts.total + scheduled.total === 0
  return (
    <section className="home-waiting" aria-labelledby="waiting">
      <h2 id="waiting" className="menu-title mono">
        Lo que espera
      </h2>
      {isCalm ? (
        <p className="home-calm">Nada espera. Está todo publicado y contestado.</p>
      ) : (
        <ul>
          {mail.failed > 0 && (
            <Line to={inbox?.to ?? guidePath('avisos')} isProblem>
              El correo no está saliendo:{' '}
              {mail.failed === 1 ? 'falló un envío' : `fallaron ${mail.failed} envíos`}
            </Line>
          )}
          {warnings.map((condition) => (
            <Line key={condition} to={guidePath('avisos')} isProblem>
              {warningTitles[condition]}
            </Line>
          ))}
          {inbox && unanswered > 0 && (
            <Line to={`${inbox.to}?unanswered=1`} count={unanswered}>
              {unanswered === 1 ? 'mensaje sin responder' : 'mensajes sin responder'}
            </Line>
          )}
          {messagePath &&
            messages.map(({ _id, person, createdAt }) => (
              <Line key={_id} to={messagePath(_id)}>
                <span className="unseen">Responder a </span>
                <bdi>{person}</bdi>
                <span className="home-said mono"> {formatRecent(createdAt, Date.now(), timeZone)}</span>
              </Line>
            ))}
          {registrations > 0 && (
            <Line to={adminPaths.users} count={registrations}>
              {registrations === 1 ? 'persona pide entrar' : 'personas piden entrar'}
            </Line>
          )}
          <UnseenLines {...scheduled} what="Programado" said={when} />
          <UnseenLines {...drafts} what="Borrador" said={kindWords} />
        </ul>
      )}
    </section>
  )
}

const kindWords = ({ resource }: Unseen): string => getDeclaration(resource).words.one

interface LineProps {
  to: string
  count?: number
  isProblem?: boolean
  children: ReactNode
}

const Line = ({ to, count, isProblem = false, children }: LineProps) => (
  <li>
    <Link to={to} data-problem={isProblem ? '' : undefined}>
      {count !== undefined && <Count value={count} />}
      <span>{children}</span>
    </Link>
  </li>
)

interface UnseenLinesProps extends UnseenItems {
  what: string
  /** Returns the text after the name of an item. */
  said(item: Unseen): string
}

function UnseenLines({ items, total, what, said }: UnseenLinesProps) {
  return (
    <>
      {items.map((item) => (
        <Line key={item._id} to={editPath(getDeclaration(item.resource), item._id)}>
          <span className="state-line" data-state={item.publishAt === null ? 'draft' : 'scheduled'}>
            {what}
          </span>{' '}
          <bdi>{item.label}</bdi>
          <span className="home-said mono"> {said(item)}</span>
        </Line>
      ))}
      {total > items.length && <li className="home-rest mono">y {total - items.length} más</li>}
    </>
  )
}
