/** Forms for the administrator's own e-mail and password. Each change needs the current password. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { Button } from '../../admin-layout/button.tsx'
import { adminPaths } from '../../admin-layout/paths.ts'
import { storeUser } from '../../api/client/session.ts'
import { LineField } from '../../forms/text-field.tsx'
import { PlainDraftNote } from '../../forms/unsaved-draft/draft-notes.tsx'
import { usePlainDraft } from '../../forms/unsaved-draft/use-draft.ts'
import { usePlainForm } from '../../forms/use-plain-form.ts'
import { accountFields } from '../../ui/account-fields.ts'
import { notify } from '../../ui/notify.ts'
import { secondFactorBeginSchema, type User } from '../shared/accounts.ts'
import { credentialsSchema } from '../shared/credentials.ts'
import { formatEmail } from '../shared/emails.ts'
import { Panel, PanelForm, Username } from './panel.tsx'
import { PasswordField } from './password-field.tsx'

const ENDS_SESSIONS =
  'La pedimos para estar seguros de que sos vos. Al guardar se cierran tus otras sesiones, y dejan de servir las invitaciones que mandaste y nadie usó.'

const withCurrent = credentialsSchema.extend(secondFactorBeginSchema.shape)
const emailSchema = withCurrent.pick({ email: true, currentPassword: true })
const passwordSchema = withCurrent.pick({ password: true, currentPassword: true })

interface OwnProps {
  user: User
}

export function EmailPanel({ user }: OwnProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title="E-mail">
      <p className="panel-state">
        {formatEmail(user.email)}{' '}
        <span className="mono">{user.confirmed ? 'confirmado' : 'sin verificar'}</span>
      </p>
      {isOpen ? (
        <EmailForm user={user} onClose={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>Cambiar e-mail</Button>
      )}
    </Panel>
  )
}

interface FormProps extends OwnProps {
  onClose(): void
}

const NO_EMAIL = { email: '', currentPassword: '' }

function EmailForm({ user, onClose }: FormProps) {
  const revalidator = useRevalidator()
  const form = useForm({
    resolver: zodResolver(
      emailSchema.refine(({ email }) => email !== user.email, {
        path: ['email'],
        error: 'Es el e-mail que ya tenés.',
      }),
    ),
    defaultValues: NO_EMAIL,
  })
  const draft = usePlainDraft(`${adminPaths.account}#email`, form, NO_EMAIL, ['currentPassword'])
  const { state, reportFields, send } = usePlainForm(form)
  const { errors } = form.formState

  const submit = form.handleSubmit(async (body) => {
    const sent = await send(() => adminApi.put('/admin/:id', { params: { id: user._id }, body }))
    if (sent === null) return
    storeUser(sent.value)
    await draft.drop()
    notify({ title: 'Actualizado' })
    onClose()
    await revalidator.revalidate()
  }, reportFields)

  return (
    <PanelForm submitLabel="Guardar e-mail" state={state} onSubmit={submit} onCancel={onClose}>
      <LineField
        {...accountFields.email}
        label="E-mail nuevo"
        hint="Con él iniciás sesión. Al anterior le avisamos del cambio, si el club manda mails."
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        {...accountFields.currentPassword}
        hint={ENDS_SESSIONS}
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PlainDraftNote draft={draft} />
    </PanelForm>
  )
}

export function PasswordPanel({ user }: OwnProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title="Contraseña">
      {isOpen ? (
        <PasswordForm user={user} onClose={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>Cambiar contraseña</Button>
      )}
    </Panel>
  )
}

function PasswordForm({ user, onClose }: FormProps) {
  const revalidator = useRevalidator()
  const form = useForm({
    resolver: zodResolver(passwordSchema),
    defaultValues: { password: '', currentPassword: '' },
  })
  const { state, reportFields, send } = usePlainForm(form)
  const { errors } = form.formState

  const submit = form.handleSubmit(async (body) => {
    if ((await send(() => adminApi.put('/admin/:id', { params: { id: user._id }, body }))) === null) return
    notify({ title: 'Actualizado' })
    onClose()
    await revalidator.revalidate()
  }, reportFields)

  return (
    <PanelForm submitLabel="Guardar contraseña" state={state} onSubmit={submit} onCancel={onClose}>
      <Username email={user.email} />
      <PasswordField
        {...accountFields.newPassword}
        label="Contraseña nueva"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        {...accountFields.currentPassword}
        hint={ENDS_SESSIONS}
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
    </PanelForm>
  )
}
