import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { Heading, ProblemText } from '../../admin-layout/screen-parts.tsx'
import { readUser } from '../../api/client/session.ts'
import { EmailPanel, PasswordPanel } from './own-credentials.tsx'
import { NamePanel } from './own-name.tsx'
import { SecondFactorPanel } from './own-second-factor.tsx'
import { SessionsPanel } from './own-sessions.tsx'

export async function clientLoader() {
  const [user, secondFactor, sessions] = await Promise.all([
    adminApi.get('/admin/:id', { params: { id: readUser()?.id ?? '' } }),
    adminApi.get('/auth/totp'),
    adminApi.get('/auth/sessions'),
  ])
  return { user, secondFactor, sessions }
}

export default function Account() {
  const { user, secondFactor, sessions } = useLoaderData<typeof clientLoader>()
  // The place of the second-factor panel is decided once, when the screen opens, so that the panel does not move while it
  // is used.
  const [isOwed] = useState(secondFactor.ok && secondFactor.value.required && !secondFactor.value.active)
  return (
    <div className="screen">
      <Heading>Mi cuenta</Heading>
      {user.ok && secondFactor.ok && sessions.ok ? (
        <div className="panels">
          {/* Shown first while the club requires a second factor that the account lacks. */}
          {isOwed && <SecondFactorPanel state={secondFactor.value} email={user.value.email} />}
          <NamePanel user={user.value} />
          <EmailPanel user={user.value} />
          <PasswordPanel user={user.value} />
          {!isOwed && <SecondFactorPanel state={secondFactor.value} email={user.value.email} />}
          <SessionsPanel sessions={sessions.value} />
        </div>
      ) : (
        [user, secondFactor, sessions].map(
          (answer) => !answer.ok && <ProblemText key={answer.problem.type} problem={answer.problem} />,
        )
      )}
    </div>
  )
}
