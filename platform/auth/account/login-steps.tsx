/** The forms of /login besides the one for e-mail and password: for one-time links, and for a forgotten password. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/client/api.ts'
import { forgetUser } from '../../api/client/session.ts'
import { SECOND_FACTOR } from '../../api/shared/form-problems.ts'
import type { ProblemDetails } from '../../api/shared/problems.ts'
import { Field, FormFooter, useFormSubmit } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { findMissing, readValues } from '../../ui/form-values.ts'
import { notify } from '../../ui/notify.ts'
import type { User } from '../shared/accounts.ts'
import { RESET_LINK_MINUTES } from '../shared/one-time-links.ts'
import { AccountPage, CodeField, PasswordField, useAccountForm } from './account-parts.tsx'
import { forgetLink } from './one-time-link.ts'

/** Fragment of /login that opens the form for a forgotten password. */
export const FORGOT_FRAGMENT = '#olvide'

export interface EnterProps {
  onEnter(user: User): void
}

interface LinkProps {
  token: string
}

/** True when password or link are right, and only the code of the second factor is missing. */
export const asksForCode = (problem: ProblemDetails): boolean => problem.type === SECOND_FACTOR

export function Claim({ token, onEnter }: LinkProps & EnterProps) {
  const { problem, sending, form } = useAccountForm(
    ['email', 'password'],
    (credentials) => api.post('/auth/claim', { body: { token, ...credentials } }),
    (user) => onEnter(user),
  )
  return (
    <AccountPage title="Creá tu usuario">
      <form className="form" {...form}>
        <p>Con este enlace, que sirve una sola vez, pasás a administrar el sitio del club.</p>
        <Field {...accountFields.email} problem={problem} />
        <PasswordField {...accountFields.newPassword} problem={problem} />
        <FormFooter problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Crear mi usuario'}
        </FormFooter>
      </form>
    </AccountPage>
  )
}

export function SignIn({ token, onEnter }: LinkProps & EnterProps) {
  const [needsCode, setNeedsCode] = useState(false)
  const { problem, sending, form } = useFormSubmit(async (data) => {
    const { code } = readValues(data, ['code'])
    const missing = needsCode ? findMissing({ code }) : null
    if (missing) return missing
    const answer = await api.post('/auth/link', { body: { token, ...(code && { code }) } })
    if (!answer.ok) {
      if (needsCode || !asksForCode(answer.problem)) return answer.problem
      setNeedsCode(true)
    } else if (answer.value) onEnter(answer.value)
    return null
  })
  return (
    <AccountPage title="Iniciar sesión">
      <form className="form" {...form}>
        <p>{needsCode ? 'El enlace sirve. Falta tu segundo factor.' : 'Este enlace sirve una sola vez.'}</p>
        {needsCode && <CodeField problem={problem} />}
        <FormFooter problem={problem} sending={sending}>
          {sending ? 'Entrando' : 'Entrar'}
        </FormFooter>
      </form>
    </AccountPage>
  )
}

export function Confirm({ token }: LinkProps) {
  const [isConfirmed, setConfirmed] = useState(false)
  const { problem, sending, form } = useAccountForm(
    ['password'],
    ({ password }) => api.post('/auth/link', { body: { token, password } }),
    () => {
      forgetLink()
      setConfirmed(true)
    },
  )
  return (
    <AccountPage title={isConfirmed ? 'E-mail confirmado' : 'Confirmar e-mail'}>
      <form className="form" {...form}>
        {isConfirmed ? (
          <p className="form-done" role="status">
            Tu dirección quedó confirmada. Cuando un administrador apruebe tu cuenta vas a poder entrar.
          </p>
        ) : (
          <>
            <p>Escribí la contraseña que elegiste al registrarte.</p>
            <PasswordField {...accountFields.password} problem={problem} />
            <FormFooter problem={problem} sending={sending}>
              {sending ? 'Un momento' : 'Confirmar mi e-mail'}
            </FormFooter>
          </>
        )}
      </form>
    </AccountPage>
  )
}

export function Reset({ token, onDone }: LinkProps & { onDone(): void }) {
  const navigate = useNavigate()
  const { problem, sending, form } = useAccountForm(
    ['password'],
    ({ password }) => api.post('/auth/reset', { body: { token, password } }),
    () => {
      // The server has ended all sessions of the account, so the stored user is no longer signed in.
      forgetUser()
      notify({ title: 'Actualizado', text: 'Ya podés entrar con tu contraseña nueva.' })
      onDone()
      void navigate('/login', { replace: true })
    },
  )
  return (
    <AccountPage title="Elegí otra contraseña">
      <form className="form" {...form}>
        <p>Al guardarla se cierran todas tus sesiones. Después entrás con la nueva.</p>
        <PasswordField {...accountFields.newPassword} label="Contraseña nueva" problem={problem} />
        <FormFooter problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Guardar'}
        </FormFooter>
        <p className="form-note">
          ¿El enlace ya no sirve?{' '}
          <Link to={`/login${FORGOT_FRAGMENT}`} onClick={onDone}>
            Pedí otro
          </Link>
        </p>
      </form>
    </AccountPage>
  )
}

/** The form for a forgotten password. @param email the e-mail that was typed into the form of /login */
export function Forgot({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState('')
  const { problem, sending, form } = useAccountForm(
    ['email'],
    ({ email }) => api.post('/auth/forgot', { body: { email } }),
    (_, { email }) => setSentTo(email),
  )
  return (
    <AccountPage title="Olvidé mi contraseña">
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
            <FormFooter problem={problem} sending={sending}>
              {sending ? 'Un momento' : 'Mandame el enlace'}
            </FormFooter>
          </>
        )}
        <p className="form-note">
          <Link to="/login">Volver a iniciar sesión</Link>
        </p>
      </form>
    </AccountPage>
  )
}
