import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { Button } from '../../admin-layout/button.tsx'
import { useConfirmedAction } from '../../admin-layout/dialog.tsx'
import { lazyPart } from '../../admin-layout/lazy-part.tsx'
import { useModal } from '../../admin-layout/overlay.tsx'
import { adminPaths } from '../../admin-layout/paths.ts'
import { Heading } from '../../admin-layout/screen-parts.tsx'
import { Copy } from '../../admin-layout/share-actions.tsx'
import { Bar } from '../../forms/action-bar.tsx'
import { FormProblemRow } from '../../forms/form-problem.tsx'
import { useAction } from '../../forms/use-action.ts'
import { notify } from '../../ui/notify.ts'
import type { Invitation, User } from '../shared/accounts.ts'
import { formatPerson } from '../shared/emails.ts'
import { RESET_LINK_MINUTES } from '../shared/one-time-links.ts'
import { Invitations, invitationName } from './invitations.tsx'
import { loadUsers, UserList } from './user-list.tsx'

/** The dialog is loaded on first use, because its validation is a large script. */
const NameDialog = lazyPart('nombre', async () => (await import('./own-name.tsx')).NameDialog)

export async function clientLoader() {
  const [users, invitations] = await Promise.all([loadUsers(), adminApi.get('/invitations')])
  return { users, invitations }
}

/** The screen with registrations, invitations and administrators. */
export default function Users() {
  const { users, invitations } = useLoaderData<typeof clientLoader>()
  const [resetLink, setResetLink] = useState<ResetLink | null>(null)
  const [renaming, setRenaming] = useState<User | null>(null)
  const approval = useApproval()
  const { dialog, makeResetLink, resetSecondFactor, revoke } = useUserQuestions(setResetLink)

  return (
    <div className="screen">
      <Heading>Usuarios</Heading>
      <nav aria-label="Usuarios" className="screen-actions">
        <Link className="button button-strong" to={adminPaths.invite}>
          Invitar
        </Link>
        <Link className="button" to={adminPaths.addUser}>
          Agregar usuario
        </Link>
        <Link className="button" to={adminPaths.removeUser}>
          Borrar usuarios
        </Link>
      </nav>
      <UserList
        answer={users}
        actions={(user, isOwn) =>
          user.status === 'pending' ? (
            <ApproveButton
              user={user}
              approving={approval.approving}
              onApprove={() => void approval.approve(user)}
            />
          ) : isOwn ? (
            <Link className="button" to={adminPaths.account}>
              Mi cuenta
            </Link>
          ) : (
            <ColleagueButtons
              user={user}
              onRename={() => setRenaming(user)}
              onResetLink={() => makeResetLink(user)}
              onResetSecondFactor={() => resetSecondFactor(user)}
            />
          )
        }
        between={invitations.ok && <Invitations invitations={invitations.value} onRevoke={revoke} />}
      />
      {approval.problem && (
        <Bar>
          <FormProblemRow problem={approval.problem} />
        </Bar>
      )}
      {dialog}
      {renaming && <NameDialog user={renaming} onClose={() => setRenaming(null)} />}
      {resetLink && <ResetLinkDialog {...resetLink} onClose={() => setResetLink(null)} />}
    </div>
  )
}

function useApproval() {
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = useAction()
  const [userId, setUserId] = useState<string | null>(null)

  async function approve(user: User) {
    if (busy) return
    setUserId(user._id)
    const name = formatPerson(user)
    const call = () => adminApi.put('/admin/:id', { params: { id: user._id }, body: { status: 'active' } })
    const result = await run(call, {
      again: () => approve(user),
      failedAction: { sentence: `No se aprobó a ${name}.`, label: `aprobar a ${name}` },
    })
    if (result?.ok) notify({ title: 'Actualizado', text: `${name} ya puede entrar.` })
    // The list is loaded again only after a success or a 404. After a network failure, loading would fail too and the list
    // would be lost.
    if (result?.ok || result?.problem.status === 404) await revalidate()
  }

  return { approving: busy ? userId : null, problem, approve }
}

/** The actions that need a confirmation, and their dialogs. */
function useUserQuestions(onResetLink: (made: ResetLink) => void) {
  const { revalidate } = useRevalidator()
  const { dialog, ask } = useConfirmedAction()
  return {
    dialog,
    makeResetLink: (user: User) =>
      ask({
        question: (
          <>
            ¿Hacer un enlace para <bdi>{formatPerson(user)}</bdi>?
          </>
        ),
        consequence:
          'Quien lo abra elige otra contraseña para esa cuenta y cierra sus sesiones. Queda anotado que lo hiciste vos.',
        confirmLabel: 'Hacer enlace',
        doing: 'Un momento…',
        isDanger: false,
        call: () => adminApi.post('/admin/:id/reset-link', { params: { id: user._id } }),
        onDone: (made) =>
          made ? onResetLink({ user, link: new URL(made.link, location.origin).href }) : void revalidate(),
      }),
    resetSecondFactor: (user: User) =>
      ask({
        question: (
          <>
            ¿Quitar el segundo factor de <bdi>{formatPerson(user)}</bdi>?
          </>
        ),
        consequence:
          'Va a entrar solo con su contraseña, y se cierran sus sesiones. Hacelo si esa persona te lo pidió y sabés que es ella.',
        confirmLabel: 'Quitar',
        doing: 'Quitando…',
        call: () => adminApi.delete('/admin/:id/totp', { params: { id: user._id } }),
        notice: { title: 'Actualizado', text: `${formatPerson(user)} ya no tiene segundo factor.` },
        onDone: () => revalidate(),
      }),
    revoke: (invitation: Invitation) =>
      ask({
        question: `¿Anular la invitación «${invitationName(invitation)}»?`,
        consequence: 'Su enlace deja de servir.',
        confirmLabel: 'Anular',
        doing: 'Anulando…',
        call: () => adminApi.delete('/invitations/:id', { params: { id: invitation._id } }),
        notice: { title: 'Borrado', text: 'La invitación ya no sirve.' },
        onDone: () => revalidate(),
      }),
  }
}

interface ApproveButtonProps {
  user: User
  /** Id of the user whose approval is in progress. */
  approving: string | null
  onApprove(): void
}

const ApproveButton = ({ user, approving, onApprove }: ApproveButtonProps) => (
  <Button kind="strong" isDisabled={approving !== null} onClick={onApprove}>
    {approving === user._id ? 'Aprobando…' : 'Aprobar'}
    <span className="unseen"> {formatPerson(user)}</span>
  </Button>
)

interface ColleagueButtonsProps {
  user: User
  onRename(): void
  onResetLink(): void
  onResetSecondFactor(): void
}

function ColleagueButtons({ user, onRename, onResetLink, onResetSecondFactor }: ColleagueButtonsProps) {
  const name = formatPerson(user)
  return (
    <>
      <Button onClick={onRename}>
        {user.name === null ? 'Poner nombre' : 'Cambiar nombre'}
        <span className="unseen"> a {name}</span>
      </Button>
      <Button onClick={onResetLink}>
        Enlace de contraseña<span className="unseen"> para {name}</span>
      </Button>
      {user.secondFactor && (
        <Button onClick={onResetSecondFactor}>
          Quitar segundo factor
          <span className="unseen"> {name}</span>
        </Button>
      )}
    </>
  )
}

interface ResetLink {
  user: User
  link: string
}

/** Shows a link for a new password. The server does not show it again. */
function ResetLinkDialog({ user, link, onClose }: ResetLink & { onClose(): void }) {
  const dialog = useModal()
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="made-link" onClose={onClose}>
      <h2 id="made-link">
        Enlace para <bdi>{formatPerson(user)}</bdi>
      </h2>
      <p className="shown-link mono">{link}</p>
      <p>
        Sirve una sola vez, por {RESET_LINK_MINUTES} minutos, y no se vuelve a mostrar. Pasáselo solo a esa
        persona.
      </p>
      <div className="dialog-actions">
        <Copy text={link} label="Copiar enlace" />
        <Button kind="strong" onClick={() => dialog.current?.close()}>
          Listo
        </Button>
      </div>
    </dialog>
  )
}
