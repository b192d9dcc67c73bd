/** The settings of a list. */
import { useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { ConfirmAction } from '../../../platform/admin-layout/dialog.tsx'
import { LineField } from '../../../platform/forms/text-field.tsx'
import { getItemSelector } from '../../../platform/forms/undo.tsx'
import { isBlank } from '../../../platform/shared/text/text.ts'
import { passFocus } from '../../../platform/ui/focus.ts'
import { Sentence } from '../../../platform/ui/sentence.tsx'
import {
  COMPANIONS_MAX,
  CONDITION_MAX,
  CONDITIONS_MAX,
  LIST_NAME_MAX,
  LIST_NOTE_MAX,
  QUOTA_MAX,
} from '../shared/guest-limits.ts'
import type { GuestList, ListBody } from '../shared/guests.ts'
import { describeListChanges, formatPeople } from './guest-words.ts'
import { LISTS_SEARCH } from './night-views.ts'
import { NumberField, textOrNull, wholeNumber } from './number-field.tsx'
import { formatDoorPrice, priceRules, readPrice } from './price-text.ts'
import { SavedForm } from './saved-form.tsx'
import type { NightActions } from './use-night-actions.ts'

const ONE_MORE = { until: null, label: '', price: '' }

/** Values of the form: prices are texts, as they were typed. */
type FormValues = Omit<ListBody, 'conditions'> & {
  conditions: { until: string | null; label: string; price: string }[]
}

const toFormValues = ({ conditions, ...list }: ListBody): FormValues => ({
  ...list,
  conditions: conditions.map(({ price, ...condition }) => ({
    ...condition,
    price: price === null ? '' : formatDoorPrice(price),
  })),
})

const toListBody = ({ conditions, ...list }: FormValues): ListBody => ({
  ...list,
  conditions: conditions.map(({ price, ...condition }) => ({ ...condition, price: readPrice(price) })),
})

interface ListFormProps {
  list: GuestList
  actions: NightActions
  /** See SavedForm. */
  opener: string
  onClose(): void
}

export function ListForm({ list, actions, opener, onClose }: ListFormProps) {
  const [opened] = useState(list)
  const form = useForm<FormValues>({ defaultValues: toFormValues(list) })
  const { errors } = form.formState
  const changes = describeListChanges(opened, list)
  return (
    <SavedForm
      form={form}
      save={(values) =>
        adminApi.put('/lists/:id', {
          params: { id: list._id },
          body: toListBody(values),
          etag: `"${list.version}"`,
        })
      }
      label="Guardar cambios"
      conflict={
        list.version !== opened.version && (
          <Sentence>
            {`Otra persona cambió esta lista recién${changes && `: ${changes}`}. Lo tuyo sigue acá. Si guardás, queda lo tuyo.`}
          </Sentence>
        )
      }
      actions={actions}
      opener={opener}
      onClose={onClose}
      more={<RemoveList list={list} actions={actions} />}
    >
      <LineField
        label="Nombre de la lista"
        autoComplete="off"
        maxLength={LIST_NAME_MAX}
        error={errors.name?.message}
        {...form.register('name', { validate: (typed) => !isBlank(typed) || 'Falta el nombre de la lista.' })}
      />
      <Conditions form={form} />
      {list.kind === 'guests' && (
        <>
          <div className="guest-fields">
            <NumberField
              label="Cupo (opcional)"
              hint="Personas, con acompañantes."
              error={errors.quota?.message}
              {...form.register('quota', wholeNumber(1, QUOTA_MAX, null))}
            />
            <LineField
              label="Cierra a las (opcional)"
              hint="Vacío: a la hora de la fecha."
              type="time"
              className="control control-mono"
              {...form.register('closes', textOrNull)}
            />
            <NumberField
              label="Acompañantes"
              hint="Hasta cuántos lleva cada persona."
              error={errors.maxCompanions?.message}
              {...form.register('maxCompanions', wholeNumber(0, COMPANIONS_MAX))}
            />
          </div>
          <label className="tick">
            <input type="checkbox" {...form.register('isPublic')} />
            Pública: en la página de la fecha dice «Anotate en la lista»
          </label>
        </>
      )}
      <LineField
        label="Nota (opcional)"
        hint="La ven solo los administradores."
        autoComplete="off"
        maxLength={LIST_NOTE_MAX}
        {...form.register('note', textOrNull)}
      />
    </SavedForm>
  )
}

function Conditions({ form }: { form: UseFormReturn<FormValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'conditions' })
  const errors = form.formState.errors.conditions
  const add = useRef<HTMLButtonElement>(null)

  /** Fills an empty price from a text that is one: 'Gratis', '$ 6.000'. */
  function proposePrice(index: number) {
    const { label, price } = form.getValues(`conditions.${index}`)
    const proposed = isBlank(price) ? readPrice(label) : null
    if (proposed) form.setValue(`conditions.${index}.price`, formatDoorPrice(proposed))
  }
  return (
    <fieldset className="guest-condition-rows">
      <legend className="entry-label">Qué tiene quien está en la lista</legend>
      <p className="entry-hint">
        En orden: primero lo de más temprano. Sin hora vale toda la noche. El precio es por persona, y con él
        «La noche» suma la plata.
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className="guest-condition" ref={passFocus(() => add.current)}>
          <LineField
            label="Hasta las"
            type="time"
            className="control control-mono"
            {...form.register(`conditions.${index}.until`, textOrNull)}
          />
          <LineField
            label="Qué"
            placeholder={index === 0 ? 'Gratis' : '$ 6.000'}
            autoComplete="off"
            maxLength={CONDITION_MAX}
            error={errors?.[index]?.label?.message}
            {...form.register(`conditions.${index}.label`, {
              validate: (typed) => !isBlank(typed) || 'Falta decir qué.',
              onBlur: () => proposePrice(index),
            })}
          />
          <LineField
            label="Precio (opcional)"
            autoComplete="off"
            className="control control-mono"
            error={errors?.[index]?.price?.message}
            {...form.register(`conditions.${index}.price`, priceRules(true))}
          />
          {fields.length > 1 && (
            <Button aria-label={`Quitar la condición ${index + 1}`} onClick={() => remove(index)}>
              <span aria-hidden="true">×</span>
            </Button>
          )}
        </div>
      ))}
      {fields.length < CONDITIONS_MAX && (
        <Button ref={add} onClick={() => append(ONE_MORE)}>
          + Después
        </Button>
      )}
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
              next: getItemSelector(list._id),
              undo: () => adminApi.put('/lists/:id', { params, body: list }),
            })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
