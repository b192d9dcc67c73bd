/** The page of an invitation. Its holder chooses e-mail and password, and is then signed in. */
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/client/api.ts'
import type { Answer } from '../../api/client/call.ts'
import { readUser, storeUser } from '../../api/client/session.ts'
import { EMAIL_TAKEN } from '../../api/shared/form-problems.ts'
import { useClub } from '../../pages/club-settings.ts'
import { PERSON_NAME_MAX } from '../../shared/limits.ts'
import { Field, FormFooter, useFormSubmit } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { findMissing, readValues } from '../../ui/form-values.ts'
import { liveRegion } from '../../ui/live-region.ts'
import { notify } from '../../ui/notify.ts'
import type { InvitationSummary } from '../shared/accounts.ts'
import { AccountPage, PasswordField } from './account-parts.tsx'
import { forgetLink } from './one-time-link.ts'

const BACK_OFFICE = '/admin'

export function Invitation({ token }: { token: string }) {
  const [own, setOwn] = useState(() => readUser())
  const [answer, setAnswer] = useState<Answer<InvitationSummary> | null>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let isUnmounted = false
    void api.post('/invitations/look', { body: { token } }).then((looked) => {
      if (!isUnmounted) setAnswer(looked)
    })
    return () => {
      isUnmounted = true
    }
  }, [token, attempt])

  if (own)
    return (
      <AccountPage title="Ya tenés cuenta">
        <div className="form">
          <p>
            Entraste como {own.email}. Una invitación es para quien todavía no tiene cuenta. Si es para otra
            persona, reenviale el enlace: sirve una sola vez.
          </p>
          <p className="form-note">
            <Link to={BACK_OFFICE}>Ir a la administración</Link>
          </p>
          <button type="button" className="form-switch" onClick={() => setOwn(null)}>
            Usarla acá, para otra cuenta
          </button>
        </div>
      </AccountPage>
    )
  if (!answer)
    return (
      <AccountPage title="Te invitaron">
        <p className="form" {...liveRegion}>
          Un momento…
        </p>
      </AccountPage>
    )
  if (!answer.ok)
    return (
      <AccountPage title="No se abrió">
        <div className="form">
          <p className="form-problem" role="alert">
            {answer.problem.detail}
          </p>
          {answer.problem.status !== 400 && (
            <button type="button" className="form-switch" onClick={() => setAttempt(attempt + 1)}>
              Probar de nuevo
            </button>
          )}
          <p className="form-note">
            ¿Ya tenés cuenta? <Link to="/login">Iniciá sesión</Link>
          </p>
        </div>
      </AccountPage>
    )
  return <Accept token={token} seen={answer.value} />
}

function Accept({ token, seen }: { token: string; seen: InvitationSummary }) {
  const navigate = useNavigate()
  const { identity } = useClub()
  const { problem, sending, form } = useFormSubmit(async (data) => {
    const { name, ...credentials } = readValues(data, ['email', 'password', 'name'])
    const missing = findMissing(credentials)
    if (missing) return missing
    const body = { token, ...credentials, name: name.trim() || null }
    const answer = await api.post('/invitations/accept', { body })
    if (!answer.ok) return answer.problem
    forgetLink()
    storeUser(answer.value)
    notify({ title: 'Iniciando' })
    void navigate(BACK_OFFICE, { replace: true })
    return null
  })
  const until = new Date(seen.expiresAt).toLocaleDateString('es-AR', {
    day: 'numeric',
    month: 'long',
    timeZone: identity.timeZone,
  })
  return (
    <AccountPage title="Te invitaron">
      <form className="form" {...form}>
        <p>
          {seen.by ? <strong>{seen.by}</strong> : 'Alguien del club'} te invita a administrar el sitio de{' '}
          {identity.name}. Elegí con qué vas a entrar. El enlace sirve una sola vez, hasta el{' '}
          <span className="unbroken">{until}</span>.
        </p>
        <Field
          name="name"
          label="Tu nombre"
          hint="Opcional. Así te van a ver las demás personas que administran."
          autoComplete="name"
          maxLength={PERSON_NAME_MAX}
          initial={seen.name ?? ''}
          isRequired={false}
          problem={problem}
        />
        <Field {...accountFields.email} problem={problem} />
        <PasswordField {...accountFields.newPassword} problem={problem} />
        <FormFooter problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Crear mi cuenta'}
        </FormFooter>
        {problem?.type === EMAIL_TAKEN && (
          <p className="form-note">
            ¿Es tuyo? No te hace falta la invitación: <Link to="/login">iniciá sesión</Link>
          </p>
        )}
      </form>
    </AccountPage>
  )
}
