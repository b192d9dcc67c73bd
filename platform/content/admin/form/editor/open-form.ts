import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Declaration } from '../../../shared/fields.ts'
import type { ResourceName } from '../../../shared/resources.ts'
import type { ItemVersion } from '../../item/item-version.ts'
import type { ItemCalls } from '../item-calls.ts'
import type { ItemBody, ItemValues } from '../item-values.ts'
import type { EditorEvent, EditorState } from './editor-state.ts'

/** An item in its form, with the state machine. A function can outlive renders, so it gets the state from `read`. */
export interface OpenForm {
  declaration: Declaration & { name: ResourceName }
  /** The club's IANA time zone. */
  timeZone: string
  calls: ItemCalls
  /** The version that the screen loaded. null for a new item. */
  loaded: ItemVersion | null
  form: UseFormReturn<ItemValues, unknown, ItemBody>
  element: RefObject<HTMLFormElement | null>
  /** Returns the state after the last event, even before React has rendered it. */
  read: () => EditorState
  dispatch: (event: EditorEvent) => void
}
