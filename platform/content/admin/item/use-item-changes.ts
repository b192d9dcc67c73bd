import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { editPath } from '../../../admin-layout/paths.ts'
import { getItemSelector, type Undoable } from '../../../forms/undo.tsx'
import { notify } from '../../../ui/notify.ts'
import type { Declaration } from '../../shared/fields.ts'
import { formatDatedItemName } from '../../shared/item-names.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { changeItem, publishItem, readVersion } from './changes.ts'
import { findPublishingRefusal } from './copy-source.ts'
import type { ItemChange } from './item-action.ts'

interface ItemChangesOptions {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
  onChanged: (undo: Undoable) => void
}

/** The one-tap changes of an item, each with a notice and an undo. */
export function useItemChanges({ declaration, item, onChanged }: ItemChangesOptions) {
  const { name: resource, noticeMs: ms } = declaration
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const here = useLocation()
  const name = formatDatedItemName(declaration, item)

  /** Makes a change. @returns true when the server accepted it */
  async function change({ create, said, notice }: ItemChange): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    const answer = await changeItem(resource, item._id, create)
    setBusy(false)
    if (!answer.ok) {
      notify({ title: 'Oops...', text: answer.problem.detail, ms })
      return false
    }
    notify({ title: 'Actualizado', text: notice, ms })
    onChanged({
      said,
      back: `«${name}» quedó como estaba.`,
      next: getItemSelector(item._id),
      undo: answer.value.undo,
    })
    return true
  }

  async function publish(): Promise<void> {
    if (busy) return
    setBusy(true)
    // The home screen knows only a part of the item.
    const stored = await readVersion(resource, item._id)
    const refusal = stored.ok ? await findPublishingRefusal(resource, stored.value.item) : null
    setBusy(false)
    if (!stored.ok) {
      notify({ title: 'Oops...', text: stored.problem.detail, ms })
      return
    }
    if (refusal === null) {
      await change({
        create: publishItem,
        said: `Publicaste «${name}».`,
        notice: `«${name}» ya se ve en el sitio.`,
      })
      return
    }
    notify({ title: 'Oops...', text: refusal.reason, ms })
    // Opens the form, which shows the values that the administrator has to confirm.
    if (refusal.opensForm)
      void navigate(editPath(declaration, item._id), { state: { from: here.pathname + here.search } })
  }

  return {
    busy,
    change,
    publish,
  }
}
