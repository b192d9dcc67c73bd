import './item.css'
import { type ComponentProps, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../../admin-layout/button.tsx'
import { loadItemActions } from '../../../admin-layout/feature-parts.ts'
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'
import { editPath } from '../../../admin-layout/paths.ts'
import type { Undoable } from '../../../forms/undo.tsx'
import type { Declaration } from '../../shared/fields.ts'
import { formatDatedItemName } from '../../shared/item-names.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { hasShareSet } from '../../shared/share-set-resources.ts'
import { ShareSetDialog } from '../share/share-item.tsx'
import { More } from './more.tsx'
import type { Asked } from './more-actions.tsx'

// Loaded on demand, because a list is useful without these actions.
const MoreActions = lazyPart('acciones', async () => {
  const [{ MoreActions }, lists] = await Promise.all([import('./more-actions.tsx'), loadItemActions()])
  return (props: Omit<ComponentProps<typeof MoreActions>, 'listActions'>) => (
    <MoreActions {...props} listActions={lists[props.declaration.name] ?? (() => [])} />
  )
})
export const RemoveItems = lazyPart('borrar', async () => (await import('./remove-items.tsx')).RemoveItems)

interface ItemActionsProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
  /** Called after a change, to reload the list and to offer the undo of the change (useUndo). */
  onChanged: (undo?: Undoable) => void
  /** The action of the button beside "Más". By default this is `edit`. */
  first?: 'edit' | 'remove'
  /** Query of the form's address, such as '?desde=…'. */
  search?: string
  /** Called when the form is opened. */
  onEdit?: () => void
}

/** The actions of an item: one button, and a button "Más" that shows the other actions. */
export function ItemActions(props: ItemActionsProps) {
  const { declaration, item, onChanged, first = 'edit', search = '', onEdit } = props
  const here = useLocation()
  const [asking, setAsking] = useState<Asked | null>(null)
  const Dialog = typeof asking === 'function' ? asking : null
  const name = formatDatedItemName(declaration, item)
  const unseen = <span className="unseen"> {name}</span>
  const edit = (
    <Link
      className={first === 'edit' ? 'button item-link' : 'button'}
      to={editPath(declaration, item._id) + search}
      state={{ from: here.pathname + here.search }}
      onClick={onEdit}
    >
      Editar{unseen}
    </Link>
  )
  return (
    <div className="item-actions">
      {first === 'edit' ? (
        edit
      ) : (
        <Button kind="danger" onClick={() => setAsking('remove')}>
          Borrar{unseen}
        </Button>
      )}
      <More name={name}>
        {(close) => (
          <>
            {first !== 'edit' && edit}
            <MoreActions
              declaration={declaration}
              item={item}
              onChanged={onChanged}
              onAsk={(what) => setAsking(() => what)}
              isRemoveInSight={first === 'remove'}
              onClose={close}
            />
          </>
        )}
      </More>
      {asking === 'remove' && (
        <RemoveItems
          declaration={declaration}
          items={new Map([[item._id, name]])}
          onChanged={onChanged}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'share' && hasShareSet(declaration.name) && (
        <ShareSetDialog resource={declaration.name} id={item._id} onClose={() => setAsking(null)} />
      )}
      {Dialog && (
        <Dialog declaration={declaration} item={item} onChanged={onChanged} onClose={() => setAsking(null)} />
      )}
    </div>
  )
}
