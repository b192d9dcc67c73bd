/** The forms of /login that open a session: with e-mail and password, and with a one-time link. */
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { api } from '../../api/client/api.ts'
import { BACK_KEY } from '../../api/client/session.ts'
import { SECOND_FACTOR, wrongCredentials } from '../../api/shared/form-problems.ts'
import type { ProblemDetails } from '../../api/shared/problems.ts'
import { Field, FormFooter, NoScriptNote, useFormSubmit } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { findMissing, readValues } from '../../ui/form-values.ts'
import type { User } from '../shared/accounts.ts'
import { AccountPage, CodeField, PasswordField } from './account-parts.tsx'
import { FORGOT_FRAGMENT } from './password-reset.tsx'

interface EnterProps {
  onEnter(user: User): void
}

/** True when password or link are right, and only the code of the second factor is missing. */
const asksForCode = (problem: ProblemDetails): boolean => problem.type === SECOND_FACTOR

export function PasswordSignIn({ onEnter, onForgot }: EnterProps & { onForgot(email: string): void }) {
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

export function LinkSignIn({ token, onEnter }: EnterProps & { token: string }) {
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
