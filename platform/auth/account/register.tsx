import './account.css'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { api } from '../../api/client/api.ts'
import { pageMeta } from '../../site-layout/meta.ts'
import { Field, FormEnd, NeedsScripts, useSending } from '../../site-layout/parts/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { missingIn, valuesOf } from '../../ui/form-values.ts'
import { notify } from '../../ui/notify.ts'
import { afterSignIn, readUser } from '../client/session.ts'
import { Invitation } from './invitation.tsx'
import { takeLink } from './one-time-link.ts'
import { PasswordField } from './password-field.tsx'

export const meta = pageMeta('register', '/register', { shipped: copy.meta.register })

export default function Register() {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [invitation, setInvitation] = useState<string | null>(null)
  // When the page opens and when its fragment changes; afterwards it is accepting that changes the stored user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const link = takeLink()
    const token = link?.kind === 'invitacion' ? link.token : null
    setInvitation(token)
    if (token === null && readUser()) navigate(afterSignIn(new URLSearchParams()), { replace: true })
  }, [hash])
  return invitation === null ? <Ask /> : <Invitation key={invitation} token={invitation} />
}

/** Whoever was not invited asks to be let in. */
function Ask() {
  const navigate = useNavigate()
  const { problem, sending, form } = useSending(async (data) => {
    const credentials = valuesOf(data, ['email', 'password'])
    const missing = missingIn(credentials)
    if (missing) return missing
    const answer = await api.post('/admin', { body: credentials })
    if (!answer.ok) return answer.problem
    notify({ title: 'Creado', text: 'Ahora un administrador tiene que aprobar tu cuenta.' })
    navigate('/login')
    return null
  })
  return (
    <div className="account">
      <h1 className="title">Registrarse</h1>
      <form className="form" {...form}>
        <p>
          La cuenta sirve para administrar el sitio. Un administrador la tiene que aprobar antes de que puedas
          entrar.
        </p>
        <Field {...accountFields.email} problem={problem} />
        <PasswordField {...accountFields.newPassword} problem={problem} />
        <NeedsScripts />
        <FormEnd problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Registrarme'}
        </FormEnd>
        <p className="form-note">
          ¿Ya tenés cuenta? <Link to="/login">Iniciá sesión</Link>
        </p>
      </form>
    </div>
  )
}
