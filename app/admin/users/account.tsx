import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/limits.ts'
import { REQUIRED } from '../../../contract/problems.ts'
import { userUpdateSchema } from '../../../contract/schemas.ts'
import { api } from '../../api.ts'
import { readUser, storeUser } from '../../session.ts'
import { notify } from '../../ui/notices.tsx'
import { LineField } from '../form/text-field.tsx'
import { Heading } from '../heading.tsx'
import { adminPaths } from '../paths.ts'
import { Refusal } from '../refusal.tsx'
import { ActionBar } from '../screens/action-bar.tsx'
import { asAdministrator } from '../session-end.ts'
import { useAccountForm } from './use-account-form.ts'

const accountSchema = userUpdateSchema
  .pick({ email: true, password: true, currentPassword: true })
  .refine(({ currentPassword }) => currentPassword, { path: ['currentPassword'], error: REQUIRED })

export const clientLoader = () => asAdministrator(api.user(readUser()?.id ?? ''))

/** One's own e-mail and password; both need the current password (decisions §3). */
export default function Account() {
  const answer = useLoaderData<typeof clientLoader>()
  return (
    <div className="screen">
      <Heading>Mi cuenta</Heading>
      {answer.ok ? (
        <AccountForm id={answer.value._id} email={answer.value.email} />
      ) : (
        <Refusal problem={answer.problem} />
      )}
    </div>
  )
}

function AccountForm({ id, email }: { id: string; email: string }) {
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(accountSchema),
    defaultValues: { email, password: '', currentPassword: '' },
  })
  const { problem, isSending, refuseFields, send } = useAccountForm(form)
  const { errors } = form.formState

  const submit = form.handleSubmit(async ({ email: typed, password, currentPassword }) => {
    const change = { ...(typed !== email && { email: typed }), password, currentPassword }
    const user = await send(() => asAdministrator(api.updateUser(id, change)))
    if (user === null) return
    storeUser(user)
    notify({ title: 'Actualizado' })
    void navigate(adminPaths.home)
  }, refuseFields)

  return (
    <form noValidate className="item-form" onSubmit={submit}>
      <LineField
        label="E-mail"
        type="email"
        autoComplete="username"
        maxLength={EMAIL_MAX}
        hint="Con él iniciás sesión."
        error={errors.email?.message}
        {...form.register('email')}
      />
      <LineField
        label="Contraseña nueva"
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        hint={`Al menos ${PASSWORD_MIN} caracteres. Vacía, sigue la de siempre.`}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <LineField
        label="Contraseña actual"
        type="password"
        autoComplete="current-password"
        hint="La pedimos para estar seguros de que sos vos. Al guardar se cierran tus otras sesiones."
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      {problem && <p className="problem">{problem}</p>}
      <ActionBar label="Guardar cambios" progress={isSending ? { sent: null } : null}>
        <Link className="button" to={adminPaths.home}>
          Volver
        </Link>
      </ActionBar>
    </form>
  )
}
