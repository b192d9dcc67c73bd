import { useState } from 'react'
import { Link } from 'react-router'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { countOf } from '../../../admin-layout/admin-words.ts'
import { Confirm } from '../../../admin-layout/dialog.tsx'
import { adminPaths } from '../../../admin-layout/paths.ts'
import { TRASH_DAYS } from '../../../shared/limits.ts'
import { notify } from '../../../ui/notify.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { ResourceName } from '../../shared/resources.ts'
import type { Undoable } from './undo.tsx'

/** Items by their ids, with what they are called. */
export type Named = ReadonlyMap<string, string>

interface RemoveItemsProps {
  declaration: Declaration & { name: ResourceName }
  /** One at least. */
  items: Named
  /** They are gone; without `undo` somebody else deleted them before. */
  onChanged: (undo?: Undoable) => void
  onClose: () => void
}

/** Asks, and puts items into the bin. */
export function RemoveItems({ declaration, items, onChanged, onClose }: RemoveItemsProps) {
  const { name: resource, noticeMs: ms, words } = declaration
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isOne = items.size === 1
  const say = (names: Named) => {
    const [only] = names.values()
    return names.size === 1 ? `«${only}»` : countOf(names.size, words)
  }

  async function remove() {
    setBusy(true)
    const answer = await adminApi.post('/trash', { body: { resource, ids: [...items.keys()] } })
    setBusy(false)
    // What somebody else deleted meanwhile is gone too: the list says so by not having it.
    if (!answer.ok && answer.problem.status !== 404) {
      setFailure(answer.problem.detail)
      return
    }
    notify(answer.ok ? { title: 'Borrado', ms } : { title: 'Oops...', text: answer.problem.detail, ms })
    const removed = new Map([...items].filter(([id]) => answer.ok && answer.value.ids.includes(id)))
    onClose()
    if (removed.size === 0) onChanged()
    else
      onChanged({
        said: (
          <>
            Borraste {say(removed)}. {removed.size === 1 ? 'Queda' : 'Quedan'} en la{' '}
            <Link to={adminPaths.trash} className="text-link">
              papelera
            </Link>
            .
          </>
        ),
        back: `De vuelta: ${say(removed)}.`,
        takesFocus: true,
        undo: () => adminApi.post('/trash/restore', { body: { resource, ids: [...removed.keys()] } }),
      })
  }

  return (
    <Confirm
      question={isOne ? `¿Borrar ${words.article} ${words.one} ${say(items)}?` : `¿Borrar ${say(items)}?`}
      names={isOne ? [] : [...items.values()]}
      consequence={`${isOne ? 'Deja de verse en el sitio. Queda' : 'Dejan de verse en el sitio. Quedan'} en la papelera durante ${TRASH_DAYS} días.`}
      confirmLabel="Borrar"
      busy={busy}
      failure={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
