import './own-account.css'
import { type ReactNode, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { adminApi, declareSessionEnded } from '../../admin-layout/admin-api.ts'
import { useMoment } from '../../admin-layout/admin-words.ts'
import { Button } from '../../admin-layout/button.tsx'
import { useConfirmedAction } from '../../admin-layout/dialog.tsx'
import { ProblemText } from '../../admin-layout/screen-parts.tsx'
import type { Answer } from '../../api/client/call.ts'
import { readUser } from '../../api/client/session.ts'
import type { User } from '../shared/accounts.ts'
import { formatEmail, formatPerson, hasUnusualLetters } from '../shared/emails.ts'

export const loadUsers = () => adminApi.get('/admin')

interface UserListProps {
  answer: Answer<User[]>
  /** Returns the buttons of a user besides the one that deletes the user. */
  actions?: (user: User, isOwn: boolean) => ReactNode
  /** Content between the registrations and the administrators. */
  between?: ReactNode
}

/** Lists registrations that wait for approval, then administrators. A button deletes a user after a confirmation. */
export function UserList({ answer, actions, between }: UserListProps) {
  const revalidator = useRevalidator()
  const list = useRef<HTMLDivElement>(null)
  const { dialog, ask } = useConfirmedAction()
  const own = readUser()?.id

  if (!answer.ok) return <ProblemText problem={answer.problem} />
  const pending = answer.value.filter(({ status }) => status === 'pending')
  const active = answer.value.filter(({ status }) => status === 'active')

  const remove = (user: User) => {
    const isRefusal = user.status === 'pending'
    ask({
      question: (
        <>
          ¿{isRefusal ? 'Rechazar' : 'Borrar'} a <bdi>{formatPerson(user)}</bdi>?
        </>
      ),
      consequence: isRefusal
        ? 'Se borra su pedido, y no va a poder entrar.'
        : user._id === own
          ? 'Es tu propia cuenta: vas a salir al instante.'
          : 'Deja de poder entrar, desde ahora mismo. Las invitaciones que hizo y nadie usó se anulan.',
      confirmLabel: isRefusal ? 'Rechazar' : 'Borrar',
      doing: isRefusal ? 'Rechazando…' : 'Borrando…',
      // The server refuses the call with 412 if another administrator has changed the user's status meanwhile.
      call: () => adminApi.delete('/admin/:id', { params: { id: user._id }, query: { status: user.status } }),
      async onDone() {
        if (user._id === own) {
          declareSessionEnded()
          return
        }
        await revalidator.revalidate()
        list.current?.focus()
      },
      notice: { title: 'Borrado', ...(isRefusal && { text: `Rechazaste a ${formatPerson(user)}.` }) },
    })
  }

  const group = (title: string, users: User[]) =>
    users.length > 0 && (
      <section className="user-group" aria-label={title}>
        <h2 className="user-group-title">
          {title} <span className="mono">{users.length}</span>
        </h2>
        <ul className="item-list" aria-label={title}>
          {users.map((user) => (
            <li key={user._id} className="item item-user">
              <UserWords user={user} isOwn={user._id === own} />
              <div className="item-action">
                {actions?.(user, user._id === own)}
                <Button kind="danger" onClick={() => remove(user)}>
                  {user.status === 'pending' ? 'Rechazar' : 'Borrar'}
                  <span className="unseen"> {formatPerson(user)}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </section>
    )

  return (
    <div ref={list} tabIndex={-1} className="user-groups">
      {group('Esperan aprobación', pending)}
      {between}
      {group('Administran', active)}
      {dialog}
    </div>
  )
}

function UserWords({ user, isOwn }: { user: User; isOwn: boolean }) {
  const moment = useMoment()
  const isPending = user.status === 'pending'
  const seen = (instant: string | null) =>
    instant === null
      ? 'Nunca entró'
      : `Visto por última vez ${formatAge(instant, Date.now()) ?? `el ${moment(instant)}`}`
  return (
    <div className="item-words">
      <p className="item-name">
        <bdi>{formatPerson(user)}</bdi> {isOwn && <span className="mark">Vos</span>}
      </p>
      <p className="item-facts mono">
        {/* Two people can have the same name. */}
        {user.name !== null && <span className="item-email">{formatEmail(user.email)}</span>}
        <span data-waiting={isPending ? '' : undefined}>{isPending ? 'Espera aprobación' : 'Activo'}</span>
        <span>{user.confirmed ? 'E-mail confirmado' : 'Sin verificar'}</span>
        {hasUnusualLetters(user.email) && (
          <span data-unusual="">Letras poco comunes antes de la @: puede parecerse a otro e-mail</span>
        )}
        {isPending ? (
          <span>Se registró el {moment(user.createdAt)}</span>
        ) : (
          <>
            <span>{seen(user.lastSeenAt)}</span>
            <span>{user.secondFactor ? 'Con segundo factor' : 'Sin segundo factor'}</span>
          </>
        )}
      </p>
    </div>
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Longest time that is shown as an age, such as 'hace 12 días'. A longer time is shown as a date. Days */
const DAYS_MAX = 30

const relativeTime = new Intl.RelativeTimeFormat('es-AR')

/**
 * Returns the time since an instant: 'hace menos de una hora', 'hace 3 horas' or 'hace 12 días'. null for more than
 * DAYS_MAX days.
 * @param instant ISO 8601
 * @param now ms since 1970
 */
export function formatAge(instant: string, now: number): string | null {
  const passed = now - Date.parse(instant)
  if (passed < HOUR_MS) return 'hace menos de una hora'
  if (passed < DAY_MS) return relativeTime.format(-Math.floor(passed / HOUR_MS), 'hour')
  const days = Math.floor(passed / DAY_MS)
  return days <= DAYS_MAX ? relativeTime.format(-days, 'day') : null
}
