import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import type { User } from '../../../contract/accounts.ts'
import { api } from '../../api.ts'
import { notify } from '../../ui/notices.tsx'
import { Heading } from '../heading.tsx'
import { adminPaths } from '../paths.ts'
import { asAdministrator } from '../session-end.ts'
import { loadUsers, UserList } from './user-list.tsx'

export const clientLoader = loadUsers

/** Who administers the club, and who asks to (decisions §4: a registration waits for approval). */
export default function Users() {
  const answer = useLoaderData<typeof clientLoader>()
  const revalidator = useRevalidator()
  const [approving, setApproving] = useState<string | null>(null)
  const [failure, setFailure] = useState('')

  async function approve(user: User) {
    if (approving !== null) return
    setApproving(user._id)
    setFailure('')
    const result = await asAdministrator(api.updateUser(user._id, { status: 'active' }))
    setApproving(null)
    if (result.ok) notify({ title: 'Actualizado', text: `${user.email} ya puede entrar.` })
    else {
      notify({ title: 'Oops...', text: result.problem.detail })
      setFailure(result.problem.detail)
    }
    await revalidator.revalidate()
  }

  return (
    <div className="screen">
      <Heading>Usuarios</Heading>
      <nav aria-label="Usuarios" className="screen-actions">
        <Link className="button button-strong" to={adminPaths.addUser}>
          Agregar usuario
        </Link>
        <Link className="button" to={adminPaths.removeUser}>
          Borrar usuarios
        </Link>
      </nav>
      {failure && <p className="problem">{failure}</p>}
      <UserList
        answer={answer}
        action={(user) =>
          user.status === 'pending' && (
            <button
              type="button"
              className="button button-strong"
              aria-disabled={approving !== null || undefined}
              onClick={() => void approve(user)}
            >
              {approving === user._id ? 'Aprobando…' : 'Aprobar'}
              <span className="unseen"> {user.email}</span>
            </button>
          )
        }
      />
    </div>
  )
}
