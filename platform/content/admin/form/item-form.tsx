/**
 * The form that creates or edits an item. A new item needs every required field. When an item is edited, the server keeps
 * the text of fields left blank.
 */
import { lazy, Suspense, useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { loadChunk } from '../../../api/client/load-chunk.ts'
import { focusInvalidField } from '../../../forms/form-problem.tsx'
import { DropDraft, RestoredNote } from '../../../forms/unsaved-draft/draft-notes.tsx'
import { FIELD_KEY } from '../../shared/field-links.ts'
import { PictureQuestion } from '../fields/picture/paste-target.tsx'
import { addFilm } from './editor/add-film.ts'
import { leaveField } from './editor/after-save.ts'
import { EditorBar } from './editor/editor-bar.tsx'
import { EditedItemContext, type Editor, FormFilesContext } from './editor/editor-context.ts'
import type { EditorState } from './editor/editor-state.ts'
import { saveItem } from './editor/save-item.ts'
import { discardEdits, type ItemFormProps, useItemEditor } from './editor/use-item-editor.ts'
import { ItemFields } from './item-fields.tsx'
import { focusFirst, focusNextField, useSaveKeys } from './keyboard.ts'
import { ItemPage } from './preview/item-page.tsx'

/** Loaded on demand, because conflicts are rare. */
const Conflict = lazy(() =>
  loadChunk('conflicto', async () => ({ default: (await import('../conflict/conflict.tsx')).Conflict })),
)

export function ItemForm(props: ItemFormProps) {
  const { editor, state, edited, canStay } = useItemEditor(props)
  const { declaration, form, element, loaded, keeper, proposals } = editor

  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) focusInvalidField(element.current)
  }, [submitCount, element])

  // Focuses the first field, except on phones, where the keyboard would cover the form.
  const isBlank = loaded === null && !props.draft && !props.copy
  useEffect(() => {
    if (isBlank && matchMedia('(hover: hover) and (pointer: fine)').matches) focusFirst(element.current)
  }, [isBlank, element])

  const [query] = useSearchParams()
  const target = query.get(FIELD_KEY)
  useEffect(() => {
    const ended = new AbortController()
    if (target !== null)
      void import('./target-field.ts').then(({ focusField }) => {
        if (element.current) focusField(element.current, target, ended.signal)
      })
    return () => ended.abort()
  }, [element, target])

  useSaveKeys(() => {
    if (canStay) void saveItem(editor, 'stay')
    // Saving would publish a new item and leave its form, so the shortcut stores an unsaved draft in the browser instead.
    else void keeper.keep()
  })

  const fields = <EditorFields editor={editor} state={state} />
  return (
    <EditedItemContext value={edited}>
      <FormFilesContext value={{ ...editor, addFilm: (...film) => addFilm(editor, ...film) }}>
        <FormProvider {...form}>
          <form
            ref={element}
            noValidate
            className="item-form"
            onSubmit={(event) => {
              event.preventDefault()
              void saveItem(editor, 'leave')
            }}
            onKeyDown={focusNextField}
            onBlur={({ relatedTarget }) => {
              leaveField(editor, relatedTarget)
              proposals.fill(true)
            }}
          >
            {props.around ? (
              props.around(fields)
            ) : declaration.isPageBesideForm ? (
              <ItemPage>{fields}</ItemPage>
            ) : (
              fields
            )}
            <EditorBar editor={editor} state={state} canStay={canStay} />
          </form>
          <PictureQuestion />
        </FormProvider>
      </FormFilesContext>
    </EditedItemContext>
  )
}

/** The fields, with notes about the draft and the conflict above them. */
function EditorFields({ editor, state }: { editor: Editor; state: EditorState }) {
  const { declaration, draft, loaded, keeper } = editor
  const { conflict, isRestored } = state
  const discard = () => discardEdits(editor)
  const someStay = Object.values(declaration.fields).some(({ optional }) => !optional)
  return (
    <>
      {isRestored && draft && <RestoredNote savedAt={draft.savedAt} onDrop={discard} />}
      {conflict && (
        <Suspense>
          <Conflict key={conflict.now.etag} conflict={conflict} editor={editor} />
        </Suspense>
      )}
      <ItemFields />
      {loaded && (
        <p className="entry-hint">
          Si dejás vacío un campo opcional, queda vacío.
          {someStay && ' Los demás quedan como estaban.'}
        </p>
      )}
      <DropDraft status={keeper.status} onDrop={discard} />
    </>
  )
}
