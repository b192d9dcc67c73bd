/** What /login shows instead of its form: the second factor, a forgotten password, and where one-time links lead. */
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/client/api.ts'
import { SECOND_FACTOR } from '../../api/shared/form-problems.ts'
import type { ProblemDetails } from '../../api/shared/problems.ts'
import { Field, FormEnd, useSending } from '../../site-layout/parts/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { missingIn, valuesOf } from '../../ui/form-values.ts'
import { notify } from '../../ui/notify.ts'
import { forgetUser } from '../client/session.ts'
import { RESET_LINK_MINUTES, type User } from '../shared/accounts.ts'
import { forgetLink } from './one-time-link.ts'
import { PasswordField } from './password-field.tsx'

/** Fragment of /login that opens the form for a forgotten password. */
export const FORGOT_FRAGMENT = '#olvide'

export interface EnterProps {
  onEnter(user: User): void
}

interface LinkProps {
  token: string
}

/** The password, or the link, was right, and a code is asked for. */
export const asksForCode = (problem: ProblemDetails): boolean => problem.type === SECOND_FACTOR

/** The code of the second factor: of the app, or for whoever lost it. */
export function CodeField({ problem }: { problem: ProblemDetails | null }) {
  const [recovers, setRecovers] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field stands there then
  useEffect(() => part.current?.querySelector('input')?.focus(), [recovers])
  return (
    <div ref={part} className="form-part">
      {recovers ? (
        <Field key="recovery" {...accountFields.recoveryCode} problem={problem} />
      ) : (
        <Field key="app" {...accountFields.code} problem={problem} />
      )}
      <button type="button" className="form-switch" onClick={() => setRecovers(!recovers)}>
        {recovers ? 'Usar un código de la app' : 'No tengo la app: usar un código de recuperación'}
      </button>
    </div>
  )
}

export function Claim({ token, onEnter }: LinkProps & EnterProps) {
  const { problem, sending, form } = useSending(async (data) => {
    const credentials = valuesOf(data, ['email', 'password'])
    const missing = missingIn(credentials)
    if (missing) return missing
    const answer = await api.post('/auth/claim', { body: { token, ...credentials } })
    if (!answer.ok) return answer.problem
    onEnter(answer.value)
    return null
  })
  return (
    <div className="account">
      <h1 className="title">Creá tu usuario</h1>
      <form className="form" {...form}>
        <p>Con este enlace, que sirve una sola vez, pasás a administrar el sitio del club.</p>
        <Field {...accountFields.email} problem={problem} />
        <PasswordField {...accountFields.newPassword} problem={problem} />
        <FormEnd problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Crear mi usuario'}
        </FormEnd>
      </form>
    </div>
  )
}

export function SignIn({ token, onEnter }: LinkProps & EnterProps) {
  const [needsCode, setNeedsCode] = useState(false)
  const { problem, sending, form } = useSending(async (data) => {
    const { code } = valuesOf(data, ['code'])
    const missing = needsCode ? missingIn({ code }) : null
    if (missing) return missing
    const answer = await api.post('/auth/link', { body: { token, ...(code && { code }) } })
    if (!answer.ok) {
      if (needsCode || !asksForCode(answer.problem)) return answer.problem
      setNeedsCode(true)
    } else if (answer.value) onEnter(answer.value)
    return null
  })
  return (
    <div className="account">
      <h1 className="title">Iniciar sesión</h1>
      <form className="form" {...form}>
        <p>{needsCode ? 'El enlace sirve. Falta tu segundo factor.' : 'Este enlace sirve una sola vez.'}</p>
        {needsCode && <CodeField problem={problem} />}
        <FormEnd problem={problem} sending={sending}>
          {sending ? 'Entrando' : 'Entrar'}
        </FormEnd>
      </form>
    </div>
  )
}

export function Confirm({ token }: LinkProps) {
  const [isConfirmed, setConfirmed] = useState(false)
  const { problem, sending, form } = useSending(async (data) => {
    const typed = valuesOf(data, ['password'])
    const missing = missingIn(typed)
    if (missing) return missing
    const answer = await api.post('/auth/link', { body: { token, password: typed.password } })
    if (!answer.ok) return answer.problem
    forgetLink()
    setConfirmed(true)
    return null
  })
  return (
    <div className="account">
      <h1 className="title">{isConfirmed ? 'E-mail confirmado' : 'Confirmar e-mail'}</h1>
      <form className="form" {...form}>
        {isConfirmed ? (
          <p className="form-done" role="status">
            Tu dirección quedó confirmada. Cuando un administrador apruebe tu cuenta vas a poder entrar.
          </p>
        ) : (
          <>
            <p>Escribí la contraseña que elegiste al registrarte.</p>
            <PasswordField {...accountFields.password} problem={problem} />
            <FormEnd problem={problem} sending={sending}>
              {sending ? 'Un momento' : 'Confirmar mi e-mail'}
            </FormEnd>
          </>
        )}
      </form>
    </div>
  )
}

export function Reset({ token, onDone }: LinkProps & { onDone(): void }) {
  const navigate = useNavigate()
  const { problem, sending, form } = useSending(async (data) => {
    const chosen = valuesOf(data, ['password'])
    const missing = missingIn(chosen)
    if (missing) return missing
    const answer = await api.post('/auth/reset', { body: { token, password: chosen.password } })
    if (!answer.ok) return answer.problem
    // Every session of theirs is over.
    forgetUser()
    notify({ title: 'Actualizado', text: 'Ya podés entrar con tu contraseña nueva.' })
    onDone()
    void navigate('/login', { replace: true })
    return null
  })
  return (
    <div className="account">
      <h1 className="title">Elegí otra contraseña</h1>
      <form className="form" {...form}>
        <p>Al guardarla se cierran todas tus sesiones. Después entrás con la nueva.</p>
        <PasswordField {...accountFields.newPassword} label="Contraseña nueva" problem={problem} />
        <FormEnd problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Guardar'}
        </FormEnd>
        <p className="form-note">
          ¿El enlace ya no sirve?{' '}
          <Link to={`/login${FORGOT_FRAGMENT}`} onClick={onDone}>
            Pedí otro
          </Link>
        </p>
      </form>
    </div>
  )
}

/** @param email what was typed on the form before */
export function Forgot({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState('')
  const { problem, sending, form } = useSending(async (data) => {
    const typed = valuesOf(data, ['email'])
    const missing = missingIn(typed)
    if (missing) return missing
    const answer = await api.post('/auth/forgot', { body: { email: typed.email } })
    if (!answer.ok) return answer.problem
    setSentTo(typed.email)
    return null
  })
  return (
    <div className="account">
      <h1 className="title">Olvidé mi contraseña</h1>
      <form className="form" {...form}>
        {sentTo ? (
          <p className="form-done" role="status">
            Si hay una cuenta con {sentTo}, en un momento te llega un mail con un enlace para elegir otra
            contraseña. Sirve una sola vez, por {RESET_LINK_MINUTES} minutos. Si no aparece, fijate en el
            correo no deseado.
          </p>
        ) : (
          <>
            <p>Te mandamos un mail con un enlace para elegir otra.</p>
            <Field {...accountFields.email} initial={email} problem={problem} />
            <FormEnd problem={problem} sending={sending}>
              {sending ? 'Un momento' : 'Mandame el enlace'}
            </FormEnd>
          </>
        )}
        <p className="form-note">
          <Link to="/login">Volver a iniciar sesión</Link>
        </p>
      </form>
    </div>
  )
}
