/** The bar of an item's form: progress, problems, notes and buttons. */
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { isScreen } from '../../../../admin-layout/paths.ts'
import { ActionBar } from '../../../../forms/action-bar.tsx'
import { FormProblemRow } from '../../../../forms/form-problem.tsx'
import { DiscardedNote, DraftNote, useHour } from '../../../../forms/unsaved-draft/draft-notes.tsx'
import { liveRegion } from '../../../../ui/live-region.ts'
import { formatItemName } from '../../../shared/item-names.ts'
import { findItemPage } from '../../../shared/item-pages.ts'
import { getPublicationState } from '../../../shared/publication.ts'
import { getDeclaration } from '../../../shared/resources.ts'
import { getButtonLabel, publicationNames } from '../../publication/choice.ts'
import { ShareItem } from '../../share/share-item.tsx'
import { type ItemValues, pickPublication } from '../item-values.ts'
import { collectMessages } from '../resolver.ts'
import { type Editor, useEditedItem } from './editor-context.ts'
import { countOpenChoices, type EditorState } from './editor-state.ts'
import { saveItem } from './save-item.ts'
import { bringBackEdits } from './use-item-editor.ts'

interface EditorBarProps {
  editor: Editor
  state: EditorState
  canStay: boolean
}

export function EditorBar({ editor, state, canStay }: EditorBarProps) {
  const { navigation, keeper, stopping } = editor
  const { errors } = useFormContext<ItemValues>().formState
  const label = useSaveLabel(navigation.saveLabel)
  const { problem, progress, discarded } = state
  const { to, label: backLabel } = navigation.back
  return (
    <ActionBar
      label={canStay ? `${label} y volver` : label}
      {...(canStay && { stay: { label, onSave: () => void saveItem(editor, 'stay') } })}
      progress={progress}
      onCancel={progress && progress.stage !== 'preparing' ? () => stopping.current?.abort() : undefined}
      note={
        <>
          <DraftNote status={keeper.status} savedAt={keeper.savedAt} kept={keeper.kept} />
          <SavedNote saved={state.isDirty ? null : state.lastSave} />
        </>
      }
      rows={
        <>
          <DiscardedNote dropped={discarded} onUndo={() => bringBackEdits(editor)} />
          {problem && (
            <FormProblemRow
              problem={problem}
              invalidCount={collectMessages(errors).length + countOpenChoices(state)}
              label={label}
            />
          )}
        </>
      }
    >
      <Link
        // CSS hides this link on phones, because the bar is narrow there and the same link is above the form.
        className={navigation.saveLabel || !isScreen(to) ? 'button' : 'button bar-back'}
        to={to}
        reloadDocument={!isScreen(to)}
      >
        {backLabel}
      </Link>
    </ActionBar>
  )
}

/** Returns the label of the button that saves. The label names the effect on the publication of the item. */
function useSaveLabel(ownLabel: string | undefined): string {
  const { base, item, timeZone } = useEditedItem()
  const [draft, publishAt, unpublishAt] = useWatch<ItemValues, string[]>({ name: publicationNames })
  return (
    ownLabel ??
    getButtonLabel(
      pickPublication({ draft: draft ?? '', publishAt: publishAt ?? '', unpublishAt: unpublishAt ?? '' }),
      item ? pickPublication(base) : null,
      Date.now(),
      timeZone,
    )
  )
}

/**
 * Shows time and links of the last save, once its notice has disappeared. After later edits, the note of their draft
 * replaces this one.
 */
function SavedNote({ saved }: { saved: EditorState['lastSave'] }) {
  const { declaration, hasPublication } = useEditedItem()
  const hourOf = useHour()
  const resource = hasPublication && declaration.name
  return (
    <>
      {saved && (
        <div className="saved-note">
          <span>
            Guardado <span className="mono">{hourOf(saved.at)}</span>
          </span>
          {resource && getPublicationState(saved.item, saved.at) === 'published' && (
            <a className="saved-note-link" href={findItemPage(resource, saved.item)}>
              Ver en el sitio
            </a>
          )}
          {resource && (
            <ShareItem
              resource={resource}
              item={saved.item}
              name={formatItemName(getDeclaration(resource), saved.item)}
              page={findItemPage(resource, saved.item)}
            />
          )}
        </div>
      )}
      <span className="unseen" {...liveRegion}>
        {/* Screen readers announce no unchanged text, so each save has an element of its own. */}
        {saved && <span key={saved.at}>Guardado a las {hourOf(saved.at)}.</span>}
      </span>
    </>
  )
}
