import './account.css'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { api } from '../../api/client/api.ts'
import { afterSignIn, readUser } from '../../api/client/session.ts'
import { createPageMeta } from '../../pages/page-meta.ts'
import { Field, FormFooter, NoScriptNote } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { notify } from '../../ui/notify.ts'
import { AccountPage, PasswordField, useAccountForm } from './account-parts.tsx'
import { Invitation } from './invitation.tsx'
import { takeLink } from './one-time-link.ts'

export const meta = createPageMeta('register', '/register', { shipped: copy.meta.register })

export default function Register() {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [invitation, setInvitation] = useState<string | null>(null)
  // The effect runs when the page opens and when its fragment changes. It must not run when accepting an invitation changes
  // the stored user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const link = takeLink()
    const token = link?.kind === 'invitacion' ? link.token : null
    setInvitation(token)
    if (token === null && readUser()) navigate(afterSignIn(new URLSearchParams()), { replace: true })
  }, [hash])
  return invitation === null ? <RegistrationForm /> : <Invitation key={invitation} token={invitation} />
}

/** The form for people without an invitation. An administrator has to approve the account. */
function RegistrationForm() {
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
