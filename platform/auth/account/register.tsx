/** The page /register, for applicants and for holders of an invitation. */
import './account.css'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { copy } from '../../../club/copy.ts'
import { afterSignIn, readUser } from '../../api/client/session.ts'
import { createPageMeta } from '../../pages/page-meta.ts'
import { Invitation } from './invitation.tsx'
import { takeLink } from './one-time-link.ts'
import { RegistrationForm } from './registration.tsx'

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
