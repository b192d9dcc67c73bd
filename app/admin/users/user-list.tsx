import { type ReactNode, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { User } from '../../../contract/accounts.ts'
import { type Answer, api } from '../../api.ts'
import { readUser } from '../../session.ts'
import { notify } from '../../ui/notices.tsx'
import { Confirm } from '../confirm.tsx'
import { Refusal } from '../refusal.tsx'
import { asAdministrator, declareSessionEnded } from '../session-end.ts'

export const loadUsers = () => asAdministrator(api.users())

const statuses = { active: 'Activo', pending: 'Espera aprobación' } as const

interface UserListProps {
  answer: Answer<User[]>
  /** Beside what every user can have done: being deleted. */
  action?: (user: User) => ReactNode
}

/** Everybody who administers or asks to; each can be deleted, after asking. */
export function UserList({ answer, action }: UserListProps) {
  const revalidator = useRevalidator()
  const [chosen, setChosen] = useState<User | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const own = readUser()?.id

  if (!answer.ok) return <Refusal problem={answer.problem} />

  const close = () => {
    setChosen(null)
    setFailure('')
  }

  async function remove(user: User) {
    setBusy(true)
    const result = await asAdministrator(api.removeUser(user._id))
    setBusy(false)
    if (!result.ok && result.problem.status !== 404) {
      notify({ title: 'Oops...', text: result.problem.detail })
      setFailure(result.problem.detail)
      return
    }
    notify(result.ok ? { title: 'Borrado' } : { title: 'Oops...', text: result.problem.detail })
    close()
    if (user._id === own) {
      declareSessionEnded()
      return
    }
    await revalidator.revalidate()
    list.current?.focus()
  }

  return (
    <>
      <ul ref={list} className="item-list" tabIndex={-1} aria-label="Usuarios">
        {answer.value.map((user) => (
          <li key={user._id} className="item item-user">
            <div className="item-words">
              <p className="item-name">
                {user.email} {user._id === own && <span className="mark">Vos</span>}
              </p>
              <p className="item-facts mono">
                <span data-waiting={user.status === 'pending' ? '' : undefined}>{statuses[user.status]}</span>
                <span>{user.confirmed ? 'E-mail confirmado' : 'Sin verificar'}</span>
              </p>
            </div>
            <div className="item-action">
              {action?.(user)}
              <button type="button" className="button button-danger" onClick={() => setChosen(user)}>
                Borrar<span className="unseen"> {user.email}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      {chosen && (
        <Confirm
          question={`¿Borrar a ${chosen.email}?`}
          consequence={
            chosen._id === own
              ? 'Es tu propia cuenta: vas a salir al instante.'
              : 'Deja de poder entrar, desde ahora mismo.'
          }
          deed="Borrar"
          busy={busy}
          failure={failure}
          onConfirm={() => void remove(chosen)}
          onClose={close}
        />
      )}
    </>
  )
}
