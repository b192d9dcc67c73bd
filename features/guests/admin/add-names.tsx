/** Adds names to a list: one, or many that were pasted from a chat. Every line is shown before it is saved. */
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { Field } from '../../../platform/forms/field.tsx'
import { IdempotencyKeys } from '../../../platform/forms/idempotency-keys.ts'
import { PlainDraftNote } from '../../../platform/forms/unsaved-draft/draft-notes.tsx'
import { usePlainDraft } from '../../../platform/forms/unsaved-draft/use-draft.ts'
import { isBlank } from '../../../platform/shared/text/text.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { notify } from '../../../platform/ui/notify.ts'
import { PASTED_TEXT_MAX } from '../shared/guest-limits.ts'
import { getNameKey } from '../shared/guest-names.ts'
import type { Guest, GuestList } from '../shared/guests.ts'
import { countPlaces, formatCount } from '../shared/people-counts.ts'
import { ChooseChat } from './chat-export/choose-chat.tsx'
import { describePlaces, formatPeople } from './guest-words.ts'
import { NameReview } from './name-review.tsx'
import { listSearch, nightListsPath } from './night-views.ts'
import {
  countPeople,
  type Decisions,
  keyOfLine,
  type ReviewedGuest,
  type ReviewedNames,
  reviewNames,
} from './reviewed-names.ts'
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
const NO_DECISIONS: Decisions = new Map()

export function AddNames({ event, list, lists, guests, actions }: AddNamesProps) {
  const form = useForm({ defaultValues: NO_NAMES })
  const draft = usePlainDraft(nightListsPath(event) + listSearch(list._id), form, NO_NAMES)
  const [keys] = useState(() => new IdempotencyKeys())
  const [error, setError] = useState<string>()
  const [decisions, setDecisions] = useState(NO_DECISIONS)
  const formId = useId()
  const summaryId = useId()
  const summary = useRef<HTMLDivElement>(null)
  const text = form.watch('names')
  const isTyped = !isBlank(text)
  const names = useKnownNames(list, lists, guests, isTyped)
  const left = countPlaces(list)
  const { maxCompanions } = list
  const review = useMemo(
    () => reviewNames(text, decisions, { names, maxCompanions, left }),
    [text, decisions, names, maxCompanions, left],
  )
  const chosen = review.ok ? review.guests : []
  const open = review.ok ? review.lines.filter(({ state }) => state === 'open') : []
  const people = countPeople(chosen)
  const isOver = left !== null && people > left
  const { run, busy, reload } = actions

  async function send() {
    if (!review.ok || chosen.length === 0 || isOver) {
      setError(explain(review, { isTyped, open: open.length, isOver }))
      form.setFocus('names')
      return
    }
    const body = { guests: chosen.map(({ name, companions, note }) => ({ name, companions, note })) }
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
    setDecisions(NO_DECISIONS)
    form.reset({ names: open.map(({ line }) => line.text).join('\n') })
    if (open.length === 0) await draft.drop()
    notify({ title: 'Agregado', text: `${formatPeople(people)}.` })
    await reload()
    form.setFocus('names')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <div className="guest-add">
      <form noValidate id={formId} onSubmit={submit}>
        <Field
          label="Sumar nombres"
          hint="Uno por renglón. Podés pegar muchos, como vienen del chat: «Ana Gómez +2» son tres personas."
          error={error ?? (review.ok ? undefined : review.error)}
          describedBy={summaryId}
        >
          {(control) => (
            <textarea
              className="control"
              data-reviewed={chosen.length + open.length > 1 || undefined}
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
      </form>
      <ChooseChat
        typed={text}
        onText={(chosenText) => {
          setError(undefined)
          flushSync(() => form.setValue('names', chosenText, { shouldDirty: true }))
          // The text is above the lines, and its keyboard would cover them on a phone.
          summary.current?.focus()
        }}
      />
      <div id={summaryId} ref={summary} tabIndex={-1} className="guest-understood">
        <p {...liveRegion}>{review.ok && isTyped && describeNames(chosen, people, open.length)}</p>
        <p {...liveRegion} className={isOver ? 'guest-over' : undefined}>
          {isTyped &&
            left !== null &&
            (isOver ? `No entran todos: ${describePlaces(left).toLowerCase()}.` : `${describePlaces(left)}.`)}
        </p>
      </div>
      {review.ok && isTyped && (
        <NameReview
          lines={review.lines}
          onDecide={(line, decided) => {
            setError(undefined)
            setDecisions(new Map(decisions).set(keyOfLine(line), decided))
          }}
        />
      )}
      <div className="guest-add-end">
        <Button type="submit" form={formId} kind="strong" isDisabled={busy}>
          {chosen.length === 0 ? 'Sumar' : `Sumar ${formatPeople(people)}`}
        </Button>
      </div>
      <PlainDraftNote draft={draft} />
    </div>
  )
}

function explain(
  review: ReviewedNames,
  { isTyped, open, isOver }: { isTyped: boolean; open: number; isOver: boolean },
): string {
  if (!review.ok) return review.error
  if (isOver) return 'No entran todos: quitá a alguien, o subí el cupo en los ajustes de la lista.'
  if (!isTyped) return 'Escribí un nombre.'
  return open > 0 ? 'Mirá los renglones marcados y decidí cuáles sumar.' : 'No encontramos ningún nombre.'
}

/** Maximum number of repeated names in the sentence. The others are counted. */
const REPEATED_SHOWN = 3

function describeNames(guests: readonly ReviewedGuest[], people: number, open: number): string {
  const names = formatCount(guests.length, 'nombre', 'nombres')
  const whole = people === guests.length ? names : `${names}, ${formatPeople(people)}`
  const doubts = open === 0 ? '' : ` ${formatCount(open, 'renglón para mirar', 'renglones para mirar')}.`
  const repeated = guests.filter(({ isRepeated }) => isRepeated).map(({ name }) => name)
  if (repeated.length === 0) return `${whole}.${doubts}`
  const shown = repeated.slice(0, REPEATED_SHOWN).join(', ')
  const more = repeated.length - REPEATED_SHOWN
  return `${whole}.${doubts} Ya ${repeated.length === 1 ? 'está' : 'están'} en una lista: ${shown}${more > 0 ? ` y ${more} más` : ''}.`
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
