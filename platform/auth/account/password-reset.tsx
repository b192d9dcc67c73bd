/** The forms of /login for a forgotten password: one requests the link, the other sets a new password with it. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/client/api.ts'
import { forgetUser } from '../../api/client/session.ts'
import { Field, FormFooter } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { liveRegion } from '../../ui/live-region.ts'
import { notify } from '../../ui/notify.ts'
import { RESET_LINK_MINUTES } from '../shared/one-time-links.ts'
import { AccountPage, PasswordField, useAccountForm } from './account-parts.tsx'

/** Fragment of /login that opens the form for a forgotten password. */
export const FORGOT_FRAGMENT = '#olvide'

/** @param email the e-mail that was typed into the form of /login */
export function Forgot({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState('')
  const { problem, sending, form } = useAccountForm(
    ['email'],
    ({ email }) => api.post('/auth/forgot', { body: { email } }),
    (_, { email }) => setSentTo(email),
  )
  const back = (
    <p className="form-note">
      <Link to="/login">Volver a iniciar sesión</Link>
    </p>
  )
  return (
    <AccountPage title="Olvidé mi contraseña">
      {sentTo ? (
        <div className="form">
          <p className="form-done" {...liveRegion}>
            Si hay una cuenta con {sentTo}, en un momento te llega un mail con un enlace para elegir otra
            contraseña. Sirve una sola vez, por {RESET_LINK_MINUTES} minutos. Si no aparece, fijate en el
            correo no deseado.
          </p>
          {back}
        </div>
      ) : (
        <form className="form" {...form}>
          <p>Te mandamos un mail con un enlace para elegir otra.</p>
          <Field {...accountFields.email} initial={email} problem={problem} />
          <FormFooter problem={problem} sending={sending}>
            {sending ? 'Un momento' : 'Mandame el enlace'}
          </FormFooter>
          {back}
        </form>
      )}
    </AccountPage>
  )
}

export function Reset({ token, onDone }: { token: string; onDone(): void }) {
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
