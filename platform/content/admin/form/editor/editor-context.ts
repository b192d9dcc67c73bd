/** The parts of an item's form. Fields read the two contexts. Functions of the editor take its parts as an argument. */
import { type Context, createContext, type RefObject, useContext } from 'react'
import type { Step } from '../../../../admin-layout/paths.ts'
import type { IdempotencyKeys } from '../../../../forms/idempotency-keys.ts'
import type { DraftKeeper } from '../../../../forms/unsaved-draft/use-draft.ts'
import type { AnyEntity } from '../../../shared/resources.ts'
import type { AddFilm } from '../../fields/upload/film-field.tsx'
import type { ItemVersion } from '../../item/item-version.ts'
import type { CopySource } from '../copied-values.ts'
import type { ItemValues } from '../item-values.ts'
import type { PictureOrigins } from '../picture-origins.ts'
import type { TextProposals } from '../text-proposals.ts'
import type { ItemDraft } from './editor-state.ts'
import type { OpenForm } from './open-form.ts'
import type { PendingFiles } from './pending-files.ts'

/** The item that a form edits. */
export interface EditedItem extends Pick<OpenForm, 'declaration' | 'timeZone'> {
  /** The stored item. undefined for a new item. */
  item: AnyEntity | undefined
  /** The stored form values. A value that differs from them counts as changed. */
  base: ItemValues
  /** The values with which a new item starts. null for a stored item. */
  initial: ItemValues | null
  /** The item from which this one was copied. null while it loads, and for items that are no copies. */
  copySource: CopySource | null
  /** False for an item that always exists and is public. */
  hasPublication: boolean
}

/** The files and pictures of a form. */
export interface FormFiles extends Pick<OpenForm, 'element'> {
  files: PendingFiles
  pictureOrigins: PictureOrigins
  proposals: TextProposals
}

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

/** A form that can be saved, left and discarded. */
export interface Editor extends OpenForm, FormFiles {
  /** The draft with which the form opened. */
  draft: ItemDraft | null
  /** The values with which a copy of another item starts. undefined when the item is not a copy. */
  copy: ItemValues | undefined
  keeper: DraftKeeper
  keys: IdempotencyKeys
  /** Stops the save that is in progress. */
  stopping: RefObject<AbortController | null>
  navigation: FormNavigation
  navigate: (to: string, options?: { replace: boolean; state: unknown }) => void
  onSaved: ((version: ItemVersion) => void) | undefined
}

/** Uploads a film. @param poster the field of the picture that is shown before the film plays */
type AddFilmOf = (poster: string, ...film: Parameters<AddFilm>) => ReturnType<AddFilm>

export const EditedItemContext = createContext<EditedItem | null>(null)
export const FormFilesContext = createContext<(FormFiles & { addFilm: AddFilmOf }) | null>(null)

function useRequired<T>(context: Context<T | null>): T {
  const value = useContext(context)
  if (!value) throw new Error('a hook of item forms is called outside of an item form')
  return value
}

export const useEditedItem = () => useRequired(EditedItemContext)
export const useFormFiles = () => useRequired(FormFilesContext)
