import { nameOf } from '../../../../shared/names.ts'
import { pageOfItem } from '../../../shared/item-pages.ts'
import { stateOf } from '../../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../../shared/resources.ts'
import { declarationOf } from '../../../shared/resources.ts'
import { useHour } from '../../draft/draft-notes.tsx'
import { ShareItem } from '../../share/share-item.tsx'

interface SavedNoteProps {
  /** null: nothing was saved here, or something was typed since. `at`: ms since the epoch. */
  saved: { item: AnyEntity; at: number } | null
  /** What has a place on the site of its own. */
  resource: ResourceName | undefined
}

/** What stays of a save once its notice has gone; spoken once. A part of the form's bar. */
export function SavedNote({ saved, resource }: SavedNoteProps) {
  const hourOf = useHour()
  const hour = saved && hourOf(saved.at)
  const isSeen = saved && resource && stateOf(saved.item, saved.at) === 'published'
  return (
    <>
      {saved && (
        <div className="saved-note">
          <span>
            Guardado <span className="mono">{hour}</span>
          </span>
          {isSeen && (
            <a className="saved-note-link" href={pageOfItem(resource, saved.item)}>
              Ver en el sitio
            </a>
          )}
          {resource && (
            <ShareItem
              resource={resource}
              item={saved.item}
              name={nameOf(declarationOf(resource), saved.item)}
              page={pageOfItem(resource, saved.item)}
            />
          )}
        </div>
      )}
      <span className="unseen" role="status">
        {hour ? `Guardado a las ${hour}.` : ''}
      </span>
    </>
  )
}
