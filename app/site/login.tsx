import './account.css'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { copy } from '../../club/copy.ts'
import type { LinkKind, User } from '../../contract/accounts.ts'
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../contract/limits.ts'
import { wrongCredentials } from '../../contract/refusals.ts'
import { account } from '../account.ts'
import type { Answer } from '../call.ts'
import { afterSignIn, readUser, storeUser } from '../session.ts'
import { notify } from '../ui/notices.tsx'
import { Field, FormEnd, missingIn, NeedsScripts, useSending, valuesOf } from './form.tsx'
import { pageMeta } from './meta.ts'

/** Without it this page does nothing: it may come at once (see entry.server.tsx). */
export const handle = { framework: 'at once' }

export const meta = pageMeta('login', '/login', copy.meta.login)

const FIELDS = ['email', 'password'] as const

interface OneTimeLink {
  kind: LinkKind
  token: string
}

/** Reads `#kind=token`; null for any other fragment. */
function oneTimeLink(fragment: string): OneTimeLink | null {
  const match = /^#(claim|sign-in|confirm)=([^&]+)$/.exec(fragment)
  return match ? { kind: match[1] as LinkKind, token: match[2] as string } : null
}

export default function Login() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [link, setLink] = useState<OneTimeLink | null>(null)

  // Once, when the page opens: afterwards it is signing in that changes the stored user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const found = oneTimeLink(location.hash)
    if (found) {
      // The token goes from the address, so that it stays in no history and no screenshot.
      history.replaceState(history.state, '', location.pathname + location.search)
      setLink(found)
    } else if (readUser()) {
      navigate(afterSignIn(search), { replace: true })
    }
  }, [])

  const enter = (user: User) => {
    storeUser(user)
    notify({ title: 'Iniciando' })
    navigate(afterSignIn(search), { replace: true })
  }

  if (link?.kind === 'claim') return <Claim token={link.token} onEnter={enter} />
  if (link?.kind === 'sign-in') return <SignIn token={link.token} onEnter={enter} />
  if (link?.kind === 'confirm') return <Confirm token={link.token} />
  return <WithPassword onEnter={enter} />
}

interface EnterProps {
  onEnter(user: User): void
}

function WithPassword({ onEnter }: EnterProps) {
  const { problem, sending, form } = useSending(async (data) => {
    const credentials = valuesOf(data, FIELDS)
    // An empty field is a failed login, and needs no call (specification §5).
    if (missingIn(credentials)) return wrongCredentials
    const answer = await account.login(credentials)
    if (!answer.ok) return answer.problem
    onEnter(answer.value)
    return null
  })
  return (
    <div className="account">
      <h1 className="title">Iniciar sesión</h1>
      <form className="form" {...form}>
        <Field
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={EMAIL_MAX}
          problem={problem}
        />
        <Field
          name="password"
          label="Contraseña"
          type="password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          problem={problem}
        />
        <NeedsScripts />
        <FormEnd problem={problem} sending={sending}>
          {sending ? 'Entrando' : 'Entrar'}
        </FormEnd>
        <p className="form-note">
          ¿No tenés cuenta? <Link to="/register">Registrate</Link>
        </p>
      </form>
    </div>
  )
}

interface LinkProps {
  token: string
}

function Claim({ token, onEnter }: LinkProps & EnterProps) {
  const { problem, sending, form } = useSending(async (data) => {
    const credentials = valuesOf(data, FIELDS)
    const missing = missingIn(credentials)
    if (missing) return missing
    const answer = await account.claim(token, credentials)
    if (!answer.ok) return answer.problem
    onEnter(answer.value)
    return null
  })
  return (
    <div className="account">
      <h1 className="title">Reclamá el club</h1>
      <form className="form" {...form}>
        <p>Este enlace sirve una sola vez. Quien lo usa pasa a administrar el sitio.</p>
        <Field
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={EMAIL_MAX}
          problem={problem}
        />
        <NewPassword problem={problem} />
        <FormEnd problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Reclamá el club'}
        </FormEnd>
      </form>
    </div>
  )
}

export function NewPassword({ problem }: Pick<Parameters<typeof Field>[0], 'problem'>) {
  return (
    <Field
      name="password"
      label="Contraseña"
      type="password"
      autoComplete="new-password"
      maxLength={PASSWORD_MAX}
      hint={`Al menos ${PASSWORD_MIN} caracteres. Cuanto más larga, mejor.`}
      problem={problem}
    />
  )
}

function SignIn({ token, onEnter }: LinkProps & EnterProps) {
  const { problem, sending, form } = useSending(async () => {
    const answer = await account.openLink(token)
    if (!answer.ok) return answer.problem
    if (answer.value) onEnter(answer.value)
    return null
  })
  return (
    <div className="account">
      <h1 className="title">Iniciar sesión</h1>
      <form className="form" {...form}>
        <p>Este enlace sirve una sola vez.</p>
        <FormEnd problem={problem} sending={sending}>
          {sending ? 'Entrando' : 'Entrar'}
        </FormEnd>
      </form>
    </div>
  )
}

function Confirm({ token }: LinkProps) {
  const [answer, setAnswer] = useState<Answer<User | null> | null>(null)
  useEffect(() => {
    let gone = false
    account.openLink(token).then((it) => gone || setAnswer(it))
    return () => {
      gone = true
    }
  }, [token])
  return (
    <div className="account">
      <h1 className="title">{answer?.ok ? 'E-mail confirmado' : 'Confirmar e-mail'}</h1>
      <p className="lead" role="status">
        {answer === null
          ? 'Un momento…'
          : answer.ok
            ? 'Tu dirección quedó confirmada. Cuando un administrador apruebe tu cuenta vas a poder entrar.'
            : answer.problem.detail}
      </p>
    </div>
  )
}
