/** Adds names to a list: one, or many that were pasted from a chat. Shows what was understood before it is sent. */
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { Field } from '../../../platform/forms/field.tsx'
import { IdempotencyKeys } from '../../../platform/forms/idempotency-keys.ts'
import { PlainDraftNote } from '../../../platform/forms/unsaved-draft/draft-notes.tsx'
import { usePlainDraft } from '../../../platform/forms/unsaved-draft/use-draft.ts'
import { isBlank } from '../../../platform/shared/text.ts'
import { notify } from '../../../platform/ui/notify.ts'
import { PASTED_TEXT_MAX } from '../shared/guest-limits.ts'
import { getNameKey } from '../shared/guest-names.ts'
import type { Guest, GuestList } from '../shared/guests.ts'
import { countPlaces, formatCount } from '../shared/people-counts.ts'
import { describePlaces, formatGuest, formatPeople } from './guest-words.ts'
import { listSearch, nightListsPath } from './night-views.ts'
import { countPeople, type UnderstoodGuest, understandNames } from './understood-names.ts'
import type { NightActions } from './use-night-actions.ts'

interface AddNamesProps {
  event: string
  list: GuestList
  /** All lists of the night. */
  lists: GuestList[]
  guests: Guest[]
  actions: NightActions
}

const NO_NAMES = { names: '' }

export function AddNames({ event, list, lists, guests, actions }: AddNamesProps) {
  const form = useForm({ defaultValues: NO_NAMES })
  const draft = usePlainDraft(nightListsPath(event) + listSearch(list._id), form, NO_NAMES)
  const [keys] = useState(() => new IdempotencyKeys())
  const [error, setError] = useState<string>()
  const previewId = useId()
  const text = form.watch('names')
  const isTyped = !isBlank(text)
  const known = useKnownNames(list, lists, guests, isTyped)
  const left = countPlaces(list)
  const understood = useMemo(() => understandNames(text, known, left), [text, known, left])
  const chosen = understood.ok ? understood.fitting : []
  const isOver = understood.ok && chosen.length < understood.guests.length
  const { run, busy, reload } = actions

  async function send() {
    if (!understood.ok || chosen.length === 0) {
      setError(understood.ok ? (isTyped ? NO_PLACE : NO_NAME) : understood.error)
      form.setFocus('names')
      return
    }
    const rest = understood.guests.slice(chosen.length)
    const body = { guests: chosen.map(({ name, companions }) => ({ name, companions })) }
    const key = keys.keyFor(JSON.stringify(body))
    const added = await run(
      () => adminApi.post('/lists/:id/guests', { params: { id: list._id }, body, key }),
      {
        again: send,
      },
    )
    if (!added) return
    if (!added.ok) {
      // Another administrator or the promoter may have taken the places, so the numbers are read again.
      if (added.problem.status === 409) await reload()
      return
    }
    keys.clear()
    form.reset({ names: rest.map(formatGuest).join('\n') })
    if (rest.length === 0) await draft.drop()
    notify({ title: 'Agregado', text: `${formatPeople(countPeople(chosen))}.` })
    await reload()
    form.setFocus('names')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <form noValidate className="guest-add" onSubmit={submit}>
      <Field
        label="Sumar nombres"
        hint="Uno por renglón. Podés pegar muchos, como vienen del chat: «Ana Gómez +2» son tres personas."
        error={error ?? (understood.ok ? undefined : understood.error)}
        describedBy={previewId}
      >
        {(control) => (
          <textarea
            className="control"
            rows={3}
            maxLength={PASTED_TEXT_MAX}
            autoCapitalize="words"
            autoComplete="off"
            spellCheck={false}
            {...form.register('names', { onChange: () => setError(undefined) })}
            {...control}
          />
        )}
      </Field>
      <div id={previewId} className="guest-understood">
        <p role="status">{understood.ok && isTyped && describeNames(understood.guests, understood.people)}</p>
        {understood.ok && isTyped && <Preview guests={understood.guests} fitting={chosen.length} />}
        <p role="status" className={isOver ? 'guest-over' : undefined}>
          {isTyped && left !== null && (isOver ? describeOver(left, chosen) : `${describePlaces(left)}.`)}
        </p>
      </div>
      <Button type="submit" kind="strong" isDisabled={busy}>
        {chosen.length === 0
          ? 'Sumar'
          : isOver
            ? `Sumar ${chosen.length === 1 ? 'el primero' : `los primeros ${chosen.length}`}`
            : `Sumar ${formatPeople(countPeople(chosen))}`}
      </Button>
      <PlainDraftNote draft={draft} />
    </form>
  )
}

const NO_NAME = 'Escribí un nombre.'
const NO_PLACE = 'No entra nadie más: subí el cupo en los ajustes de la lista.'

const describeOver = (left: number, fitting: UnderstoodGuest[]): string =>
  left === 0
    ? 'No entra nadie más: la lista está completa.'
    : `No entran todos. ${describePlaces(left)}: ${
        fitting.length === 0
          ? 'no alcanza para el primero.'
          : `alcanza para ${fitting.length === 1 ? 'el primero' : `los primeros ${fitting.length}`}. Los demás quedan acá.`
      }`

/** Maximum number of repeated names in the sentence. The others are counted. */
const REPEATED_SHOWN = 3

function describeNames(guests: UnderstoodGuest[], people: number): string {
  const names = formatCount(guests.length, 'nombre', 'nombres')
  const whole = people === guests.length ? names : `${names}, ${formatPeople(people)}`
  const repeated = guests.filter(({ isRepeated }) => isRepeated).map(({ name }) => name)
  if (repeated.length === 0) return `${whole}.`
  const shown = repeated.slice(0, REPEATED_SHOWN).join(', ')
  const more = repeated.length - REPEATED_SHOWN
  return `${whole}. Ya ${repeated.length === 1 ? 'está' : 'están'} en una lista: ${shown}${more > 0 ? ` y ${more} más` : ''}.`
}

const PREVIEW_MAX = 12

function Preview({ guests, fitting }: { guests: UnderstoodGuest[]; fitting: number }) {
  return (
    <ol className="guest-preview">
      {guests.slice(0, PREVIEW_MAX).map(({ name, companions, isRepeated }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text can repeat a name, and rows have no state
        <li key={index} data-out={index >= fitting ? '' : undefined}>
          <span>
            <bdi>{name}</bdi>
            {companions > 0 && <strong> +{companions}</strong>}
          </span>
          {isRepeated && <span className="mark">ya está</span>}
          {index >= fitting && <span className="mark">no entra</span>}
        </li>
      ))}
      {guests.length > PREVIEW_MAX && <li>y {guests.length - PREVIEW_MAX} más</li>}
    </ol>
  )
}

/** Returns the keys of the names on all lists of the night. Other lists are loaded once a name is typed. */
function useKnownNames(
  list: GuestList,
  lists: GuestList[],
  guests: Guest[],
  isNeeded: boolean,
): ReadonlySet<string> {
  const [others, setOthers] = useState<string[]>([])
  const otherIds = lists
    .filter(({ _id, invited }) => _id !== list._id && invited > 0)
    .map(({ _id }) => _id)
    .join(' ')
  useEffect(() => {
    if (!isNeeded || otherIds === '') return
    let isGone = false
    void Promise.all(
      otherIds.split(' ').map((id) => adminApi.get('/lists/:id/guests', { params: { id } })),
    ).then((answers) => {
      if (!isGone)
        setOthers(answers.flatMap((answer) => (answer.ok ? answer.value.data.map(({ name }) => name) : [])))
    })
    return () => {
      isGone = true
    }
  }, [isNeeded, otherIds])
  return useMemo(
    () => new Set([...others, ...guests.map(({ name }) => name)].map(getNameKey)),
    [others, guests],
  )
}
