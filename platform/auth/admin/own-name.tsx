/**
 * Forms for the display name of an administrator. One is for the own name, the other for a colleague's in the list of
 * users.
 */

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { Button } from '../../admin-layout/button.tsx'
import { useModal } from '../../admin-layout/overlay.tsx'
import { adminPaths } from '../../admin-layout/paths.ts'
import { LineField } from '../../forms/text-field.tsx'
import { PlainDraftNote } from '../../forms/unsaved-draft/draft-notes.tsx'
import { usePlainDraft } from '../../forms/unsaved-draft/use-draft.ts'
import { usePlainForm } from '../../forms/use-plain-form.ts'
import { PERSON_NAME_MAX } from '../../shared/limits.ts'
import { notify } from '../../ui/notify.ts'
import type { User } from '../shared/accounts.ts'
import { userUpdateSchema } from '../shared/accounts.ts'
import { formatEmail } from '../shared/emails.ts'
import { Panel, PanelForm } from './panel.tsx'

const nameSchema = userUpdateSchema.pick({ name: true })

export function NamePanel({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title="Nombre">
      <p className="panel-state">{user.name ?? 'Sin nombre: te ven por tu e-mail.'}</p>
      {isOpen ? (
        <NameForm
          user={user}
          hint="Así te ven las demás personas que administran. Vacío, tu e-mail."
          onClose={() => setOpen(false)}
        />
      ) : (
        <Button onClick={() => setOpen(true)}>
          {user.name === null ? 'Poner nombre' : 'Cambiar nombre'}
        </Button>
      )}
    </Panel>
  )
}

interface NameFormProps {
  user: User
  hint: string
  onClose(): void
}

function NameForm({ user, hint, onClose }: NameFormProps) {
  const revalidator = useRevalidator()
  const base = { name: user.name ?? '' }
  const form = useForm({ resolver: zodResolver(nameSchema), defaultValues: base })
  const draft = usePlainDraft(`${adminPaths.users}#nombre-${user._id}`, form, base)
  const { state, reportFields, send } = usePlainForm(form)

  const submit = form.handleSubmit(async ({ name = null }) => {
    const sent = await send(() => adminApi.put('/admin/:id', { params: { id: user._id }, body: { name } }))
    if (sent === null) return
    await draft.drop()
    notify({ title: 'Actualizado' })
    await revalidator.revalidate()
    onClose()
  }, reportFields)

  return (
    <PanelForm submitLabel="Guardar nombre" state={state} onSubmit={submit} onCancel={onClose}>
      <LineField
        label="Nombre"
        hint={hint}
        autoComplete="off"
        maxLength={PERSON_NAME_MAX}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <PlainDraftNote draft={draft} />
    </PanelForm>
  )
}

/** The dialog in which an administrator names a colleague. */
export function NameDialog({ user, onClose }: { user: User; onClose(): void }) {
  const dialog = useModal()
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="name-of" onClose={onClose}>
      <h2 id="name-of">Nombre de {formatEmail(user.email)}</h2>
      <div className="dialog-form">
        <NameForm
          user={user}
          hint="Así la ven las demás personas que administran. Vacío, su e-mail."
          onClose={() => dialog.current?.close()}
        />
      </div>
    </dialog>
  )
}
