/** The actions and stamps that a feature adds to the items of a resource, in its index.parts.ts. */
import type { ComponentType } from 'react'
import type { Undoable } from '../../../forms/undo.tsx'
import type { Declaration } from '../../shared/fields.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import type { CreateChange } from './changes.ts'

/** A word that lists show with an item, such as CANCELADA. */
export interface ItemStamp {
  name: string
  /** A Spanish word. */
  word: string
}

export interface ItemDialogProps {
  declaration: Declaration & { name: ResourceName }
  item: AnyEntity
  onChanged: (undo: Undoable) => void
  onClose: () => void
}

/** A button among the actions of an item. It makes a change that can be undone, or opens a dialog. */
export interface ItemAction {
  label: string
  /** True: before the button that publishes the item. Default: after it */
  isFirst?: boolean
  does: ItemChange | ComponentType<ItemDialogProps>
}

export interface ItemChange {
  create: CreateChange
  /** Text of the row with the undo button. */
  said: string
  /** Text that is shown at once. */
  notice: string
}
