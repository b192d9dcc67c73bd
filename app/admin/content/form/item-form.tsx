/**
 * The form of one item, new or edited: validates with the server's own schema (`resolverOf`), keeps a draft, sends, and lets
 * conflicts with somebody else's edit be resolved.
 */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Declaration } from '../../../../contract/content/fields.ts'
import { stateOf } from '../../../../contract/content/publication.ts'
import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { REQUIRED } from '../../../../contract/form-problems.ts'
import type { Answer, Sending } from '../../../client/api.ts'
import { cameFrom, cameFromScreen } from '../../../client/session.ts'
import { useClub } from '../../../club-words.ts'
import { leaveEdit } from '../../../enhance/edits.ts'
import { notify } from '../../../ui/notify.ts'
import { loadChunk } from '../../layout/lazy.tsx'
import { asAdministrator } from '../../layout/session-end.ts'
import { editPath, isScreen, type Step } from '../../paths.ts'
import type { Choice } from '../conflict/conflict.tsx'
import { changedNames, originOf, type Version, withValue } from '../conflict/merge.ts'
import { isAllOwn } from '../conflict/own.ts'
import { DraftNote, DropDraft, Dropped, Restored } from '../draft/draft-notes.tsx'
import { draftKey, writeDraft } from '../draft/drafts.ts'
import { useDraft } from '../draft/use-draft.ts'
import { leftIn, PICTURE_LEFT, showLeft } from '../fields/left.ts'
import { PictureQuestion } from '../fields/picture-question.tsx'
import { keepRowKeys } from '../fields/row-keys.ts'
import { madeOf } from '../list/just-made.ts'
import { buttonLabel, publicationNames } from '../publication/choice.ts'
import { PublicationEntry } from '../publication/publication-entry.tsx'
import { stateSentence } from '../publication/words.ts'
import { ActionBar } from './action-bar.tsx'
import { FormProblemRow, focusInvalidField, focusUnresolvedField, useFormProblem } from './form-problem.tsx'
import { callsOf, type ItemCalls } from './item-calls.ts'
import { ItemFields } from './item-fields.tsx'
import { fieldAround, focusFirst, goOnWithNext, useSaveKeys } from './keys.ts'
import { Preview } from './preview.tsx'
import { isKnown, messagesOf, resolverOf } from './resolver.ts'
import { SavedNote } from './saved-note.tsx'
import { rowIds, settle } from './settled.ts'
import { comparable, type FieldValue } from './typed.ts'
import { clashOf, type ItemDraft, useBasis } from './use-basis.ts'
import { useFilm } from './use-film.ts'
import { useSending } from './use-sending.ts'
import {
  altFieldOf,
  askedName,
  bodyToCreate,
  bodyToUpdate,
  DESCRIBE,
  fieldValue,
  type ItemBody,
  type ItemValues,
  isWhatWasSent,
  namesThatDiffer,
  publicationIn,
} from './values.ts'

/** Rarely does anybody else save meanwhile. */
const Conflict = lazy(() =>
  loadChunk('conflicto', async () => ({ default: (await import('../conflict/conflict.tsx')).Conflict })),
)

interface ItemFormProps {
  declaration: Declaration & { name: ResourceName }
  /** The address of the form, under which its draft is kept. */
  path: string
  draft: ItemDraft | null
  /** null: a new item. */
  version: Version | null
  /** Whether what was saved since the draft began was saved by whoever wrote it. */
  isOwn?: boolean
  /** What a new item begins with. */
  copy?: ItemValues
  /** How it is read and written, where that is not as items of a resource are. */
  calls?: ItemCalls
  /** Where one goes from it, where that is neither the menu nor the page from which it was opened. One does not stay then. */
  leads?: Leads
  /** It was saved, and one stays. */
  onSaved?: (version: Version) => void
  /** What stands around its fields, above its bar. @param base what the form began with */
  around?: (fields: ReactNode, base: ItemValues) => ReactNode
}

interface Leads {
  /** Once it is saved. */
  saved: string
  /** Without saving. */
  out: Step
  /** What the button says that saves. */
  label?: string
}

/**
 * To the page of the site that one came from, else to the screen of the back office, else to the menu. A new item leads to
 * the menu, which tells of it.
 */
function leadsFrom(
  page: string | null,
  screen: string | null,
  { menu }: Declaration['admin'],
  isNew: boolean,
): Leads {
  if (page !== null) return { saved: page, out: { to: page, label: 'Volver a la página' } }
  const back = screen ?? menu
  return { saved: isNew ? menu : back, out: { to: back, label: 'Volver' } }
}

const CANCELLED = 'Cancelaste el envío. Todo lo que escribiste sigue acá.'

const MEANWHILE = 'Otra persona guardó cambios mientras editabas. Mirá qué cambió y elegí.'

const MEANWHILE_OWN = 'Guardaste cambios desde otro lado mientras editabas acá. Mirá qué cambió y elegí.'

const TYPED_ON = 'Lo que escribiste después todavía no se guardó.'

const isSame = (one: FieldValue, other: FieldValue): boolean => comparable(one) === comparable(other)

/** What follows once it is saved. */
type Then = 'leave' | 'stay'

/** One form for new and edit: a new item needs every field, an edit keeps what is left blank. */
export function ItemForm(props: ItemFormProps) {
  const { declaration, path, draft, version, copy, calls = callsOf(declaration.name), around } = props
  const { create } = calls
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const location = useLocation()
  const isNew = version === null
  const [screen] = useState(() => cameFromScreen(location.state))
  const leads = props.leads ?? leadsFrom(cameFrom(search), screen, declaration.admin, isNew)
  const { timeZone } = useClub().identity
  const basis = useBasis(declaration, draft, version, timeZone, props.isOwn ?? false)
  const { first, clash, setClash, against, current, stored, goOnFrom } = basis
  const [isRestored, setRestored] = useState(draft !== null)
  const [dropped, setDropped] = useState<ItemValues | null>(null)
  const { problem, reportSilently, report, reportProblem, reportFields, clearProblem } = useFormProblem(
    declaration.noticeMs,
  )
  const pending = useRef(new Map<string, Promise<boolean>>()).current
  /** Pictures that were chosen for themselves, though they could be cut from another. */
  const chosen = useRef(new Set<string>()).current
  const element = useRef<HTMLFormElement>(null)
  const { progress, keyFor, send, cancel } = useSending()
  /** From the tap on: pictures are made ready and drafts noted before anything is sent. */
  const [isBusy, setBusy] = useState(false)
  const working = progress ?? (isBusy ? { sent: null } : null)
  /** What was last saved while one stayed, and when, ms since the epoch. */
  const [saved, setSaved] = useState<{ item: AnyEntity; at: number } | null>(null)
  /** The field with the caret when the form was saved: as it was typed, though it is stored with a space less. */
  const typedIn = useRef<{ name: string; typed: FieldValue } | null>(null)
  const openChoices = clash?.both.filter((name) => !clash.choices[name]).length ?? 0

  const form = useForm<ItemValues, unknown, ItemBody>({
    defaultValues: first.clash?.values ?? draft?.values ?? copy ?? first.origin.base,
    resolver: resolverOf(declaration, stored, timeZone),
    // The first faulty field is found on the page (below), where pictures and texts are fields too.
    shouldFocusError: false,
  })
  const [draftChoice, publishAt, unpublishAt] = useWatch({ control: form.control, name: publicationNames })
  const label =
    leads.label ??
    buttonLabel(
      publicationIn({ draft: draftChoice ?? '', publishAt: publishAt ?? '', unpublishAt: unpublishAt ?? '' }),
      isNew ? null : publicationIn(against.base),
      Date.now(),
      timeZone,
    )
  const canStay = !isNew && !props.leads
  const {
    status: draftStatus,
    savedAt,
    drop,
    resume,
    keep,
    noteAttempt,
  } = useDraft(path, form, {
    origin: basis.origin,
    isWorthKeeping: (values) =>
      namesThatDiffer(values, basis.origin.base).some((name) => !isAsSaved(name, values)),
    isRestored: draft !== null,
  })

  /** Whether a field differs from what is stored by nothing but how it was typed. */
  const isAsSaved = (name: string, values: ItemValues): boolean =>
    typedIn.current?.name === name && isSame(fieldValue(values, name), typedIn.current.typed)

  const { submitCount, errors } = form.formState
  useEffect(() => {
    if (submitCount > 0) focusInvalidField(element.current)
  }, [submitCount])

  // Where a keyboard is at hand anyway, one begins to write; a phone's would cover what one came to see.
  const isBlank = isNew && !draft && !copy
  useEffect(() => {
    if (isBlank && matchMedia('(hover: hover) and (pointer: fine)').matches) focusFirst(element.current)
  }, [isBlank])

  // Once the form has gone on from what was saved: what was typed meanwhile is a draft of that.
  useEffect(() => {
    if (saved) void keep()
  }, [saved, keep])

  useSaveKeys(() => {
    if (canStay) void submit('stay')
    // A new item would be published by it, and led away from: what is typed is kept, which is what was asked for.
    else void keep()
  })

  async function take(
    answer: Answer<AnyEntity> | 'cancelled' | null,
    sent: ItemBody,
    held: ItemValues,
    then: Then,
  ) {
    if (answer === null) return
    if (answer === 'cancelled') {
      reportSilently(CANCELLED, { again: () => void submit(then) })
      return
    }
    if (answer.ok) {
      await finish({ item: answer.value, etag: answer.etag }, held, then)
      return
    }
    const { problem } = answer
    if (problem.status === 412) {
      await showConflict({ sent, held, then })
      return
    }
    const known = (problem.errors ?? [])
      .map(({ field, message }) => ({ field: askedName(declaration, field), message }))
      .filter(({ field }) => isKnown(form.getValues(), field))
    reportProblem(problem, { again: () => void submit(then), fields: known.length })
    for (const { field, message } of known) form.setError(field, { type: 'server', message })
  }

  async function finish(saved: Version, held: ItemValues, then: Then) {
    const { item } = saved
    const notice = {
      title: isNew ? 'Creado' : 'Actualizado',
      text: create ? `${stateSentence(item, Date.now(), timeZone)}.` : 'Ya se ve en el sitio.',
      ms: declaration.noticeMs,
    } as const
    const isTypedOn = namesThatDiffer(form.getValues(), held).length > 0
    if (then === 'stay' || (isTypedOn && !isNew)) {
      goOn(saved, held)
      leaveEdit(null)
      notify(then === 'stay' ? notice : { ...notice, text: `${notice.text} ${TYPED_ON}` })
      return
    }
    // A new item is there by now: what was typed meanwhile goes on in its own form.
    if (isTypedOn) {
      const path = editPath(declaration, item._id)
      const origin = originOf(declaration, saved, timeZone)
      const values = settle(declaration, held, form.getValues(), origin.base, null)
      await Promise.all([writeDraft(draftKey(path), { values, origin }), drop()])
      notify({ ...notice, text: `${notice.text} ${TYPED_ON}` })
      void navigate(path)
      return
    }
    const dropped = drop()
    // Of what visitors do not see there is no page to come back to.
    const isSeen = !create || stateOf(item, Date.now()) === 'published'
    const target = isScreen(leads.saved) || isSeen ? leads.saved : declaration.admin.menu
    if (isScreen(target)) {
      notify(notice)
      // Back does not lead to a form that would make the same once more.
      void navigate(target, isNew ? { replace: true, state: { made: madeOf(declaration, item) } } : undefined)
      return
    }
    await dropped
    leaveEdit(notice)
    window.location.replace(target)
  }

  /** What was saved is what the form begins from now; caret, scroll and what was typed meanwhile stay. */
  function goOn(saved: Version, sent: ItemValues) {
    const { base } = goOnFrom(saved, true)
    const held = form.getValues()
    const name = fieldAround(document.activeElement, element.current)
    const now = settle(declaration, sent, held, base, name)
    for (const [field, value] of Object.entries(now)) {
      if (declaration.fields[field]?.kind === 'rows')
        keepRowKeys(rowIds(fieldValue(sent, field), fieldValue(base, field)))
      if (namesThatDiffer({ [field]: value }, { [field]: held[field] ?? null }).length > 0)
        form.setValue(field, value)
    }
    const isAsSent = name !== null && isSame(fieldValue(held, name), fieldValue(sent, name))
    typedIn.current = isAsSent ? { name, typed: fieldValue(now, name) } : null
    chosen.clear()
    setRestored(false)
    setDropped(null)
    setSaved({ item: saved.item, at: Date.now() })
    props.onSaved?.(saved)
  }

  /** The caret goes elsewhere: what was saved with a space less is shown so. */
  function leaveField(next: Element | null) {
    const left = typedIn.current
    if (!left || fieldAround(next, element.current) === left.name) return
    typedIn.current = null
    if (isSame(fieldValue(form.getValues(), left.name), left.typed))
      form.setValue(left.name, fieldValue(current.current.base, left.name))
  }

  function call(body: ItemBody, sending: Sending) {
    if (version) return calls.update(version.item._id, body, { ...sending, etag: current.current.etag })
    if (!create) throw new Error('there is nothing to create')
    return create(body, sending)
  }

  async function submit(then: Then) {
    if (isBusy) return
    setBusy(true)
    try {
      await save(then)
    } finally {
      setBusy(false)
    }
  }

  async function save(then: Then) {
    clearProblem()
    setDropped(null)
    const areThere = await Promise.all(pending.values())
    const left = leftIn(element.current) ?? (areThere.includes(false) ? PICTURE_LEFT : null)
    if (left !== null) {
      report(left)
      showLeft(element.current)
      return
    }
    if (openChoices > 0) {
      report('Falta elegir qué queda de lo que cambiaron los dos.', { fields: openChoices })
      focusUnresolvedField(element.current)
      return
    }
    // What is judged, and sent: what is typed from now on is not.
    const held = structuredClone(form.getValues())
    await form.handleSubmit(
      async (checked) => {
        const changed = changedNames(declaration, held, current.current.base)
        const body = isNew
          ? bodyToCreate(checked, timeZone)
          : bodyToUpdate(declaration, checked, changed, timeZone)
        const text = JSON.stringify(body)
        const isAsBefore = draft !== null && namesThatDiffer(held, draft.values).length === 0
        // A page that is closed before the answer comes still knows, when it is opened again, what it sent and as what.
        if (isNew) await noteAttempt(keyFor(text, isAsBefore ? draft?.attempt : undefined))
        await take(await send(text, (sending) => asAdministrator(call(body, sending))), body, held, then)
      },
      (fieldErrors) => {
        const messages = messagesOf(fieldErrors)
        reportFields(
          messages.length,
          messages.some((message) => message === REQUIRED || message === DESCRIBE),
        )
      },
    )()
  }

  const addFilm = useFilm({
    form,
    version,
    calls,
    current,
    goOnFrom,
    showConflict: async () => {
      await showConflict(null)
      return MEANWHILE
    },
  })

  /**
   * Reads what somebody else saved and lays it beside what was to be saved here.
   * @param attempt null: not the form itself
   */
  async function showConflict(attempt: { sent: ItemBody; held: ItemValues; then: Then } | null) {
    if (version === null) return
    const answer = await asAdministrator(calls.one(version.item._id))
    if (!answer.ok) {
      reportProblem(answer.problem, { again: () => void submit(attempt?.then ?? 'leave') })
      return
    }
    const other = { item: answer.value, etag: answer.etag }
    // It was this very form, whose answer got lost on the way.
    if (attempt && isWhatWasSent(declaration, attempt.sent, other.item)) {
      await finish(other, attempt.held, attempt.then)
      return
    }
    const isOwn =
      create !== undefined && (await isAllOwn(declaration.name, other.item._id, current.current.etag))
    const next = clashOf(declaration, current.current, form.getValues(), other, timeZone, isOwn)
    setClash(next)
    for (const [name, value] of Object.entries(next.values)) form.setValue(name, value)
    report(isOwn ? MEANWHILE_OWN : MEANWHILE, { fields: next.both.length })
  }

  function choose(name: string, choice: Choice) {
    if (!clash) return
    const from = choice === 'mine' ? clash.mine : clash.now.base
    for (const [field, value] of Object.entries(withValue(form.getValues(), name, from)))
      form.setValue(field, value)
    setClash({ ...clash, choices: { ...clash.choices, [name]: choice } })
  }

  function startOver() {
    setDropped(structuredClone(form.getValues()))
    void drop()
    setRestored(false)
    clearProblem()
    form.reset(copy ?? against.base)
  }

  function bringBack() {
    if (!dropped) return
    resume()
    for (const [name, value] of Object.entries(dropped)) form.setValue(name, value)
    // The button goes; the first field that it changed goes on.
    const changed = new Set(namesThatDiffer(dropped, against.base).map((name) => altFieldOf(name) ?? name))
    const names = [...Object.keys(declaration.fields), ...publicationNames]
    const first = names.find((name) => changed.has(name))
    if (first !== undefined) form.setFocus(first)
    setDropped(null)
  }

  const keepsSome = Object.values(declaration.fields).some(({ optional }) => !optional)
  const fields = (
    <>
      {isRestored && draft && <Restored savedAt={draft.savedAt} onDrop={startOver} />}
      {clash && (
        <Suspense>
          <Conflict key={clash.now.etag} declaration={declaration} clash={clash} onChoose={choose} />
        </Suspense>
      )}
      <ItemFields
        declaration={declaration}
        item={stored?.item}
        base={against.base}
        pending={pending}
        chosen={chosen}
        addFilm={addFilm}
        publication={create && <PublicationEntry item={stored?.item} />}
      />
      {!isNew && (
        <p className="entry-hint">
          Si dejás vacío un campo opcional, queda vacío.
          {keepsSome && ' Los demás quedan como estaban.'}
        </p>
      )}
      <DropDraft status={draftStatus} onDrop={startOver} />
    </>
  )

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        className="item-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit('leave')
        }}
        onKeyDown={goOnWithNext}
        onBlur={({ relatedTarget }) => leaveField(relatedTarget)}
      >
        {around ? around(fields, against.base) : fields}
        <ActionBar
          label={canStay ? `${label} y volver` : label}
          stay={canStay ? { label, onSave: () => void submit('stay') } : undefined}
          progress={working}
          onCancel={progress ? cancel : undefined}
          note={
            <>
              <DraftNote status={draftStatus} savedAt={savedAt} />
              <SavedNote
                // What is typed from then on has a note of its own.
                saved={draftStatus === 'none' ? saved : null}
                resource={create && declaration.name}
              />
            </>
          }
          rows={
            <>
              <Dropped dropped={dropped} onUndo={bringBack} />
              {problem && (
                <FormProblemRow
                  problem={problem}
                  invalidCount={messagesOf(errors).length + openChoices}
                  label={label}
                />
              )}
            </>
          }
        >
          {create && <Preview resource={declaration.name} item={stored?.item} />}
          <Link
            // A phone has the way that stands above the form, and little room.
            className={props.leads || !isScreen(leads.out.to) ? 'button' : 'button bar-back'}
            to={leads.out.to}
            reloadDocument={!isScreen(leads.out.to)}
          >
            {leads.out.label}
          </Link>
        </ActionBar>
      </form>
      <PictureQuestion />
    </FormProvider>
  )
}
