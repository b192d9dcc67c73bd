/** The page /login. The link in its address chooses one of its forms. */
import './account.css'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { afterSignIn, FIRST_DAY_PATH, readUser, storeUser } from '../../api/client/session.ts'
import { createPageMeta } from '../../pages/page-meta.ts'
import { notify } from '../../ui/notify.ts'
import type { User } from '../shared/accounts.ts'
import { Claim } from './claim.tsx'
import { type OneTimeLink, takeLink } from './one-time-link.ts'
import { FORGOT_FRAGMENT, Forgot, Reset } from './password-reset.tsx'
import { Confirmation } from './registration.tsx'
import { LinkSignIn, PasswordSignIn } from './sign-in.tsx'

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
  if (link?.kind === 'sign-in') return <LinkSignIn token={link.token} onEnter={enter} />
  if (link?.kind === 'confirm') return <Confirmation token={link.token} />
  if (link?.kind === 'reset') return <Reset token={link.token} onDone={drop} />
  if (forgot) return <Forgot email={email.current} />
  return <PasswordSignIn onEnter={enter} onForgot={(typed) => (email.current = typed)} />
}
