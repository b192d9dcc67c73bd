import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { adminPaths } from '../../admin-layout/paths.ts'
import { Heading } from '../../admin-layout/screen-parts.tsx'
import { ActionBar } from '../../forms/action-bar.tsx'
import { FormProblemRow } from '../../forms/form-problem.tsx'
import { LineField } from '../../forms/text-field.tsx'
import { PlainDraftNote } from '../../forms/unsaved-draft/draft-notes.tsx'
import { usePlainDraft } from '../../forms/unsaved-draft/use-draft.ts'
import { usePlainForm } from '../../forms/use-plain-form.ts'
import { PASSWORD_MIN } from '../../shared/limits.ts'
import { accountFields } from '../../ui/account-fields.ts'
import { notify } from '../../ui/notify.ts'
import { credentialsSchema } from '../shared/credentials.ts'
import { PasswordField } from './password-field.tsx'

const BLANK = { email: '', password: '' }

/** The screen that adds an administrator. The account is active at once. */
export default function AddUser() {
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(credentialsSchema),
    defaultValues: BLANK,
  })
  const draft = usePlainDraft(adminPaths.addUser, form, BLANK, ['password'])
  const { state, reportFields, send } = usePlainForm(form)
  const { errors } = form.formState

  const submit = form.handleSubmit(async (body) => {
    const added = await send(() => adminApi.post('/admin', { body }))
    if (added === null) return
    await draft.drop()
    notify({ title: 'Agregado' })
    void navigate(adminPaths.users)
  }, reportFields)

  return (
    <div className="screen">
      <Heading
        lead={
          <>
            Va a poder hacer todo lo que vos podés hacer. Si no está al lado tuyo,{' '}
            <Link to={adminPaths.invite}>mandale una invitación</Link>: elige su propia contraseña.
          </>
        }
      >
        Agregar usuario
      </Heading>
      <form noValidate className="item-form" onSubmit={submit}>
        <LineField
          {...accountFields.email}
          autoComplete="off"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          {...accountFields.newPassword}
          hint={`Al menos ${PASSWORD_MIN} caracteres. Pasásela en persona y que después la cambie.`}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PlainDraftNote draft={draft} />
        <ActionBar
          label="Agregar"
          progress={state.isSending ? { sent: null } : null}
          rows={
            state.problem && (
              <FormProblemRow problem={state.problem} invalidCount={state.invalidCount} label="Agregar" />
            )
          }
        >
          <Link className="button" to={adminPaths.users}>
            Volver a Usuarios
          </Link>
        </ActionBar>
      </form>
    </div>
  )
}
