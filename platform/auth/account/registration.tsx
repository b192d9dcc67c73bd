/** The forms of an applicant: one on /register requests an account, the other on /login confirms its e-mail. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/client/api.ts'
import { Field, FormFooter, NoScriptNote } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { liveRegion } from '../../ui/live-region.ts'
import { notify } from '../../ui/notify.ts'
import { AccountPage, PasswordField, useAccountForm } from './account-parts.tsx'
import { forgetLink } from './one-time-link.ts'

/** The form for people without an invitation. An administrator has to approve the account. */
export function RegistrationForm() {
  const navigate = useNavigate()
  const { problem, sending, form } = useAccountForm(
    ['email', 'password'],
    (credentials) => api.post('/admin', { body: credentials }),
    () => {
      notify({ title: 'Creado', text: 'Ahora un administrador tiene que aprobar tu cuenta.' })
      navigate('/login')
    },
  )
  return (
    <AccountPage title="Registrarse">
      <form className="form" {...form}>
        <p>
          La cuenta sirve para administrar el sitio. Un administrador la tiene que aprobar antes de que puedas
          entrar.
        </p>
        <Field {...accountFields.email} problem={problem} />
        <PasswordField {...accountFields.newPassword} problem={problem} />
        <NoScriptNote />
        <FormFooter problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Registrarme'}
        </FormFooter>
        <p className="form-note">
          ¿Ya tenés cuenta? <Link to="/login">Iniciá sesión</Link>
        </p>
      </form>
    </AccountPage>
  )
}

export function Confirmation({ token }: { token: string }) {
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
      {isConfirmed ? (
        <div className="form">
          <p className="form-done" {...liveRegion}>
            Tu dirección quedó confirmada. Cuando un administrador apruebe tu cuenta vas a poder entrar.
          </p>
        </div>
      ) : (
        <form className="form" {...form}>
          <p>Escribí la contraseña que elegiste al registrarte.</p>
          <PasswordField {...accountFields.password} problem={problem} />
          <FormFooter problem={problem} sending={sending}>
            {sending ? 'Un momento' : 'Confirmar mi e-mail'}
          </FormFooter>
        </form>
      )}
    </AccountPage>
  )
}
