/**
 * The form of one item, new or edited: validates with the server's own schema (`resolverOf`), keeps a draft, sends, and lets
 * conflicts with somebody else's edit be resolved.
 */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { isScreen } from '../../../admin-layout/paths.ts'
import { loadChunk } from '../../../api/client/load-chunk.ts'
import { useClub } from '../../../pages/club-words.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { ResourceName } from '../../shared/resources.ts'
import type { Version } from '../conflict/merge-edits.ts'
import { DraftNote, DropDraft, Dropped, Restored } from '../draft/draft-notes.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { PictureQuestion } from '../fields/picture/paste-target.tsx'
import { buttonLabel, publicationNames } from '../publication/choice.ts'
import { PublicationEntry } from '../publication/publication-entry.tsx'
import { ActionBar } from './action-bar.tsx'
import { COPIED, type CopySource } from './copied-values.ts'
import { type Leads, useLeads } from './editor/leads.ts'
import { PendingFiles } from './editor/pending-files.ts'
import { SavedNote } from './editor/saved-note.tsx'
import { type ItemDraft, useBasis } from './editor/use-basis.ts'
import { useConflict } from './editor/use-conflict.ts'
import { useDropping } from './editor/use-dropping.ts'
import { useFilm } from './editor/use-film.ts'
import { useGoingOn } from './editor/use-going-on.ts'
import { useSaving } from './editor/use-saving.ts'
import { FormProblemRow, focusInvalidField, useFormProblem } from './form-problem.tsx'
import { callsOf, type ItemCalls } from './item-calls.ts'
import { ItemFields } from './item-fields.tsx'
import { type ItemBody, type ItemValues, namesThatDiffer, publicationIn } from './item-values.ts'
import { focusFirst, goOnWithNext, useSaveKeys } from './keys.ts'
import { Preview } from './preview/preview.tsx'
import { messagesOf, resolverOf } from './resolver.ts'

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
  copy?: ItemValues | undefined
  /** The item from which this unpublished item was copied. Publishing waits for it. */
  copySource?: CopySource | null | Promise<CopySource | null>
  /** How it is read and written, where that is not as items of a resource are. */
  calls?: ItemCalls
  /** Where one goes from it, where that is neither the menu nor the page from which it was opened. One does not stay then. */
  leads?: Leads
  /** It was saved, and one stays. */
  onSaved?: (version: Version) => void
  /** What stands around its fields, above its bar. @param base what the form began with */
  around?: (fields: ReactNode, base: ItemValues) => ReactNode
}

/** One form for new and edit: a new item needs every field, an edit keeps what is left blank. */
export function ItemForm(props: ItemFormProps) {
  const { declaration, path, draft, version, copy, copySource = null, around } = props
  const loadedSource = useLoaded(copySource)
  const { calls = callsOf(declaration.name) } = props
  const { create } = calls
  const isNew = version === null
  const usual = useLeads(declaration.admin, isNew)
  const leads = props.leads ?? usual
  const { timeZone } = useClub().identity
  const basis = useBasis(declaration, draft, version, timeZone, props.isOwn ?? false)
  const { first, clash, against, current, stored, goOnFrom } = basis
  const [isRestored, setRestored] = useState(draft !== null)
  const problems = useFormProblem(declaration.noticeMs)
  const { problem } = problems
  const [files] = useState(() => new PendingFiles())
  /** Pictures that were chosen for themselves, though they could be cut from another. */
  const chosen = useRef(new Set<string>()).current
  const element = useRef<HTMLFormElement>(null)

  const form = useForm<ItemValues, unknown, ItemBody>({
    defaultValues: first.clash?.values ?? draft?.values ?? copy ?? first.origin.base,
    resolver: resolverOf(declaration, stored, timeZone, copySource),
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

  const { saved, goOn, leaveField, isAsSaved } = useGoingOn({ declaration, form, element, basis })
  const keeper = useDraft(path, form, {
    origin: basis.origin,
    isWorthKeeping: (values) =>
      namesThatDiffer(values, basis.origin.base).some((name) => name !== COPIED && !isAsSaved(name, values)),
    isRestored: draft !== null,
  })
  const { keep } = keeper
  const { base } = against
  const dropping = useDropping({ declaration, form, keeper, base, beginning: copy ?? base })
  const conflict = useConflict({ declaration, form, calls, version, basis })
  const { submit, showConflict, progress, cancel } = useSaving({
    declaration,
    version,
    draft,
    calls,
    leads,
    form,
    element,
    files,
    current,
    problems,
    conflict,
    keeper,
    onBegin: dropping.forget,
    onStay(version, held) {
      goOn(version, held)
      chosen.clear()
      setRestored(false)
      dropping.forget()
      props.onSaved?.(version)
    },
  })
  const addFilm = useFilm({
    form,
    version,
    calls,
    current,
    goOnFrom,
    showConflict: () => showConflict(null),
  })

  function startOver() {
    setRestored(false)
    problems.clearProblem()
    files.clear()
    dropping.startOver()
  }

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

  const keepsSome = Object.values(declaration.fields).some(({ optional }) => !optional)
  const fields = (
    <>
      {isRestored && draft && <Restored savedAt={draft.savedAt} onDrop={startOver} />}
      {clash && (
        <Suspense>
          <Conflict key={clash.now.etag} declaration={declaration} clash={clash} onChoose={conflict.choose} />
        </Suspense>
      )}
      <ItemFields
        declaration={declaration}
        item={stored?.item}
        base={base}
        files={files}
        chosen={chosen}
        addFilm={addFilm}
        copySource={loadedSource}
        publication={create && <PublicationEntry item={stored?.item} />}
      />
      {!isNew && (
        <p className="entry-hint">
          Si dejás vacío un campo opcional, queda vacío.
          {keepsSome && ' Los demás quedan como estaban.'}
        </p>
      )}
      <DropDraft status={keeper.status} onDrop={startOver} />
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
        {around ? around(fields, base) : fields}
        <ActionBar
          label={canStay ? `${label} y volver` : label}
          stay={canStay ? { label, onSave: () => void submit('stay') } : undefined}
          progress={progress}
          onCancel={cancel}
          note={
            <>
              <DraftNote status={keeper.status} savedAt={keeper.savedAt} />
              <SavedNote
                // What is typed from then on has a note of its own.
                saved={keeper.status === 'none' ? saved : null}
                resource={create && declaration.name}
              />
            </>
          }
          rows={
            <>
              <Dropped dropped={dropping.dropped} onUndo={dropping.bringBack} />
              {problem && (
                <FormProblemRow
                  problem={problem}
                  invalidCount={messagesOf(errors).length + conflict.openChoices}
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

/** A value, or null until its promise is resolved. */
function useLoaded<T>(pending: T | Promise<T>): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (pending instanceof Promise) void pending.then((value) => isCurrent && setLoaded(value))
    return () => {
      isCurrent = false
    }
  }, [pending])
  return pending instanceof Promise ? loaded : pending
}
