/** Form of a list or guest. It stays open after a refusal, and shows what another administrator saved in between. */
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../../../platform/admin-layout/button.tsx'
import type { Answer } from '../../../platform/api/client/call.ts'
import { passFocus } from '../../../platform/ui/focus.ts'
import { notify } from '../../../platform/ui/notify.ts'
import type { NightActions } from './use-night-actions.ts'

interface SavedFormProps<V extends FieldValues> {
  form: UseFormReturn<V>
  save(values: V): Promise<Answer<unknown>>
  /** Label of the button that saves. */
  label: string
  /** What another administrator has saved since the form was opened. false: nothing */
  conflict: ReactNode
  actions: NightActions
  /** Selector of the button that opens the form. It takes the focus when the form closes. */
  opener: string
  onClose(): void
  /** Further buttons. */
  more?: ReactNode
  children: ReactNode
}

export function SavedForm<V extends FieldValues>({
  form,
  save,
  label,
  conflict,
  actions: { busy, run, reload },
  opener,
  onClose,
  more,
  children,
}: SavedFormProps<V>) {
  const submit = form.handleSubmit(async (values): Promise<void> => {
    const saved = await run(() => save(values), { again: submit, isConflictShown: true })
    if (!saved) return
    await reload()
    if (!saved.ok) return
    notify({ title: 'Actualizado' })
    onClose()
  })
  return (
    <form
      ref={passFocus(() => document.querySelector<HTMLElement>(opener))}
      noValidate
      className="guest-form"
      onSubmit={(event) => void submit(event)}
    >
      {children}
      {conflict && (
        <p className="problem" role="alert">
          {conflict}
        </p>
      )}
      <div className="screen-actions">
        <Button type="submit" kind="strong" isDisabled={busy}>
          {label}
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
        {more}
      </div>
    </form>
  )
}
