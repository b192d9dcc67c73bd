import { api } from '../../api/client/api.ts'
import { Field, FormFooter } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import type { User } from '../shared/accounts.ts'
import { AccountPage, PasswordField, useAccountForm } from './account-parts.tsx'

/** The form of /login that creates the first administrator of a club. */
export function Claim({ token, onEnter }: { token: string; onEnter(user: User): void }) {
  const { problem, sending, form } = useAccountForm(
    ['email', 'password'],
    (credentials) => api.post('/auth/claim', { body: { token, ...credentials } }),
    (user) => onEnter(user),
  )
  return (
    <AccountPage title="Creá tu usuario">
      <form className="form" {...form}>
        <p>Con este enlace, que sirve una sola vez, pasás a administrar el sitio del club.</p>
        <Field {...accountFields.email} problem={problem} />
        <PasswordField {...accountFields.newPassword} problem={problem} />
        <FormFooter problem={problem} sending={sending}>
          {sending ? 'Un momento' : 'Crear mi usuario'}
        </FormFooter>
      </form>
    </AccountPage>
  )
}
