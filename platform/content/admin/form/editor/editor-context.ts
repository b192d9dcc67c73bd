/** The context that all parts of an item's form read. */
import { createContext, type RefObject, useContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Step } from '../../../../admin-layout/paths.ts'
import type { IdempotencyKeys } from '../../../../forms/idempotency-keys.ts'
import type { DraftKeeper } from '../../../../forms/unsaved-draft/use-draft.ts'
import type { Declaration } from '../../../shared/fields.ts'
import type { AnyEntity, ResourceName } from '../../../shared/resources.ts'
import type { ItemVersion } from '../../item/item-version.ts'
import type { CopySource } from '../copied-values.ts'
import type { ItemCalls } from '../item-calls.ts'
import type { ItemBody, ItemValues } from '../item-values.ts'
import type { PictureOrigins } from '../picture-origins.ts'
import type { Proposals } from '../proposals.ts'
import type { EditorEvent, EditorState, ItemDraft } from './editor-state.ts'
import type { PendingFiles } from './pending-files.ts'

/** The screens that the form opens: one after saving, one after leaving without saving. */
export interface FormNavigation {
  afterSave: string
  /** The place that opens when the administrator leaves the form without saving. */
  back: Step
  /** Label of the button that saves. undefined for the default label. */
  saveLabel?: string
}

/** The effect of a save on the form: `stay` keeps the form open. `leave` opens `FormNavigation.afterSave`. */
export type Exit = 'leave' | 'stay'

/**
 * Arguments of the editor's functions. A function can outlive several renders, so it gets the current state from `read`.
 */
export interface EditorParts {
  declaration: Declaration & { name: ResourceName }
  calls: ItemCalls
  /** The version that the screen loaded. null for a new item. */
  loaded: ItemVersion | null
  /** The draft with which the form opened. */
  draft: ItemDraft | null
  /** The values with which a copy of another item starts. undefined when the item is not a copy. */
  copy: ItemValues | undefined
  navigation: FormNavigation
  navigate: (to: string, options?: { replace: boolean; state: unknown }) => void
  /** The club's IANA time zone. */
  timeZone: string
  /** Public origin of the site. null when it is not configured. */
  siteUrl: string | null
  form: UseFormReturn<ItemValues, unknown, ItemBody>
  element: RefObject<HTMLFormElement | null>
  files: PendingFiles
  pictureOrigins: PictureOrigins
  /** The texts that the form proposed last. null before the first proposal. */
  proposed: RefObject<Proposals | null>
  keys: IdempotencyKeys
  keeper: DraftKeeper
  /** Returns the state after the last event, even before React has rendered it. */
  read: () => EditorState
  dispatch: (event: EditorEvent) => void
  /** Stops the save that is in progress. */
  stopping: RefObject<AbortController | null>
  onSaved: ((version: ItemVersion) => void) | undefined
}

export interface Editor extends EditorParts {
  state: EditorState
  /** The stored item. undefined for a new item. */
  item: AnyEntity | undefined
  /** The stored form values. A value that differs from them counts as changed. */
  base: ItemValues
  /** The item from which this one was copied. null while it loads, and for items that are no copies. */
  copySource: CopySource | null
  /** True when the form can stay open after a save. */
  canStay: boolean
}

export const EditorContext = createContext<Editor | null>(null)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor is called outside of an item form')
  return editor
}
