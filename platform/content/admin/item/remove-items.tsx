import { Link } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { formatItemCount } from '../../../admin-layout/admin-words.ts'
import { ConfirmAction } from '../../../admin-layout/dialog.tsx'
import { adminPaths } from '../../../admin-layout/paths.ts'
import { getItemSelector, type Undoable } from '../../../forms/undo.tsx'
import { TRASH_DAYS } from '../../../shared/limits.ts'
import { Sentence } from '../../../ui/sentence.tsx'
import type { Declaration } from '../../shared/fields.ts'
import type { ResourceName } from '../../shared/resources.ts'

/** Names of items, by id. */
export type ItemNames = ReadonlyMap<string, string>

interface RemoveItemsProps {
  declaration: Declaration & { name: ResourceName }
  /** The items to delete, at least one. */
  items: ItemNames
  /** Called after the deletion. `undo` is missing when another administrator has already deleted the items. */
  onChanged: (undo?: Undoable) => void
  onClose: () => void
}

/** Dialog that moves items to the trash. */
export function RemoveItems({ declaration, items, onChanged, onClose }: RemoveItemsProps) {
  const { name: resource, noticeMs: ms, words } = declaration
  const isOne = items.size === 1
  const getName = (some: ItemNames) => {
    const [only] = some.values()
    return some.size === 1 ? `«${only}»` : formatItemCount(some.size, words)
  }

  function getUndo(removed: ItemNames): Undoable {
    const [first] = removed.keys()
    return {
      said: (
        <>
          Borraste <Sentence>{getName(removed)}</Sentence>. {removed.size === 1 ? 'Queda' : 'Quedan'} en la{' '}
          <Link to={adminPaths.trash} className="text-link">
            papelera
          </Link>
          .
        </>
      ),
      back: `De vuelta: ${getName(removed)}.`,
      takesFocus: true,
      next: getItemSelector(first),
      undo: () => adminApi.post('/trash/restore', { body: { resource, ids: [...removed.keys()] } }),
    }
  }

  return (
    <ConfirmAction
      question={
        isOne ? `¿Borrar ${words.article} ${words.one} ${getName(items)}?` : `¿Borrar ${getName(items)}?`
      }
      names={isOne ? [] : [...items.values()]}
      consequence={`${isOne ? 'Deja de verse en el sitio. Queda' : 'Dejan de verse en el sitio. Quedan'} en la papelera durante ${TRASH_DAYS} días.`}
      confirmLabel="Borrar"
      call={() => adminApi.post('/trash', { body: { resource, ids: [...items.keys()] } })}
      notice={{ title: 'Borrado', ms }}
      ms={ms}
      isFailureQuiet
      isDoneWhenGone
      onDone={(gone) => {
        const removed = new Map([...items].filter(([id]) => gone?.ids.includes(id)))
        onClose()
        if (removed.size === 0) onChanged()
        else onChanged(getUndo(removed))
      }}
      onClose={onClose}
    />
  )
}
