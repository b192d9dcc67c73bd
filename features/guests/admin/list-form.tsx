/** The settings of a list. */
import { useState } from 'react'
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { ConfirmAction } from '../../../platform/admin-layout/dialog.tsx'
import { LineField } from '../../../platform/forms/text-field.tsx'
import { isBlank } from '../../../platform/shared/text.ts'
import { Sentence } from '../../../platform/ui/sentence.tsx'
import {
  COMPANIONS_MAX,
  CONDITION_MAX,
  CONDITIONS_MAX,
  LIST_NAME_MAX,
  LIST_NOTE_MAX,
  QUOTA_MAX,
} from '../shared/guest-limits.ts'
import type { GuestList } from '../shared/guests.ts'
import { formatNumber } from '../shared/people-counts.ts'
import { describeListChanges, formatPeople, readWholeNumber } from './guest-words.ts'
import { LISTS_SEARCH } from './night-views.ts'
import { type NightActions, saveForm } from './use-night-actions.ts'

/** The typed texts. A blank quota, hour or note is null. */
interface TypedList {
  name: string
  quota: string
  closes: string
  conditions: { until: string; label: string }[]
  maxCompanions: string
  isPublic: boolean
  note: string
}

const toTyped = ({
  name,
  quota,
  closes,
  conditions,
  maxCompanions,
  isPublic,
  note,
}: GuestList): TypedList => ({
  name,
  quota: quota === null ? '' : String(quota),
  closes: closes ?? '',
  conditions: conditions.map(({ until, label }) => ({ until: until ?? '', label })),
  maxCompanions: String(maxCompanions),
  isPublic,
  note: note ?? '',
})

const toBody = ({ name, quota, closes, conditions, maxCompanions, isPublic, note }: TypedList) => ({
  name,
  quota: readWholeNumber(quota),
  closes: closes || null,
  conditions: conditions.map(({ until, label }) => ({ until: until || null, label })),
  maxCompanions: readWholeNumber(maxCompanions) ?? 0,
  isPublic,
  note: note || null,
})

const getBody = (list: GuestList) => toBody(toTyped(list))

const ONE_MORE = { until: '', label: '' }

interface ListFormProps {
  list: GuestList
  actions: NightActions
  onClose(): void
}

export function ListForm({ list, actions, onClose }: ListFormProps) {
  const [opened] = useState(list)
  const form = useForm<TypedList>({ defaultValues: toTyped(list) })
  const { errors } = form.formState
  const { busy } = actions
  const changes = describeListChanges(opened, list)

  const submit = form.handleSubmit(
    (typed): Promise<void> =>
      saveForm(actions, {
        save: () =>
          adminApi.put('/lists/:id', {
            params: { id: list._id },
            body: toBody(typed),
            etag: `"${list.version}"`,
          }),
        submit,
        onClose,
      }),
  )

  return (
    <form noValidate className="guest-form" onSubmit={(event) => void submit(event)}>
      <LineField
        label="Nombre de la lista"
        autoComplete="off"
        maxLength={LIST_NAME_MAX}
        error={errors.name?.message}
        {...form.register('name', { validate: (typed) => !isBlank(typed) || 'Falta el nombre de la lista.' })}
      />
      <Conditions form={form} />
      <div className="guest-fields">
        <LineField
          label="Cupo (opcional)"
          hint="Personas, con acompañantes."
          className="control control-mono"
          inputMode="numeric"
          autoComplete="off"
          error={errors.quota?.message}
          {...form.register('quota', {
            validate: (typed) =>
              isBlank(typed) ||
              isWhole(typed, 1, QUOTA_MAX) ||
              `Tiene que ser un número de 1 a ${formatNumber(QUOTA_MAX)}.`,
          })}
        />
        <LineField
          label="Cierra a las (opcional)"
          hint="Vacío: a la hora de la fecha."
          type="time"
          className="control control-mono"
          {...form.register('closes')}
        />
        <LineField
          label="Acompañantes"
          hint="Hasta cuántos lleva cada persona."
          className="control control-mono"
          inputMode="numeric"
          autoComplete="off"
          error={errors.maxCompanions?.message}
          {...form.register('maxCompanions', {
            validate: (typed) =>
              isWhole(typed, 0, COMPANIONS_MAX) || `Tiene que ser un número de 0 a ${COMPANIONS_MAX}.`,
          })}
        />
      </div>
      <label className="tick">
        <input type="checkbox" {...form.register('isPublic')} />
        Pública: en la página de la fecha dice «Anotate en la lista»
      </label>
      <LineField
        label="Nota (opcional)"
        hint="La ven solo los administradores."
        autoComplete="off"
        maxLength={LIST_NOTE_MAX}
        {...form.register('note')}
      />
      {list.version !== opened.version && (
        <p className="problem" role="alert">
          <Sentence>
            {`Otra persona cambió esta lista recién${changes && `: ${changes}`}. Lo tuyo sigue acá. Si guardás, queda lo tuyo.`}
          </Sentence>
        </p>
      )}
      <div className="screen-actions">
        <Button type="submit" kind="strong" isDisabled={busy}>
          Guardar cambios
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
        <RemoveList list={list} actions={actions} />
      </div>
    </form>
  )
}

function isWhole(typed: string, min: number, max: number): boolean {
  const value = readWholeNumber(typed)
  return value !== null && value >= min && value <= max
}

function Conditions({ form }: { form: UseFormReturn<TypedList> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'conditions' })
  const errors = form.formState.errors.conditions
  return (
    <fieldset className="guest-condition-rows">
      <legend className="entry-label">Qué tiene quien está en la lista</legend>
      <p className="entry-hint">En orden: primero lo de más temprano. Sin hora vale toda la noche.</p>
      {fields.map(({ id }, index) => (
        <div key={id} className="guest-condition">
          <LineField
            label="Hasta las"
            type="time"
            className="control control-mono"
            {...form.register(`conditions.${index}.until`)}
          />
          <LineField
            label="Qué"
            placeholder={index === 0 ? 'Gratis' : '$ 6.000'}
            autoComplete="off"
            maxLength={CONDITION_MAX}
            error={errors?.[index]?.label?.message}
            {...form.register(`conditions.${index}.label`, {
              validate: (typed) => !isBlank(typed) || 'Falta decir qué.',
            })}
          />
          {fields.length > 1 && (
            <Button aria-label={`Quitar la condición ${index + 1}`} onClick={() => remove(index)}>
              <span aria-hidden="true">×</span>
            </Button>
          )}
        </div>
      ))}
      {fields.length < CONDITIONS_MAX && <Button onClick={() => append(ONE_MORE)}>+ Después</Button>}
    </fieldset>
  )
}

/** Deletes the list with its guests. Undone on the same screen, the guests are back too. */
function RemoveList({ list, actions }: { list: GuestList; actions: NightActions }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const params = { id: list._id }
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Borrar la lista
      </Button>
      {isAsking && (
        <ConfirmAction
          question={`¿Borrar la lista «${list.name}»?`}
          consequence={
            list.invited === 0
              ? 'No tiene a nadie.'
              : `Se borra con ${formatPeople(list.invited)}. La puerta deja de verlas al instante.`
          }
          confirmLabel="Borrar"
          call={() => adminApi.delete('/lists/:id', { params })}
          isDoneWhenGone
          notice={{ title: 'Borrado' }}
          onDone={async () => {
            setAsking(false)
            await navigate(LISTS_SEARCH, { replace: true })
            actions.offerUndo({
              said: `Borraste la lista «${list.name}».`,
              back: `De vuelta: «${list.name}».`,
              takesFocus: true,
              undo: () => adminApi.put('/lists/:id', { params, body: getBody(list) }),
            })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
