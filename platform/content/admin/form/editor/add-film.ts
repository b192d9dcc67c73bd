import { createCallProblem, notifyProblem } from '../../../../forms/form-problem.tsx'
import { toOrigin } from '../../conflict/merge-edits.ts'
import type { AddFilm } from '../../fields/upload/film-field.tsx'
import type { ItemVersion } from '../../item/item-version.ts'
import { NO_PICTURE } from '../field-values.ts'
import { findDifferingNames, getFieldValue, parseAltName } from '../item-values.ts'
import { getStoredOrigin } from './editor-state.ts'
import type { OpenForm } from './open-form.ts'
import { findStoredConflict } from './stored-conflict.ts'

const UPLOAD_AGAIN = 'Después subí el film de nuevo.'

/**
 * Uploads a film, which the server stores at once. Then uploads the film's frame, unless the administrator chose a picture.
 * Unsaved edits stay.
 * @param poster the field of the picture that is shown before the film plays
 */
export async function addFilm(
  editor: OpenForm,
  poster: string,
  ...[film, frame, sending]: Parameters<AddFilm>
): ReturnType<AddFilm> {
  const { calls, form, loaded, read } = editor
  if (!loaded || !calls.addFilm) throw new Error('this form has no film')
  const answer = await calls.addFilm(film, { ...sending, etag: getStoredOrigin(read()).etag })
  if (!answer.ok) {
    if (answer.problem.status !== 412) return answer
    const detail = `${await reportConflict(editor)} ${UPLOAD_AGAIN}`
    return { ...answer, problem: { ...answer.problem, detail } }
  }
  showStoredValues(editor, { item: answer.value, etag: answer.etag })
  const chosen = form.getValues(poster)
  // A picture that the administrator chose is sent with the form. A stored picture belongs to the earlier film, so the
  // frame replaces it.
  if (chosen !== '' && chosen !== NO_PICTURE) return answer
  form.setValue(poster, '')
  const framed = await calls.update(loaded.item._id, { [poster]: frame }, { etag: answer.etag })
  if (framed.ok) showStoredValues(editor, { item: framed.value, etag: framed.etag })
  // After a failure the frame becomes an edit of the form, and is sent when the form is saved.
  else form.setValue(poster, frame, { shouldDirty: true })
  return answer
}

/** Shows the stored values after an upload, because the film changed some of them. */
function showStoredValues(
  { declaration, form, timeZone, read, dispatch }: OpenForm,
  version: ItemVersion,
): void {
  const before = getStoredOrigin(read()).base
  const origin = toOrigin(declaration, version, timeZone)
  dispatch({ type: 'film-stored', version, origin })
  for (const name of findDifferingNames(origin.base, before))
    if (parseAltName(name) === null) form.setValue(name, getFieldValue(origin.base, name))
}

/** Loads the changes of another editor after the API refused a film. @returns the message for the form's bar */
async function reportConflict(editor: OpenForm): Promise<string> {
  const found = await findStoredConflict(editor, null)
  if ('detail' in found) return found.detail
  if ('own' in found) return ''
  const problem = createCallProblem(found.problem, { again: 'submit' })
  editor.dispatch({ type: 'refused', during: 'film', problem })
  notifyProblem(problem, editor.declaration.noticeMs)
  return found.problem.detail
}
