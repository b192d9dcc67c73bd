/** From the tap on the button that saves to what follows from the answer. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { editPath, isScreen } from '../../../../admin-layout/paths.ts'
import { asAdministrator } from '../../../../admin-layout/session-end.ts'
import type { Answer, Sending } from '../../../../api/client/call.ts'
import { REQUIRED } from '../../../../api/shared/form-problems.ts'
import { useClub } from '../../../../pages/club-words.ts'
import { leaveEdit } from '../../../../site-layout/browser/edits.ts'
import { notify } from '../../../../ui/notify.ts'
import type { Declaration } from '../../../shared/fields.ts'
import { stateOf } from '../../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../../shared/resources.ts'
import { changedNames, originOf, type Version } from '../../conflict/merge-edits.ts'
import { draftKey, writeDraft } from '../../draft/draft-storage.ts'
import type { DraftKeeper } from '../../draft/use-draft.ts'
import { pendingUploadIn, showPendingUpload } from '../../fields/pending-uploads.ts'
import { madeOf } from '../../list/just-made.ts'
import { stateSentence } from '../../publication/publication-words.ts'
import { COPIED, UNCONFIRMED_COPIES } from '../copied-values.ts'
import { focusInvalidField, focusUnresolvedField, type useFormProblem } from '../form-problem.tsx'
import type { ItemCalls } from '../item-calls.ts'
import {
  askedName,
  bodyToCreate,
  bodyToUpdate,
  DESCRIBE,
  type ItemBody,
  type ItemValues,
  namesThatDiffer,
} from '../item-values.ts'
import { isKnown, messagesOf } from '../resolver.ts'
import { useSending } from '../use-sending.ts'
import type { Leads } from './leads.ts'
import {
  type FailedFile,
  FILE_ERROR,
  FILE_ERROR_TEXT,
  failedText,
  type PendingFiles,
} from './pending-files.ts'
import { settle } from './settled.ts'
import type { Basis, ItemDraft } from './use-basis.ts'
import type { useConflict } from './use-conflict.ts'

const CANCELLED = 'Cancelaste el envío. Todo lo que escribiste sigue acá.'

const TYPED_ON = 'Lo que escribiste después todavía no se guardó.'

/** What follows once it is saved. */
type Then = 'leave' | 'stay'

interface Attempt {
  sent: ItemBody
  /** What the form held when it was sent. */
  held: ItemValues
  then: Then
}

interface SavingProps {
  declaration: Declaration & { name: ResourceName }
  /** null: a new item. */
  version: Version | null
  draft: ItemDraft | null
  calls: ItemCalls
  leads: Leads
  form: UseFormReturn<ItemValues, unknown, ItemBody>
  element: RefObject<HTMLFormElement | null>
  files: PendingFiles
  current: Basis['current']
  problems: ReturnType<typeof useFormProblem>
  conflict: ReturnType<typeof useConflict>
  keeper: Pick<DraftKeeper, 'drop' | 'noteAttempt'>
  /** It begins to be saved. */
  onBegin: () => void
  /** It was saved, and one stays. */
  onStay: (saved: Version, held: ItemValues) => void
}

export function useSaving(props: SavingProps) {
  const { declaration, version, draft, calls, leads, form, element, files, current, conflict } = props
  const { report, reportSilently, reportProblem, reportFields, clearProblem } = props.problems
  const { drop, noteAttempt } = props.keeper
  const { create } = calls
  const isNew = version === null
  const navigate = useNavigate()
  const { timeZone } = useClub().identity
  const { progress, keyFor, send, cancel } = useSending()
  /** From the tap on: pictures are made ready and drafts noted before anything is sent. */
  const [isBusy, setBusy] = useState(false)
  /** Text that names the files for which the save waits. null: it waits for none. */
  const [waitingFor, setWaitingFor] = useState<string | null>(null)
  const waiting = useRef<AbortController | null>(null)
  // Leaving the form cancels its save while files are pending.
  useEffect(() => () => waiting.current?.abort(), [])

  async function submit(then: Then) {
    if (isBusy) return
    setBusy(true)
    try {
      await save(then)
    } finally {
      setBusy(false)
    }
  }

  /** @returns null when the administrator stopped the wait or left the form */
  async function waitForFiles(): Promise<FailedFile[] | null> {
    const stop = new AbortController()
    waiting.current = stop
    try {
      return await files.wait(stop.signal, setWaitingFor, form)
    } finally {
      waiting.current = null
      setWaitingFor(null)
    }
  }

  function reportFailedFiles(failed: FailedFile[]) {
    // Unfolds groups and rows with an error first, because a field inside a folded one cannot receive the focus.
    flushSync(() => {
      for (const { fieldName } of failed)
        form.setError(fieldName, { type: FILE_ERROR, message: FILE_ERROR_TEXT })
    })
    report(failedText(failed), { fields: failed.length })
    const [name = ''] = failed[0]?.fieldName.split('.') ?? []
    const field = element.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
    focusInvalidField(field ?? element.current)
  }

  async function save(then: Then) {
    clearProblem()
    props.onBegin()
    const failed = await waitForFiles()
    if (failed === null) {
      reportSilently(CANCELLED, { again: () => void submit(then) })
      return
    }
    const pending = pendingUploadIn(element.current)
    if (pending !== null) {
      report(pending)
      showPendingUpload(element.current)
      return
    }
    if (failed.length > 0) {
      reportFailedFiles(failed)
      return
    }
    if (conflict.openChoices > 0) {
      report('Falta elegir qué queda de lo que cambió en los dos lados.', { fields: conflict.openChoices })
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
        const answer = await send(text, (sending) => asAdministrator(call(body, sending)))
        await take(answer, { sent: body, held, then })
      },
      (fieldErrors) => {
        const messages = messagesOf(fieldErrors)
        if (Object.keys(fieldErrors).every((name) => name === COPIED)) {
          report(UNCONFIRMED_COPIES, { fields: messages.length })
          return
        }
        reportFields(
          messages.length,
          messages.some((message) => message === REQUIRED || message === DESCRIBE),
        )
      },
    )()
  }

  function call(body: ItemBody, sending: Sending) {
    if (version) return calls.update(version.item._id, body, { ...sending, etag: current.current.etag })
    if (!create) throw new Error('there is nothing to create')
    return create(body, sending)
  }

  async function take(answer: Answer<AnyEntity> | 'cancelled' | null, attempt: Attempt) {
    if (answer === null) return
    const again = () => void submit(attempt.then)
    if (answer === 'cancelled') {
      reportSilently(CANCELLED, { again })
      return
    }
    if (answer.ok) {
      await finish({ item: answer.value, etag: answer.etag }, attempt)
      return
    }
    const { problem } = answer
    if (problem.status === 412) {
      await showConflict(attempt)
      return
    }
    const known = (problem.errors ?? [])
      .map(({ field, message }) => ({ field: askedName(declaration, field), message }))
      .filter(({ field }) => isKnown(form.getValues(), field))
    reportProblem(problem, { again, fields: known.length })
    for (const { field, message } of known) form.setError(field, { type: 'server', message })
  }

  async function finish(saved: Version, { held, then }: Omit<Attempt, 'sent'>) {
    const { item } = saved
    const notice = {
      title: isNew ? 'Creado' : 'Actualizado',
      text: create ? `${stateSentence(item, Date.now(), timeZone)}.` : 'Ya se ve en el sitio.',
      ms: declaration.noticeMs,
    } as const
    const isTypedOn = namesThatDiffer(form.getValues(), held).length > 0
    if (then === 'stay' || (isTypedOn && !isNew)) {
      props.onStay(saved, held)
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

  /**
   * @param attempt null: not the form itself was refused
   * @returns what it is, in words
   */
  async function showConflict(attempt: Attempt | null): Promise<string> {
    const seen = await conflict.look(attempt?.sent ?? null)
    if ('problem' in seen) {
      reportProblem(seen.problem, { again: () => void submit(attempt?.then ?? 'leave') })
      return seen.problem.detail
    }
    if ('own' in seen) {
      if (attempt) await finish(seen.own, attempt)
      return ''
    }
    report(seen.words, { fields: seen.fields })
    return seen.words
  }

  return {
    submit,
    showConflict,
    /** null: nothing is being saved. */
    progress: progress ?? (isBusy ? { sent: null, ...(waitingFor !== null && { text: waitingFor }) } : null),
    /** Where there is something to cancel. */
    cancel: progress ? cancel : waitingFor !== null ? () => waiting.current?.abort() : undefined,
  }
}
