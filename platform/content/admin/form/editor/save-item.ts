/** Saves the item of an editor: waits for its files, checks the form, sends it, and handles the answer. */
import { flushSync } from 'react-dom'
import type { FieldErrors } from 'react-hook-form'
import type { Answer, Sending } from '../../../../api/client/call.ts'
import type { ProblemDetails } from '../../../../api/shared/problems.ts'
import {
  createCallProblem,
  createInvalidFieldsProblem,
  createMissingValuesProblem,
  focusInvalidField,
  focusUnresolvedField,
  type NewProblem,
  newProblem,
  notifyProblem,
} from '../../../../forms/form-problem.tsx'
import { REQUIRED } from '../../../../shared/text/text.ts'
import type { AnyEntity } from '../../../shared/resources.ts'
import { findChangedNames } from '../../conflict/merge-edits.ts'
import { findPendingUpload, showPendingUpload } from '../../fields/pending-uploads.ts'
import { NO_DAY } from '../../publication/choice.ts'
import { COPIED, UNCONFIRMED_COPIES } from '../copied-values.ts'
import {
  createPostBody,
  createPutBody,
  findDifferingNames,
  getFormFieldName,
  type ItemBody,
  type ItemValues,
} from '../item-values.ts'
import { collectMessages, isKnown } from '../resolver.ts'
import { finishSave } from './after-save.ts'
import type { Editor, Exit } from './editor-context.ts'
import { countOpenChoices, getStoredOrigin, isSaving } from './editor-state.ts'
import type { OpenForm } from './open-form.ts'
import { type FailedFile, FILE_ERROR, FILE_ERROR_TEXT, getFailedText } from './pending-files.ts'
import { findStoredConflict } from './stored-conflict.ts'

const CANCELLED = 'Cancelaste el envío. Todo lo que escribiste sigue acá.'

/** Smallest body whose upload shows its progress. UTF-16 code units, which are bytes in a data URL. */
const PROGRESS_MIN_LENGTH = 50_000

interface Attempt {
  sent: ItemBody
  /** The form values at the time of sending. */
  held: ItemValues
  exit: Exit
}

export async function saveItem(editor: Editor, exit: Exit): Promise<void> {
  // `read` returns the phase `sending` even before React renders the first tap, so a double tap saves once.
  if (isSaving(editor.read())) return
  const stopping = new AbortController()
  editor.stopping.current = stopping
  editor.dispatch({ type: 'save-started' })
  try {
    if (await isReadyToSave(editor, exit, stopping.signal)) await checkAndSend(editor, exit, stopping.signal)
  } finally {
    editor.dispatch({ type: 'save-ended' })
  }
}

/** Waits for pending files. Then reports failed files and unfinished panels, which block the save. */
async function isReadyToSave(editor: Editor, exit: Exit, signal: AbortSignal): Promise<boolean> {
  const { files, form, element, dispatch } = editor
  const failed = await files.wait(
    signal,
    (text) => dispatch({ type: 'progressed', stage: 'files', text }),
    form,
  )
  if (failed === null) {
    reportCancelled(editor, exit)
    return false
  }
  dispatch({ type: 'progressed', stage: 'preparing' })
  const pending = findPendingUpload(element.current)
  if (pending !== null) {
    refuse(editor, newProblem(pending))
    showPendingUpload(element.current)
    return false
  }
  if (failed.length > 0) {
    reportFailedFiles(editor, failed)
    return false
  }
  const fields = countOpenChoices(editor.read())
  if (fields > 0) {
    refuse(editor, newProblem('Falta elegir qué queda de lo que cambió en los dos lados.', { fields }))
    focusUnresolvedField(element.current)
    return false
  }
  return true
}

async function checkAndSend(editor: Editor, exit: Exit, signal: AbortSignal): Promise<void> {
  const { form, proposals } = editor
  proposals.fill(true)
  // A copy of the values, so that edits during the save are neither checked nor sent.
  const held = structuredClone(form.getValues())
  await form.handleSubmit(
    (checked) => send(editor, checked, held, exit, signal),
    (errors) => reportInvalidFields(editor, errors),
  )()
}

async function send(
  editor: Editor,
  checked: ItemBody,
  held: ItemValues,
  exit: Exit,
  signal: AbortSignal,
): Promise<void> {
  const { declaration, loaded, draft, timeZone, keys, keeper, dispatch } = editor
  const body =
    loaded === null
      ? createPostBody(checked, timeZone)
      : createPutBody(
          declaration,
          checked,
          findChangedNames(declaration, held, getStoredOrigin(editor.read()).base),
          timeZone,
        )
  const text = JSON.stringify(body)
  const isAsBefore = draft !== null && findDifferingNames(held, draft.values).length === 0
  const key = keys.keyFor(text, loaded === null && isAsBefore ? draft.attempt : undefined)
  // The draft stores the key. If this page closes before the answer, the next page can repeat the request without creating
  // a second item.
  if (loaded === null) await keeper.noteAttempt(key)
  const answer = await sendOnce(editor, body, text.length, { key, signal })
  dispatch({ type: 'progressed', stage: 'preparing' })
  if (answer === 'cancelled') reportCancelled(editor, exit)
  else await handleAnswer(editor, answer, { sent: body, held, exit })
}

async function sendOnce(
  editor: Editor,
  body: ItemBody,
  length: number,
  sending: Sending,
): Promise<Answer<AnyEntity> | 'cancelled'> {
  const { keys, dispatch } = editor
  const showSent = (sent: number) => dispatch({ type: 'progressed', stage: 'upload', sent })
  const isUpload = length >= PROGRESS_MIN_LENGTH
  dispatch({ type: 'progressed', stage: 'upload', ...(isUpload && { sent: 0 }) })
  try {
    const answer = await request(editor, body, { ...sending, ...(isUpload && { onProgress: showSent }) })
    if (answer.ok) keys.clear()
    return answer
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    throw error
  }
}

function request({ calls, loaded, read }: OpenForm, body: ItemBody, sending: Sending) {
  if (loaded) return calls.update(loaded.item._id, body, { ...sending, etag: getStoredOrigin(read()).etag })
  if (!calls.create) throw new Error('this form cannot create an item')
  return calls.create(body, sending)
}

async function handleAnswer(editor: Editor, answer: Answer<AnyEntity>, attempt: Attempt): Promise<void> {
  const { declaration, form } = editor
  if (answer.ok) {
    await finishSave(editor, { item: answer.value, etag: answer.etag }, attempt.held, attempt.exit)
    return
  }
  const { problem } = answer
  if (problem.status === 412) {
    await handleConflict(editor, attempt)
    return
  }
  const known = (problem.errors ?? [])
    .map(({ field, message }) => ({ field: getFormFieldName(declaration, field), message }))
    .filter(({ field }) => isKnown(form.getValues(), field))
  refuseCall(editor, problem, attempt.exit, known.length)
  for (const { field, message } of known) form.setError(field, { type: 'server', message })
}

async function handleConflict(editor: Editor, { sent, held, exit }: Attempt): Promise<void> {
  const found = await findStoredConflict(editor, sent)
  if ('problem' in found) refuseCall(editor, found.problem, exit)
  else if ('own' in found) await finishSave(editor, found.own, held, exit)
}

function refuse({ declaration, dispatch }: OpenForm, problem: NewProblem): void {
  dispatch({ type: 'refused', during: 'save', problem })
  notifyProblem(problem, declaration.noticeMs)
}

const refuseCall = (editor: Editor, problem: ProblemDetails, exit: Exit, fields = 0): void =>
  refuse(editor, createCallProblem(problem, { again: () => void saveItem(editor, exit), fields }))

/** Ends a cancelled save. It shows no notice, because the administrator cancelled the save. */
const reportCancelled = (editor: Editor, exit: Exit): void =>
  editor.dispatch({
    type: 'refused',
    during: 'save',
    problem: newProblem(CANCELLED, { again: () => void saveItem(editor, exit) }),
  })

/** The row and column in the name of a picture in a row, such as `lineup.0.photo`. */
const ROW_PATH = /\.\d+\..+$/

function reportFailedFiles(editor: OpenForm, failed: FailedFile[]): void {
  const { form, element } = editor
  // Unfolds groups and rows with an error first, because a field inside a folded group or row cannot take the focus.
  flushSync(() => {
    for (const { fieldName } of failed)
      form.setError(fieldName, { type: FILE_ERROR, message: FILE_ERROR_TEXT })
  })
  refuse(editor, newProblem(getFailedText(failed), { fields: failed.length }))
  const name = failed[0]?.fieldName.replace(ROW_PATH, '') ?? ''
  const field = element.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  focusInvalidField(field ?? element.current)
}

function reportInvalidFields(editor: OpenForm, errors: FieldErrors<ItemValues>): void {
  refuse(editor, createProblem(errors))
}

/**
 * Returns the problem of invalid fields. The specification names only missing fields, so missing parts of fields have
 * another text.
 */
function createProblem(errors: FieldErrors<ItemValues>): NewProblem {
  const messages = collectMessages(errors)
  const fields = messages.length
  if (Object.keys(errors).every((name) => name === COPIED)) return newProblem(UNCONFIRMED_COPIES, { fields })
  const isFieldMissing = Object.values(errors).some((error) => error?.message === REQUIRED)
  const isOnlyMissing = messages.every((message) => message === REQUIRED || message === NO_DAY)
  return isOnlyMissing && !isFieldMissing
    ? createMissingValuesProblem(fields)
    : createInvalidFieldsProblem(fields, isFieldMissing)
}
