import '../item/item.css'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { Button } from '../../../admin-layout/button.tsx'
import { useModal } from '../../../admin-layout/overlay.tsx'
import { useFormProblem } from '../../../forms/form-problem.tsx'
import { useClub } from '../../../pages/club-settings.ts'
import { REQUIRED } from '../../../shared/text/text.ts'
import { notify } from '../../../ui/notify.ts'
import type { Column, Declaration } from '../../shared/fields.ts'
import { getDeclaration, type ResourceName } from '../../shared/resources.ts'
import { toRequestValue } from '../form/field-values.ts'
import { type FoundReference, toFoundReference } from './found-references.ts'
import { columnInput, columnInputs } from './rows/column-input.tsx'

type Input = Exclude<Column, { kind: 'reference' }>

/** Returns the required fields that have a control. */
const listRequired = ({ fields }: Declaration): [string, Input][] =>
  Object.entries(fields).filter(
    (entry): entry is [string, Input] => !entry[1].optional && entry[1].kind in columnInputs,
  )

interface CreateReferencedProps {
  /** Names of the resources of which an item can be created. */
  to: readonly string[]
  /** The typed name. */
  name: string
  onCreated: (found: FoundReference) => void
  onClose: () => void
}

/** Dialog that creates an item to which a field refers, with the fields that the item needs. */
export function CreateReferenced({ to, name, onCreated, onClose }: CreateReferencedProps) {
  const dialog = useModal()
  const id = useId()
  const [resource, setResource] = useState(to[0] as ResourceName)
  const declaration = getDeclaration(resource)
  const { noticeMs: ms, words, nameField } = declaration
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const { timeZone } = useClub().identity
  const { problem, reportProblem, reportFields, clearProblem } = useFormProblem(ms)
  const inputs = listRequired(declaration)
  const getText = (field: string) => typed[field] ?? (field === nameField ? name : '')

  async function create(draft: boolean) {
    if (busy) return
    clearProblem()
    const blank = inputs.filter(([field]) => getText(field).trim() === '')
    setErrors(Object.fromEntries(blank.map(([field]) => [field, REQUIRED])))
    if (blank.length > 0) return reportFields(blank.length, true)
    setBusy(true)
    const itemName = getText(nameField)
    const pictures = inputs.filter(([, { kind }]) => kind === 'image')
    const body = {
      ...Object.fromEntries(
        inputs.map(([field, input]) => [field, toRequestValue(input, getText(field), timeZone)]),
      ),
      // A portrait shows the artist, so the name is its text alternative.
      ...(pictures.length > 0 && { alt: Object.fromEntries(pictures.map(([field]) => [field, itemName])) }),
      draft,
    }
    const answer = await adminApi.post(`/${resource}`, { body })
    setBusy(false)
    if (!answer.ok) {
      const shown = (answer.problem.errors ?? []).filter(({ field }) =>
        inputs.some(([name]) => name === field),
      )
      setErrors(Object.fromEntries(shown.map(({ field, message }) => [field, message])))
      reportProblem(answer.problem, { fields: shown.length })
      return
    }
    const found = toFoundReference(resource, answer.value)
    notify({ title: 'Creado', text: `«${found.name}», ${found.facts}.`, ms })
    dialog.current?.close()
    onCreated(found)
  }
  const change = (field: string, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _, ...others }) => others)
  }

  // The dialog is outside of the item's form, because HTML has no form within a form. React events still reach that form.
  return createPortal(
    <dialog
      ref={dialog}
      className="dialog create-referenced"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-place`}
      onClose={onClose}
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      onBlur={(event) => event.stopPropagation()}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void create(false)
        }}
      >
        <h2 id={`${id}-title`}>La página de «{getText(nameField)}»</h2>
        <fieldset className="create-referenced-places">
          <legend id={`${id}-place`}>Queda en</legend>
          {(to as ResourceName[]).map((one) => (
            <label key={one}>
              <input type="radio" name={id} checked={one === resource} onChange={() => setResource(one)} />{' '}
              {getDeclaration(one).words.many}
            </label>
          ))}
        </fieldset>
        {inputs.map(([field, input]) => (
          <div key={field}>
            {columnInput({
              field: input,
              described: { label: input.label, hint: input.hint, error: errors[field] },
              typed: {
                value: getText(field),
                onChange: (value) => change(field, typeof value === 'string' ? value : value.target.value),
                onBlur: () => {},
              },
              onPicture: (prepared) =>
                void prepared.then((result) => {
                  if (typeof result !== 'string') change(field, result.picture)
                }),
              hasFailed: false,
            })}
          </div>
        ))}
        {problem && (
          <p key={problem.attempt} className="problem" role="alert">
            {problem.detail}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={() => dialog.current?.close()}>Volver</Button>
          <Button isDisabled={busy} onClick={() => void create(true)}>
            Guardar borrador
          </Button>
          <Button type="submit" kind="strong" isDisabled={busy}>
            {busy ? 'Creando…' : `Publicar ${words.one}`}
          </Button>
        </div>
      </form>
    </dialog>,
    document.querySelector('.admin') ?? document.body,
  )
}
