import './account.css'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { api } from '../../api/client/api.ts'
import { afterSignIn, BACK_KEY, FIRST_DAY_PATH, readUser, storeUser } from '../../api/client/session.ts'
import { wrongCredentials } from '../../api/shared/form-problems.ts'
import { createPageMeta } from '../../pages/page-meta.ts'
import { Field, FormFooter, NoScriptNote, useFormSubmit } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { findMissing, readValues } from '../../ui/form-values.ts'
import { notify } from '../../ui/notify.ts'
import type { User } from '../shared/accounts.ts'
import { AccountPage, CodeField, PasswordField } from './account-parts.tsx'
import {
  asksForCode,
  Claim,
  Confirm,
  type EnterProps,
  FORGOT_FRAGMENT,
  Forgot,
  Reset,
  SignIn,
} from './login-steps.tsx'
import { type OneTimeLink, takeLink } from './one-time-link.ts'

export const meta = createPageMeta('login', '/login', { shipped: copy.meta.login })

export default function Login() {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [search] = useSearchParams()
  const [link, setLink] = useState<OneTimeLink | null>(null)
  const [forgot, setForgot] = useState(false)
  const email = useRef('')

  // The effect runs when the page opens and when its fragment changes. It must not run when signing in changes the stored
  // user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const taken = takeLink()
    setLink(taken)
    setForgot(hash === FORGOT_FRAGMENT)
    if (!taken && hash !== FORGOT_FRAGMENT && readUser()) navigate(afterSignIn(search), { replace: true })
  }, [hash])

  const enter = (user: User, to = afterSignIn(search)) => {
    storeUser(user)
    notify({ title: 'Iniciando' })
    navigate(to, { replace: true })
  }
  const drop = () => setLink(null)

  if (link?.kind === 'claim')
    return <Claim token={link.token} onEnter={(user) => enter(user, FIRST_DAY_PATH)} />
  if (link?.kind === 'sign-in') return <SignIn token={link.token} onEnter={enter} />
  if (link?.kind === 'confirm') return <Confirm token={link.token} />
  if (link?.kind === 'reset') return <Reset token={link.token} onDone={drop} />
  if (forgot) return <Forgot email={email.current} />
  return <WithPassword onEnter={enter} onForgot={(typed) => (email.current = typed)} />
}

/**
 * True when the back office redirected the browser to /login. It is false in the server's HTML, which does not depend on
 * the query.
 */
function useIsRedirected(): boolean {
  const [search] = useSearchParams()
  const [isRedirected, setRedirected] = useState(false)
  useEffect(() => setRedirected(search.has(BACK_KEY)), [search])
  return isRedirected
}

function WithPassword({ onEnter, onForgot }: EnterProps & { onForgot(email: string): void }) {
  const { search } = useLocation()
  const isRedirected = useIsRedirected()
  const [needsCode, setNeedsCode] = useState(false)
  const { problem, sending, form } = useFormSubmit(async (data) => {
    const { code, ...credentials } = readValues(data, ['email', 'password', 'code'])
    // The server would answer an empty e-mail or password with the same problem, so the call is skipped.
    if (findMissing(credentials)) return wrongCredentials
    const missing = needsCode ? findMissing({ code }) : null
    if (missing) return missing
    const answer = await api.post('/auth/login', { body: { ...credentials, ...(code && { code }) } })
    if (!answer.ok) {
      if (needsCode || !asksForCode(answer.problem)) return answer.problem
      setNeedsCode(true)
      return null
    }
    onEnter(answer.value)
    return null
  })
  const typedEmail = () => String(new FormData(form.ref.current ?? undefined).get('email') ?? '')
  return (
    <AccountPage title={needsCode ? 'Segundo factor' : 'Iniciar sesión'}>
      <form className="form" {...form}>
        {isRedirected && !needsCode && (
          <p className="form-done">Tu sesión terminó. Iniciá sesión y seguís donde estabas.</p>
        )}
        {/* Hidden in the second step: both steps are sent together, and a password manager sees one form. */}
        <div className="form-part" hidden={needsCode}>
          <Field {...accountFields.email} problem={problem} />
          <PasswordField {...accountFields.password} problem={problem} />
        </div>
        {needsCode && <CodeField problem={problem} />}
        <NoScriptNote />
        <FormFooter problem={problem} sending={sending}>
          {sending ? 'Entrando' : 'Entrar'}
        </FormFooter>
        {needsCode ? (
          <p className="form-note">
            <button type="button" className="form-switch" onClick={() => setNeedsCode(false)}>
              Volver
            </button>
          </p>
        ) : (
          <div className="form-note">
            <p>
              <Link to={{ search, hash: FORGOT_FRAGMENT }} onClick={() => onForgot(typedEmail())}>
                ¿Olvidaste tu contraseña?
              </Link>
            </p>
            <p>
              ¿No tenés cuenta? <Link to="/register">Registrate</Link>
            </p>
          </div>
        )}
      </form>
    </AccountPage>
  )
}
