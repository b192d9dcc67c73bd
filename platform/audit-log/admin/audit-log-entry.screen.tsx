import '../../content/admin/list/lists.css'
import './audit-log.css'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useNavigate } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { describeEntry, getActorName, useMoment } from '../../admin-layout/admin-words.ts'
import { Button } from '../../admin-layout/button.tsx'
import { ConfirmAction } from '../../admin-layout/dialog.tsx'
import { adminPaths, itemAuditLogPath } from '../../admin-layout/paths.ts'
import { Heading, ProblemText } from '../../admin-layout/screen-parts.tsx'
import { formatEmail } from '../../auth/shared/emails.ts'
import type { AuditLogEntryDetail } from '../../content/shared/audit-log-answers.ts'
import type { Declaration } from '../../content/shared/fields.ts'
import { applySavedSettings } from '../../settings/admin/settings-form.ts'
import { SETTINGS_RESOURCE, type SettingsName } from '../../settings/shared/settings-names.ts'
import type { SettingsGroup } from '../../settings/shared/site-settings.ts'
import { Changes } from './entry-changes.tsx'
import { getEntrySubject, listDifferingFields, toItemVersions } from './entry-subject.ts'

export const clientLoader = async ({ params }: ClientLoaderFunctionArgs) =>
  adminApi.get('/history/:id', { params: { id: params.id ?? '' } })

/** Screen of one audit log entry, with all its changes. The versions before and after the change can be restored. */
export default function HistoryEntry() {
  const answer = useLoaderData<typeof clientLoader>()
  if (!answer.ok)
    return (
      <div className="screen">
        <Heading>Historial</Heading>
        <ProblemText problem={answer.problem} />
      </div>
    )
  return <Entry key={answer.value._id} entry={toItemVersions(answer.value)} etag={answer.etag} />
}

/** Returns name and e-mail of the administrator, because two administrators can have the same name. */
const formatWithEmail = (entry: AuditLogEntryDetail): string =>
  entry.by !== null && entry.byName !== null
    ? `${entry.byName} (${formatEmail(entry.by)})`
    : getActorName(entry)

type Side = 'before' | 'after'

function Entry({ entry, etag }: { entry: AuditLogEntryDetail; etag: string | null }) {
  const moment = useMoment()
  const [restoring, setRestoring] = useState<Side | null>(null)
  const { resource, itemId, state, changes } = entry
  const subject = getEntrySubject(entry)
  if (!subject) return <Plain entry={entry} />
  const { declaration, path } = subject

  return (
    <div className="screen">
      <Heading lead={`${moment(entry.at)} · ${formatWithEmail(entry)}`}>{describeEntry(entry)}</Heading>
      {state === 'trash' && (
        <p className="restored">Está en la papelera: volver a una versión también la saca de ahí.</p>
      )}
      {state === 'gone' && <p className="restored">Se borró para siempre: no quedan versiones.</p>}
      {changes.length > 0 && <Changes changes={changes} whole />}
      <div className="versions">
        <VersionDetails entry={entry} declaration={declaration} side="before" onRestore={setRestoring} />
        <VersionDetails entry={entry} declaration={declaration} side="after" onRestore={setRestoring} />
      </div>
      <nav aria-label="Más" className="screen-actions">
        <Link className="button" to={itemAuditLogPath(resource, itemId)}>
          Todo su historial
        </Link>
        {state === 'live' && (
          <Link className="button" to={path}>
            Editar {declaration.words.one}
          </Link>
        )}
        {state === 'trash' && (
          <Link className="button" to={adminPaths.trash}>
            Ir a la papelera
          </Link>
        )}
      </nav>
      {restoring && (
        <RestoreDialog
          entry={entry}
          etag={etag}
          declaration={declaration}
          side={restoring}
          onClose={() => setRestoring(null)}
        />
      )}
    </div>
  )
}

interface RestoreDialogProps {
  entry: AuditLogEntryDetail
  etag: string | null
  declaration: Declaration
  side: Side
  onClose(): void
}

function RestoreDialog({ entry, etag, declaration, side, onClose }: RestoreDialogProps) {
  const navigate = useNavigate()
  const { _id, resource, itemId } = entry
  const { noticeMs } = declaration
  return (
    <ConfirmAction
      question={
        side === 'before'
          ? '¿Volver a como era antes de este cambio?'
          : '¿Volver a como quedó después de este cambio?'
      }
      consequence={`${describeConsequence(declaration, entry, side)} Lo de ahora queda en el historial.`}
      confirmLabel="Volver"
      doing="Volviendo…"
      isDanger={false}
      // The server answers 412 when the item has changed since this screen was loaded.
      call={() => adminApi.post('/history/:id/restore', { params: { id: _id }, body: { to: side }, etag })}
      notice={{ title: 'Actualizado', ms: noticeMs }}
      ms={noticeMs}
      onDone={(version) => {
        if (resource === SETTINGS_RESOURCE)
          applySavedSettings(itemId as SettingsName, version as unknown as SettingsGroup)
        return navigate(itemAuditLogPath(resource, itemId))
      }}
      onClose={onClose}
    />
  )
}

function Plain({ entry }: { entry: AuditLogEntryDetail }) {
  const moment = useMoment()
  return (
    <div className="screen">
      <Heading lead={`${moment(entry.at)} · ${formatWithEmail(entry)}`}>{describeEntry(entry)}</Heading>
      {entry.changes.length > 0 && <Changes changes={entry.changes} whole />}
      <nav aria-label="Más" className="screen-actions">
        <Link className="button" to={adminPaths.auditLog}>
          Ver todo el historial
        </Link>
      </nav>
    </div>
  )
}

const sideWords = { before: 'Como era antes', after: 'Como quedó después' } as const

interface VersionProps {
  entry: AuditLogEntryDetail
  declaration: Declaration
  side: Side
  onRestore: (side: Side) => void
}

/** Shows how a version differs from the stored item, with the button that restores the version. */
function VersionDetails({ entry, declaration, side, onRestore }: VersionProps) {
  const version = entry[side]
  // Deletions and restorations change no field, so their versions before and after are equal. Only the version after is
  // shown.
  if (!version || !entry.now || (side === 'before' && entry.changes.length === 0)) return null
  const names = listDifferingFields(declaration, version, entry.now)
  const isToday = names.length === 0
  return (
    <section className="version" aria-label={sideWords[side]}>
      <h2>{sideWords[side]}</h2>
      <p>{isToday ? 'Es como está hoy.' : `Distinto de hoy: ${names.join(', ')}.`}</p>
      {(!isToday || entry.state === 'trash') && (
        <Button kind="strong" onClick={() => onRestore(side)}>
          Volver a esto<span className="unseen">: {sideWords[side]}</span>
        </Button>
      )}
    </section>
  )
}

function describeConsequence(
  declaration: Declaration,
  { now, state, ...versions }: AuditLogEntryDetail,
  side: Side,
): string {
  const version = versions[side]
  const names = version && now ? listDifferingFields(declaration, version, now) : []
  const change = names.length > 0 ? `Cambia: ${names.join(', ')}.` : ''
  return state === 'trash' ? `Sale de la papelera. ${change}`.trim() : change
}
