import { adminApi } from '../../../admin-layout/admin-api.ts'
import '../list/lists.css'
import './history.css'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useNavigate } from 'react-router'
import { actorOf, historySentence, useMoment } from '../../../admin-layout/admin-words.ts'
import { Confirm } from '../../../admin-layout/dialog.tsx'
import { adminPaths, itemHistoryPath } from '../../../admin-layout/paths.ts'
import { Heading, ProblemText } from '../../../admin-layout/screen-parts.tsx'
import { shownEmail } from '../../../auth/shared/emails.ts'
import { sayFromNow } from '../../../settings/admin/say-from-now.ts'
import { type GroupName, SITE } from '../../../settings/shared/group-names.ts'
import type { Group } from '../../../settings/shared/site-settings.ts'
import { notify } from '../../../ui/notify.ts'
import { kindOf } from '../../shared/field-types.ts'
import type { Declaration } from '../../shared/fields.ts'
import { publicationLabels } from '../../shared/publication.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import type { HistoryDetail } from '../../shared/versions.ts'
import { Changes } from './changes.tsx'
import { asOfItems, subjectOf } from './subject.ts'

export const clientLoader = async ({ params }: ClientLoaderFunctionArgs) =>
  adminApi.get('/history/:id', { params: { id: params.id ?? '' } })

/** One change, whole, with the ways back to what was before it and after it. */
export default function HistoryEntry() {
  const answer = useLoaderData<typeof clientLoader>()
  if (!answer.ok)
    return (
      <div className="screen">
        <Heading>Historial</Heading>
        <ProblemText problem={answer.problem} />
      </div>
    )
  return <Entry key={answer.value._id} entry={asOfItems(answer.value)} etag={answer.etag} />
}

/** A name is anybody's choice; an address is one person's. */
const withEmail = (entry: HistoryDetail): string =>
  entry.by !== null && entry.byName !== null ? `${entry.byName} (${shownEmail(entry.by)})` : actorOf(entry)

type Side = 'before' | 'after'

function Entry({ entry, etag }: { entry: HistoryDetail; etag: string | null }) {
  const moment = useMoment()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Side | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const { _id, at, resource, itemId, state, changes } = entry
  const subject = subjectOf(entry)
  if (!subject) return <Plain entry={entry} />
  const { declaration, path } = subject
  const { one } = declaration.words

  async function restore(to: Side) {
    setBusy(true)
    // Refused with 412 when the item has changed since the entry was shown.
    const result = await adminApi.post('/history/:id/restore', { params: { id: _id }, body: { to }, etag })
    setBusy(false)
    if (!result.ok) {
      notify({
        title: 'Oops...',
        text: result.problem.detail,
        isSilent: true,
        ms: declaration.noticeMs,
      })
      setFailure(result.problem.detail)
      return
    }
    if (resource === SITE) sayFromNow(itemId as GroupName, result.value as unknown as Group)
    notify({ title: 'Actualizado', ms: declaration.noticeMs })
    await navigate(itemHistoryPath(resource, itemId))
  }

  return (
    <div className="screen">
      <Heading lead={`${moment(at)} · ${withEmail(entry)}`}>{historySentence(entry)}</Heading>
      {state === 'trash' && (
        <p className="restored">Está en la papelera: volver a una versión también la saca de ahí.</p>
      )}
      {state === 'gone' && <p className="restored">Se borró para siempre: no quedan versiones.</p>}
      {changes.length > 0 && <Changes changes={changes} whole />}
      <div className="versions">
        <Way entry={entry} declaration={declaration} side="before" onChoose={setAsking} />
        <Way entry={entry} declaration={declaration} side="after" onChoose={setAsking} />
      </div>
      <nav aria-label="Más" className="screen-actions">
        <Link className="button" to={itemHistoryPath(resource, itemId)}>
          Todo su historial
        </Link>
        {state === 'live' && (
          <Link className="button" to={path}>
            Editar {one}
          </Link>
        )}
        {state === 'trash' && (
          <Link className="button" to={adminPaths.trash}>
            Ir a la papelera
          </Link>
        )}
      </nav>
      {asking && (
        <Confirm
          question={
            asking === 'before'
              ? '¿Volver a como era antes de este cambio?'
              : '¿Volver a como quedó después de este cambio?'
          }
          consequence={`${consequenceOf(declaration, entry, asking)} Lo de ahora queda en el historial.`}
          confirmLabel="Volver"
          doing="Volviendo…"
          isDanger={false}
          busy={busy}
          failure={failure}
          onConfirm={() => void restore(asking)}
          onClose={() => {
            setAsking(null)
            setFailure('')
          }}
        />
      )}
    </div>
  )
}

function Plain({ entry }: { entry: HistoryDetail }) {
  const moment = useMoment()
  return (
    <div className="screen">
      <Heading lead={`${moment(entry.at)} · ${withEmail(entry)}`}>{historySentence(entry)}</Heading>
      {entry.changes.length > 0 && <Changes changes={entry.changes} whole />}
      <nav aria-label="Más" className="screen-actions">
        <Link className="button" to={adminPaths.history}>
          Ver todo el historial
        </Link>
      </nav>
    </div>
  )
}

const sideWords = { before: 'Como era antes', after: 'Como quedó después' } as const

interface WayProps {
  entry: HistoryDetail
  declaration: Declaration
  side: Side
  onChoose: (side: Side) => void
}

/** To a version: what is different in it from today, and the button; nothing when there is no such version. */
function Way({ entry, declaration, side, onChoose }: WayProps) {
  const version = entry[side]
  // What a deletion or a restoring left as it was is one version, not two.
  if (!version || !entry.now || (side === 'before' && entry.changes.length === 0)) return null
  const names = differingFields(declaration, version, entry.now)
  const isToday = names.length === 0
  return (
    <section className="version" aria-label={sideWords[side]}>
      <h2>{sideWords[side]}</h2>
      <p>{isToday ? 'Es como está hoy.' : `Distinto de hoy: ${names.join(', ')}.`}</p>
      {(!isToday || entry.state === 'trash') && (
        <button type="button" className="button button-strong" onClick={() => onChoose(side)}>
          Volver a esto<span className="unseen">: {sideWords[side]}</span>
        </button>
      )}
    </section>
  )
}

function consequenceOf(
  declaration: Declaration,
  { now, state, ...versions }: HistoryDetail,
  side: Side,
): string {
  const version = versions[side]
  const names = version && now ? differingFields(declaration, version, now) : []
  const change = names.length > 0 ? `Cambia: ${names.join(', ')}.` : ''
  return state === 'trash' ? `Sale de la papelera. ${change}`.trim() : change
}

/** Labels of what is not the same in two versions of an item: text alternatives too, and when it is seen. */
function differingFields({ fields }: Declaration, one: AnyEntity, other: AnyEntity): string[] {
  const isSame = (name: string) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null)
  const declared = Object.entries(fields).flatMap(([name, { label, kind }]) => {
    const isAlt =
      kindOf({ kind }).shown === 'picture' && (one.alt[name] ?? null) !== (other.alt[name] ?? null)
    return [...(isSame(name) ? [] : [label]), ...(isAlt ? [`${label} (texto alternativo)`] : [])]
  })
  const publication = Object.entries(publicationLabels).filter(([name]) => !isSame(name))
  return [...declared, ...publication.map(([, label]) => label)]
}
