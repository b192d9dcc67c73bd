import './item.css'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { editPath } from '../../../admin-layout/paths.ts'
import { fullNameOf } from '../../../shared/names.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { isKitResource } from '../../shared/share-set-resources.ts'
import { Kit } from '../share/share-item.tsx'
import { CancelNight, MoreActions, RemoveItems } from './later.ts'
import { More } from './more.tsx'
import type { Undoable } from './undo.tsx'

export interface ItemActionsProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
  /** Something was done to it: what shows it reads it again, and offers to take it back (useUndo). */
  onChanged: (undo?: Undoable) => void
  /** What is in sight beside the rest; `Editar` unless told. */
  first?: 'edit' | 'remove'
  /** Goes into the address of the form: '?desde=…'. */
  search?: string
  /** One goes to its form. */
  onEdit?: () => void
}

/** What can be done with an item: one action in sight, the others behind "Más". */
export function ItemActions(props: ItemActionsProps) {
  const { declaration, item, onChanged, first = 'edit', search = '', onEdit } = props
  const here = useLocation()
  const [asking, setAsking] = useState<'remove' | 'cancel' | 'share' | null>(null)
  const name = fullNameOf(declaration, item)
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
        <button type="button" className="button button-danger" onClick={() => setAsking('remove')}>
          Borrar{unseen}
        </button>
      )}
      <More name={name}>
        {(close) => (
          <>
            {first !== 'edit' && edit}
            <MoreActions
              declaration={declaration}
              item={item}
              onChanged={onChanged}
              onAsk={setAsking}
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
      {asking === 'share' && isKitResource(declaration.name) && (
        <Kit resource={declaration.name} id={item._id} onClose={() => setAsking(null)} />
      )}
      {asking === 'cancel' && (
        <CancelNight
          declaration={declaration}
          item={item}
          onChanged={onChanged}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
