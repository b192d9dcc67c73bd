import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { useConfirmedAction } from '../../admin-layout/dialog.tsx'
import { lazyPart } from '../../admin-layout/lazy-part.tsx'
import { adminPaths } from '../../admin-layout/paths.ts'
import { Heading } from '../../admin-layout/screen-parts.tsx'
import { Copy } from '../../admin-layout/share-actions.tsx'
import { Bar } from '../../content/admin/form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../../content/admin/form/form-problem.tsx'
import { notify } from '../../ui/notify.ts'
import { type Invitation, RESET_LINK_MINUTES, type User } from '../shared/accounts.ts'
import { shownPerson } from '../shared/emails.ts'
import { Invitations, invitationName } from './invitations.tsx'
import { loadUsers, UserList } from './user-list.tsx'

/** What checks a form is not sent before there is one. */
const NameDialog = lazyPart('nombre', async () => (await import('./own-name.tsx')).NameDialog)

export async function clientLoader() {
  const [users, invitations] = await Promise.all([loadUsers(), adminApi.get('/invitations')])
  return { users, invitations }
}

/** Who administers the club, and who asks to. */
export default function Users() {
  const { users, invitations } = useLoaderData<typeof clientLoader>()
  const revalidator = useRevalidator()
  const { dialog, ask } = useConfirmedAction()
  const [approving, setApproving] = useState<string | null>(null)
  const { problem, reportProblem, clearProblem } = useFormProblem()
  const [made, setMade] = useState<{ user: User; link: string } | null>(null)
  const [renaming, setRenaming] = useState<User | null>(null)

  async function approve(user: User) {
    if (approving !== null) return
    setApproving(user._id)
    clearProblem()
    const result = await adminApi.put('/admin/:id', { params: { id: user._id }, body: { status: 'active' } })
    setApproving(null)
    if (result.ok) notify({ title: 'Actualizado', text: `${shownPerson(user)} ya puede entrar.` })
    else {
      const who = shownPerson(user)
      const failedAction = { sentence: `No se aprobó a ${who}.`, label: `aprobar a ${who}` }
      reportProblem(result.problem, { again: () => void approve(user), failedAction })
    }
    // Without a network the list would go too.
    if (result.ok || result.problem.status === 404) await revalidator.revalidate()
  }

  const makeLink = (user: User) =>
    ask({
      question: `¿Hacer un enlace para ${shownPerson(user)}?`,
      consequence:
        'Quien lo abra elige otra contraseña para esa cuenta y cierra sus sesiones. Queda anotado que lo hiciste vos.',
      confirmLabel: 'Hacer enlace',
      doing: 'Un momento…',
      isDanger: false,
      call: () => adminApi.post('/admin/:id/reset-link', { params: { id: user._id } }),
      onDone: (value) =>
        value
          ? setMade({ user, link: new URL(value.link, location.origin).href })
          : void revalidator.revalidate(),
    })

  const resetSecondFactor = (user: User) =>
    ask({
      question: `¿Quitar el segundo factor de ${shownPerson(user)}?`,
      consequence:
        'Va a entrar solo con su contraseña, y se cierran sus sesiones. Hacelo si esa persona te lo pidió y sabés que es ella.',
      confirmLabel: 'Quitar',
      doing: 'Quitando…',
      call: () => adminApi.delete('/admin/:id/totp', { params: { id: user._id } }),
      notice: { title: 'Actualizado', text: `${shownPerson(user)} ya no tiene segundo factor.` },
      onDone: () => revalidator.revalidate(),
    })

  const revoke = (invitation: Invitation) =>
    ask({
      question: `¿Anular la invitación «${invitationName(invitation)}»?`,
      consequence: 'Su enlace deja de servir.',
      confirmLabel: 'Anular',
      doing: 'Anulando…',
      call: () => adminApi.delete('/invitations/:id', { params: { id: invitation._id } }),
      notice: { title: 'Borrado', text: 'La invitación ya no sirve.' },
      onDone: () => revalidator.revalidate(),
    })

  const actions = (user: User, isOwn: boolean) => {
    const whose = <span className="unseen"> {shownPerson(user)}</span>
    if (user.status === 'pending')
      return (
        <button
          type="button"
          className="button button-strong"
          aria-disabled={approving !== null || undefined}
          onClick={() => void approve(user)}
        >
          {approving === user._id ? 'Aprobando…' : 'Aprobar'}
          {whose}
        </button>
      )
    if (isOwn)
      return (
        <Link className="button" to={adminPaths.account}>
          Mi cuenta
        </Link>
      )
    return (
      <>
        <button type="button" className="button" onClick={() => setRenaming(user)}>
          {user.name === null ? 'Poner nombre' : 'Cambiar nombre'}
          <span className="unseen"> a {shownPerson(user)}</span>
        </button>
        <button type="button" className="button" onClick={() => makeLink(user)}>
          Enlace de contraseña<span className="unseen"> para {shownPerson(user)}</span>
        </button>
        {user.secondFactor && (
          <button type="button" className="button" onClick={() => resetSecondFactor(user)}>
            Quitar segundo factor
            {whose}
          </button>
        )}
      </>
    )
  }

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
        actions={actions}
        between={invitations.ok && <Invitations invitations={invitations.value} onRevoke={revoke} />}
      />
      {problem && (
        <Bar>
          <FormProblemRow problem={problem} />
        </Bar>
      )}
      {dialog}
      {renaming && <NameDialog user={renaming} onClose={() => setRenaming(null)} />}
      {made && <MadeLink {...made} onClose={() => setMade(null)} />}
    </div>
  )
}

/** The only time that the link is shown. */
function MadeLink({ user, link, onClose }: { user: User; link: string; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="made-link" onClose={onClose}>
      <h2 id="made-link">Enlace para {shownPerson(user)}</h2>
      <p className="shown-link mono">{link}</p>
      <p>
        Sirve una sola vez, por {RESET_LINK_MINUTES} minutos, y no se vuelve a mostrar. Pasáselo solo a esa
        persona.
      </p>
      <div className="dialog-actions">
        <Copy text={link} label="Copiar enlace" />
        <button type="button" className="button button-strong" onClick={() => dialog.current?.close()}>
          Listo
        </button>
      </div>
    </dialog>
  )
}
