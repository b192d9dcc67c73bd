/**
 * The form of one item, new or edited: validates with the server's own schema (`resolverOf`), keeps a draft, sends, and lets
 * conflicts with somebody else's edit be resolved.
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import {
  type FieldErrors,
  FormProvider,
  type Resolver,
  type ResolverOptions,
  useForm,
  useWatch,
} from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { type Declaration, titleField } from '../../../../contract/content/fields.ts'
import { stateOf } from '../../../../contract/content/publication.ts'
import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { createSchema, updateSchema } from '../../../../contract/content/schemas.ts'
import { toTitle } from '../../../../contract/content/titles.ts'
import { REQUIRED } from '../../../../contract/form-problems.ts'
import { type Answer, api, type Sending } from '../../../client/api.ts'
import { cameFrom } from '../../../client/session.ts'
import { useClub } from '../../../club-words.ts'
import { leaveEdit } from '../../../enhance/edits.ts'
import { notify } from '../../../ui/notify.ts'
import { asAdministrator } from '../../layout/session-end.ts'
import { isScreen, type Step } from '../../paths.ts'
import type { Choice, Clash } from '../conflict/conflict.tsx'
import { changedNames, merge, type Origin, originOf, type Version, withValue } from '../conflict/merge.ts'
import { DraftLine, Dropped, Restored } from '../draft/draft-notes.tsx'
import type { Draft } from '../draft/drafts.ts'
import { useDraft } from '../draft/use-draft.ts'
import { leftIn, PICTURE_LEFT, showLeft } from '../fields/left.ts'
import { buttonLabel, publicationNames, publicationProblems } from '../publication/choice.ts'
import { PublicationEntry } from '../publication/publication-entry.tsx'
import { stateSentence } from '../publication/words.ts'
import { ActionBar } from './action-bar.tsx'
import { FormProblemRow, focusInvalidField, focusUnresolvedField, useFormProblem } from './form-problem.tsx'
import { ItemFields } from './item-fields.tsx'
import { Preview } from './preview.tsx'
import { NO_PICTURE } from './typed.ts'
import { useSending } from './use-sending.ts'
import {
  altFieldOf,
  altsMissing,
  askedName,
  bodyToCreate,
  bodyToUpdate,
  DESCRIBE,
  emptyValues,
  fieldValue,
  flat,
  type ItemBody,
  type ItemValues,
  isWhatWasSent,
  namesThatDiffer,
  publicationIn,
  sentValues,
} from './values.ts'

/** Rarely does anybody else save meanwhile. */
const Conflict = lazy(async () => ({ default: (await import('../conflict/conflict.tsx')).Conflict }))

type ItemDraft = Draft<ItemValues, Origin>

interface ItemFormProps {
  declaration: Declaration & { name: ResourceName }
  /** The address of the form, under which its draft is kept. */
  path: string
  draft: ItemDraft | null
  /** null: a new item. */
  version: Version | null
  /** What a new item begins with. */
  copy?: ItemValues
  /** How it is read and written, where that is not as items of a resource are. */
  calls?: ItemCalls
  /** Where one goes from it, where that is neither the menu nor the page from which it was opened. */
  leads?: Leads
  /** What stands around its fields, above its bar. @param base what the form began with */
  around?: (fields: ReactNode, base: ItemValues) => ReactNode
}

interface Leads {
  /** Once it is saved. */
  saved: string
  /** Without saving. */
  out: Step
}

/** What the form asks of the API. Without `create` there is one item, which is always there and always seen. */
export interface ItemCalls {
  one(id: string): Promise<Answer<AnyEntity>>
  create?(body: ItemBody, sending: Sending): Promise<Answer<AnyEntity>>
  update(id: string, body: ItemBody, sending: Sending): Promise<Answer<AnyEntity>>
  /** Where it has a film, which goes in by itself and is seen at once. */
  addFilm?(film: Blob, sending: Sending): Promise<Answer<AnyEntity>>
}

/** To the page of the site that one came from, else to the menu. */
const leadsFrom = (from: string | null, { menu }: Declaration['admin']): Leads =>
  from === null
    ? { saved: menu, out: { to: menu, label: 'Volver' } }
    : { saved: from, out: { to: from, label: 'Volver a la página' } }

const callsOf = (resource: ResourceName): ItemCalls => ({
  one: (id) => api.one(resource, id),
  create: (body, sending) => api.create(resource, body, sending),
  update: (id, body, sending) => api.update(resource, id, body, sending),
})

const CANCELLED = 'Cancelaste el envío. Todo lo que escribiste sigue acá.'

const FILM_AGAIN = 'Después subí el film de nuevo.'

const MEANWHILE = 'Otra persona guardó cambios mientras editabas. Mirá qué cambió y elegí.'

/** One form for new and edit: a new item needs every field, an edit keeps what is left blank. */
export function ItemForm(props: ItemFormProps) {
  const { declaration, path, draft, version, copy, calls = callsOf(declaration.name), around } = props
  const { create } = calls
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const leads = props.leads ?? leadsFrom(cameFrom(search), declaration.admin)
  const { timeZone } = useClub().identity
  const isNew = version === null
  const [{ origin: firstOrigin, clash: firstClash }] = useState(() =>
    begin(declaration, draft, version, timeZone),
  )
  /** What this form wrote itself while it was open: it goes on from there. */
  const [adopted, setAdopted] = useState<{ version: Version; origin: Origin } | null>(null)
  const origin = adopted?.origin ?? firstOrigin
  const [clash, setClash] = useState(firstClash)
  const [isRestored, setRestored] = useState(draft !== null)
  const [dropped, setDropped] = useState<ItemValues | null>(null)
  const { problem, reportSilently, report, reportProblem, reportFields, clearProblem } = useFormProblem(
    declaration.noticeMs,
  )
  const pending = useRef(new Map<string, Promise<boolean>>()).current
  const element = useRef<HTMLFormElement>(null)
  const { progress, keyFor, send, cancel } = useSending()
  /** From the tap on: pictures are made ready and drafts noted before anything is sent. */
  const [isBusy, setBusy] = useState(false)
  const working = progress ?? (isBusy ? { sent: null } : null)
  /** The item as it is stored, so far as is known here. */
  const stored = clash?.version ?? adopted?.version ?? version
  const against = clash?.now ?? origin
  /** The same for a film, which is on its way while the form goes on. */
  const current = useRef(against)
  current.current = against
  const openChoices = clash?.both.filter((name) => !clash.choices[name]).length ?? 0

  const form = useForm<ItemValues, unknown, ItemBody>({
    defaultValues: firstClash?.values ?? draft?.values ?? copy ?? origin.base,
    resolver: resolverOf(declaration, stored, timeZone),
    // The first faulty field is found on the page (below), where pictures and texts are fields too.
    shouldFocusError: false,
  })
  const [draftChoice, publishAt, unpublishAt] = useWatch({ control: form.control, name: publicationNames })
  const label = buttonLabel(
    publicationIn({ draft: draftChoice ?? '', publishAt: publishAt ?? '', unpublishAt: unpublishAt ?? '' }),
    isNew ? null : publicationIn(against.base),
    Date.now(),
    timeZone,
  )
  const {
    status: draftStatus,
    drop,
    resume,
    noteAttempt,
  } = useDraft(path, form, {
    origin,
    isWorthKeeping: (values) => namesThatDiffer(values, origin.base).length > 0,
    isRestored: draft !== null,
  })

  const { submitCount, errors } = form.formState
  useEffect(() => {
    if (submitCount > 0) focusInvalidField(element.current)
  }, [submitCount])

  async function take(answer: Answer<AnyEntity> | 'cancelled' | null, sent: ItemBody) {
    if (answer === null) return
    if (answer === 'cancelled') {
      reportSilently(CANCELLED, { again: 'submit' })
      return
    }
    if (answer.ok) {
      await finish(answer.value)
      return
    }
    const { problem } = answer
    if (problem.status === 412) {
      await showConflict(sent)
      return
    }
    const known = (problem.errors ?? [])
      .map(({ field, message }) => ({ field: askedName(declaration, field), message }))
      .filter(({ field }) => isKnown(form.getValues(), field))
    reportProblem(problem, { again: 'submit', fields: known.length })
    for (const { field, message } of known) form.setError(field, { type: 'server', message })
  }

  async function finish(item: AnyEntity) {
    const dropped = drop()
    const notice = {
      title: isNew ? 'Creado' : 'Actualizado',
      text: create ? `${stateSentence(item, Date.now(), timeZone)}.` : 'Ya se ve en el sitio.',
      ms: declaration.noticeMs,
    } as const
    // Of what visitors do not see there is no page to come back to.
    const isSeen = !create || stateOf(item, Date.now()) === 'published'
    const target = isScreen(leads.saved) || isSeen ? leads.saved : declaration.admin.menu
    if (isScreen(target)) {
      notify(notice)
      void navigate(target)
      return
    }
    await dropped
    leaveEdit(notice)
    location.replace(target)
  }

  function call(body: ItemBody, sending: Sending) {
    if (version) return calls.update(version.item._id, body, { ...sending, etag: current.current.etag })
    if (!create) throw new Error('there is nothing to create')
    return create(body, sending)
  }

  async function submit() {
    if (isBusy) return
    setBusy(true)
    try {
      await save()
    } finally {
      setBusy(false)
    }
  }

  async function save() {
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
    await form.handleSubmit(
      async (checked) => {
        const changed = changedNames(declaration, form.getValues(), current.current.base)
        const body = isNew
          ? bodyToCreate(checked, timeZone)
          : bodyToUpdate(declaration, checked, changed, timeZone)
        const text = JSON.stringify(body)
        const isAsBefore = draft !== null && namesThatDiffer(form.getValues(), draft.values).length === 0
        // A page that is closed before the answer comes still knows, when it is opened again, what it sent and as what.
        if (isNew) await noteAttempt(keyFor(text, isAsBefore ? draft?.attempt : undefined))
        await take(await send(text, (sending) => asAdministrator(call(body, sending))), body)
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

  /** A film goes in by itself, and then the picture taken from it, unless one was chosen. What is typed stays. */
  async function addFilm(poster: string, film: Blob, frame: string, sending: Sending) {
    if (!version || !calls.addFilm) throw new Error('there is nothing that has a film')
    const answer = await asAdministrator(calls.addFilm(film, { ...sending, etag: current.current.etag }))
    if (!answer.ok) {
      if (answer.problem.status !== 412) return answer
      await showConflict(null)
      return { ...answer, problem: { ...answer.problem, detail: `${MEANWHILE} ${FILM_AGAIN}` } }
    }
    adopt({ item: answer.value, etag: answer.etag })
    const chosen = form.getValues(poster)
    // One that was chosen here goes with the rest; one that is stored belongs to the film before.
    if (chosen !== '' && chosen !== NO_PICTURE) return answer
    form.setValue(poster, '')
    const framed = await asAdministrator(
      calls.update(version.item._id, { [poster]: frame }, { etag: answer.etag }),
    )
    if (framed.ok) adopt({ item: framed.value, etag: framed.etag })
    // It goes with the rest.
    else form.setValue(poster, frame, { shouldDirty: true })
    return answer
  }

  function adopt(next: Version) {
    const now = originOf(declaration, next, timeZone)
    for (const name of namesThatDiffer(now.base, current.current.base))
      if (altFieldOf(name) === null) form.setValue(name, fieldValue(now.base, name))
    current.current = now
    setAdopted({ version: next, origin: now })
    setClash((clash) => clash && { ...clash, now, version: next })
  }

  /** Reads what somebody else saved and lays it beside what was to be saved here. @param sent null: not the form itself */
  async function showConflict(sent: ItemBody | null) {
    if (version === null) return
    const answer = await asAdministrator(calls.one(version.item._id))
    if (!answer.ok) {
      reportProblem(answer.problem, { again: 'submit' })
      return
    }
    // It was this very form, whose answer got lost on the way.
    if (sent && isWhatWasSent(declaration, sent, answer.value)) {
      await finish(answer.value)
      return
    }
    const other = { item: answer.value, etag: answer.etag }
    const next = clashOf(declaration, current.current, form.getValues(), other, timeZone)
    setClash(next)
    for (const [name, value] of Object.entries(next.values)) form.setValue(name, value)
    report(MEANWHILE, { fields: next.both.length })
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
        addFilm={addFilm}
      />
      {!isNew && (
        <p className="entry-hint">
          Si dejás vacío un campo opcional, queda vacío.
          {keepsSome && ' Los demás quedan como estaban.'}
        </p>
      )}
      {create && <PublicationEntry item={stored?.item} />}
      <DraftLine status={draftStatus} onDrop={startOver} />
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
          void submit()
        }}
      >
        {around ? around(fields, against.base) : fields}
        <ActionBar
          label={label}
          progress={working}
          onCancel={progress ? cancel : undefined}
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
          <Link className="button" to={leads.out.to} reloadDocument={!isScreen(leads.out.to)}>
            {leads.out.label}
          </Link>
        </ActionBar>
      </form>
    </FormProvider>
  )
}

/** What is said beside the fields, one each: also beside those of a row. */
const messagesOf = (errors: object): (string | undefined)[] =>
  Object.values(errors).flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null) return []
    return 'message' in error ? (error as { message?: string }).message : messagesOf(error)
  })

/** Whether the form has the field that a problem names; a field of a row is under its own: `lineup.0.name`. */
const isKnown = (values: ItemValues, name: string): boolean =>
  name in flat(values) || Array.isArray(values[name.split('.')[0] ?? ''])

/** What the form begins from: the item, or a draft of it, which somebody may have changed since. */
function begin(
  declaration: Declaration,
  draft: ItemDraft | null,
  version: Version | null,
  timeZone: string,
): { origin: Origin; clash: Clash | null } {
  const origin = version
    ? originOf(declaration, version, timeZone)
    : { base: emptyValues(declaration), pictures: {}, etag: null }
  if (!draft) return { origin, clash: null }
  if (!version || draft.origin.etag === origin.etag) return { origin: draft.origin, clash: null }
  const clash = clashOf(declaration, draft.origin, draft.values, version, timeZone)
  const isNothing = clash.both.length === 0 && clash.onlyTheirs.length === 0
  return isNothing ? { origin, clash: null } : { origin: draft.origin, clash }
}

function clashOf(
  declaration: Declaration,
  before: Origin,
  mine: ItemValues,
  version: Version,
  timeZone: string,
): Clash {
  const now = originOf(declaration, version, timeZone)
  return {
    ...merge(declaration, before, mine, now),
    before,
    now,
    version,
    mine: structuredClone(mine),
    choices: {},
  }
}

const NO_TITLE = 'El título necesita alguna letra o algún número.'

/**
 * The schema that the server checks by, and what only a form asks: what is seen in each picture, the parts of a moment, and a
 * title of which an address can be made.
 */
function resolverOf(
  declaration: Declaration,
  version: Version | null,
  timeZone: string,
): Resolver<ItemValues, unknown, ItemBody> {
  const schema = (version ? updateSchema : createSchema)(declaration)
  // The schema is built from a declaration, so its type cannot name the fields; what it takes and gives is this.
  const check = zodResolver(schema as unknown as z.ZodType<ItemBody, ItemBody>)
  const title = titleField(declaration)
  return async (values, context, options) => {
    const result = await check(
      sentValues(declaration, values, timeZone),
      context,
      options as ResolverOptions<ItemBody>,
    )
    const missing = altsMissing(declaration, values, version?.item)
    const alts = Object.fromEntries(missing.map((name) => [name, { type: 'required', message: DESCRIBE }]))
    const typed = title === null ? '' : String(values[title] ?? '').trim()
    const errors = {
      ...Object.fromEntries(
        Object.entries(result.errors).map(([name, error]) => [askedName(declaration, name), error]),
      ),
      ...(title !== null && typed !== '' && toTitle(typed) === '' && { [title]: problemOf(NO_TITLE) }),
      ...Object.fromEntries(
        Object.entries(publicationProblems(publicationIn(values), timeZone)).map(([name, message]) => [
          name,
          problemOf(message),
        ]),
      ),
      ...(missing.length > 0 && { alt: alts }),
    }
    if (Object.keys(errors).length > 0)
      return { values: {}, errors: errors as unknown as FieldErrors<ItemValues> }
    return { values: { ...result.values, ...publicationIn(values) }, errors: {} }
  }
}

const problemOf = (message: string) => ({ type: 'form', message })
