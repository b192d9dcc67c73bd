/** The form of one redirect: a new one, or one that changes. */
import type { FormEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { LineField } from '../../../platform/forms/text-field.tsx'
import { notify } from '../../../platform/ui/notify.ts'
import { findRowFaults, type RowFault, readFrom, readTo } from '../shared/redirect-addresses.ts'
import { FROM_MAX, REDIRECTS_MAX, TO_MAX } from '../shared/redirect-limits.ts'
import type { Redirect } from '../shared/redirects.ts'
import { describeStep } from './pasted-redirects.ts'
import type { Redirects } from './use-redirects.ts'

interface RedirectFormProps {
  form: UseFormReturn<Redirect>
  redirects: Redirects
  /** The old address of the redirect that changes. null: the form adds one */
  changing: string | null
  onDone(): void
}

export function RedirectForm({ form, redirects, changing, onDone }: RedirectFormProps) {
  const { errors } = form.formState
  const { rows, busy, save } = redirects
  const index = changing === null ? -1 : rows.findIndex(({ from }) => from === changing)
  const isFull = index < 0 && rows.length >= REDIRECTS_MAX

  function fail(side: keyof Redirect, message: string) {
    form.setError(side, { type: 'server', message }, { shouldFocus: true })
  }

  /** Shows the first fault of a list in the field that causes it. @param at index of the form's row */
  function showFault(list: readonly Redirect[], at: number, fault: RowFault) {
    if (fault.row === at) fail(fault.side, fault.message)
    else fail('from', describeStep(list[fault.row] as Redirect))
  }

  async function send() {
    const typed = form.getValues()
    const from = readFrom(typed.from)
    const to = readTo(typed.to, [location.origin])
    form.clearErrors()
    // The first field takes the focus, so its error is set last.
    if (!to.ok) fail('to', to.error)
    if (!from.ok) fail('from', typed.from.trim() === '' ? 'Falta la dirección vieja.' : from.error)
    if (!from.ok || !to.ok || isFull) return
    const row = { from: from.value, to: to.value }
    const list = index < 0 ? [...rows, row] : rows.with(index, row)
    const at = index < 0 ? rows.length : index
    const known = rows.findIndex((each, other) => other !== index && each.from === row.from)
    if (known >= 0) return fail('from', `Ya está, y lleva a ${rows[known]?.to}.`)
    const [fault] = findRowFaults(list)
    if (fault) return showFault(list, at, fault)
    const refused = await save(list)
    if (refused === null) return
    if (refused[0]) return showFault(list, at, refused[0])
    notify({ title: index < 0 ? 'Agregado' : 'Actualizado', text: `${row.from} lleva a ${row.to}.` })
    onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <form noValidate className="redirect-form" onSubmit={submit}>
      <div className="redirect-fields">
        <LineField
          label="Dirección vieja"
          hint="Como /agenda.php o /agenda.php?id=7."
          error={errors.from?.message}
          maxLength={FROM_MAX}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...form.register('from', { onChange: () => form.clearErrors('from') })}
        />
        <LineField
          label="Lleva a"
          hint="Una página del sitio, como /fechas, o un enlace con https://."
          error={errors.to?.message}
          maxLength={TO_MAX}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...form.register('to', { onChange: () => form.clearErrors('to') })}
        />
      </div>
      <div className="screen-actions">
        <Button type="submit" kind="strong" isDisabled={busy || isFull}>
          {changing === null ? 'Agregar' : 'Guardar el cambio'}
        </Button>
        {changing !== null && <Button onClick={onDone}>Dejar como estaba</Button>}
      </div>
      {isFull && <p className="entry-hint">Son {REDIRECTS_MAX}: para agregar una, quitá otra.</p>}
    </form>
  )
}
