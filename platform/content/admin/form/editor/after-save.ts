/** Steps after a finished save: the form stays open, or another screen opens. */
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { editPath, isScreen } from '../../../../admin-layout/paths.ts'
import { getScreenLabel } from '../../../../admin-layout/screen-list.ts'
import { readPublicOrigin, readScreenOrigin } from '../../../../api/client/session.ts'
import { draftKey, writeDraft } from '../../../../forms/unsaved-draft/draft-storage.ts'
import { saveEditNotice } from '../../../../site-layout/browser/edit-notice.ts'
import { notify } from '../../../../ui/notify.ts'
import type { Declaration } from '../../../shared/fields.ts'
import { getPublicationState } from '../../../shared/publication.ts'
import { mapRowIds, mergeSaved, toOrigin } from '../../conflict/merge-edits.ts'
import { keepRowKeys } from '../../fields/rows/row-list.ts'
import type { ItemVersion } from '../../item/item-version.ts'
import { toJustCreated } from '../../list/just-created.ts'
import { describeState } from '../../publication/publication-words.ts'
import { differs, findDifferingNames, flattenValues, getFieldValue, type ItemValues } from '../item-values.ts'
import { findFieldName } from '../keyboard.ts'
import type { Editor, Exit, FormNavigation } from './editor-context.ts'
import { getStoredOrigin, isAsSaved } from './editor-state.ts'
import type { OpenForm } from './open-form.ts'

const TYPED_LATER = 'Lo que escribiste después todavía no se guardó.'

/**
 * Returns the default navigation of a form: back to the public page or screen that opened it. After a creation the menu
 * opens instead and shows the new item.
 */
export function useUsualNavigation({ menu }: Declaration['admin'], isNew: boolean): FormNavigation {
  const [search] = useSearchParams()
  const location = useLocation()
  const [screen] = useState(() => readScreenOrigin(location.state))
  const page = readPublicOrigin(search)
  if (page !== null) return { afterSave: page, back: { to: page, label: 'Volver a la página' } }
  const back = screen ?? menu
  return { afterSave: isNew ? menu : back, back: { to: back, label: `Volver a ${getScreenLabel(back)}` } }
}

/** Runs the steps after a successful save. @param held the form values at the time of sending */
export async function finishSave(
  editor: Editor,
  saved: ItemVersion,
  held: ItemValues,
  exit: Exit,
): Promise<void> {
  const { declaration, calls, loaded, timeZone, form } = editor
  const isNew = loaded === null
  const notice = {
    title: isNew ? 'Creado' : 'Actualizado',
    text: calls.create ? `${describeState(saved.item, Date.now(), timeZone)}.` : 'Ya se ve en el sitio.',
    ms: declaration.noticeMs,
  } as const
  const isTypedLater = findDifferingNames(form.getValues(), held).length > 0
  const longNotice = { ...notice, text: `${notice.text} ${TYPED_LATER}` }
  if (exit === 'stay' || (isTypedLater && !isNew)) {
    continueEditing(editor, saved, held)
    saveEditNotice(null)
    notify(exit === 'stay' ? notice : longNotice)
    return
  }
  editor.dispatch({ type: 'leaving' })
  if (isTypedLater) {
    await continueInEditForm(editor, saved, held)
    notify(longNotice)
  } else await leaveForm(editor, saved, notice)
}

/** Makes the saved version the stored version of the form. Cursor, scroll position and later edits stay. */
function continueEditing(editor: Editor, version: ItemVersion, sent: ItemValues): void {
  const { declaration, form, element, timeZone, keeper, dispatch } = editor
  const origin = toOrigin(declaration, version, timeZone)
  const held = form.getValues()
  const name = findFieldName(document.activeElement, element.current)
  const merged = mergeSaved(declaration, sent, held, origin.base, name)
  const isUnchanged = name !== null && !differs(name, held, sent)
  dispatch({
    type: 'saved',
    version,
    origin,
    at: Date.now(),
    focused: isUnchanged ? { name, typed: getFieldValue(merged, name) } : null,
  })
  for (const [field, value] of Object.entries(flattenValues(merged))) {
    if (declaration.fields[field]?.kind === 'rows')
      keepRowKeys(mapRowIds(getFieldValue(sent, field), getFieldValue(origin.base, field)))
    if (differs(field, merged, held)) form.setValue(field, value)
  }
  editor.pictureOrigins.clear()
  editor.onSaved?.(version)
  // Later edits become a draft that starts from the saved version.
  void keeper.keep()
}

/** Called when the focus leaves a field. A field that kept its text as typed during the save then shows the stored text. */
export function leaveField({ form, element, read, dispatch }: OpenForm, next: Element | null): void {
  const state = read()
  if (!state.focused || findFieldName(next, element.current) === state.focused.name) return
  const { name } = state.focused
  const isUnchanged = isAsSaved(state, name, form.getValues())
  dispatch({ type: 'field-left' })
  if (isUnchanged) form.setValue(name, getFieldValue(getStoredOrigin(state).base, name))
}

/** Opens the form that edits the new item. The item exists by now, so later edits become a draft in that form. */
async function continueInEditForm(editor: Editor, saved: ItemVersion, held: ItemValues): Promise<void> {
  const { declaration, form, timeZone, keeper, navigate } = editor
  const path = editPath(declaration, saved.item._id)
  const origin = toOrigin(declaration, saved, timeZone)
  const values = mergeSaved(declaration, held, form.getValues(), origin.base, null)
  await Promise.all([writeDraft(draftKey(path), { values, origin }), keeper.drop()])
  navigate(path)
}

async function leaveForm(
  { declaration, calls, loaded, navigation, keeper, navigate }: Editor,
  { item }: ItemVersion,
  notice: Parameters<typeof notify>[0],
): Promise<void> {
  const dropped = keeper.drop()
  // No public page shows an item that visitors cannot see, so the screen of the back office opens.
  const isPublic = !calls.create || getPublicationState(item, Date.now()) === 'published'
  const target = isScreen(navigation.afterSave) || isPublic ? navigation.afterSave : declaration.admin.menu
  if (isScreen(target)) {
    notify(notice)
    // Replaces the history entry, so that going back does not open a form that would create the same item again.
    if (loaded === null)
      navigate(target, { replace: true, state: { made: toJustCreated(declaration, item) } })
    else navigate(target)
    return
  }
  await dropped
  saveEditNotice(notice)
  window.location.replace(target)
}
