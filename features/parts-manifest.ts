/** Types with which a feature adds parts to the forms, lists and menus of the back office. */
import type { ComponentType } from 'react'
import type { Command } from '../platform/admin-layout/commands.ts'
import type { Answer } from '../platform/api/client/call.ts'
import type { ItemValues } from '../platform/content/admin/form/item-values.ts'
import type { ItemAction, ItemStamp } from '../platform/content/admin/item/item-action.ts'
import type { AnyEntity, ResourceName } from '../platform/content/shared/resources.ts'

/** Type of the export of `features/<feature>/index.parts.ts`. Code that a first screen does not need is imported on demand. */
export interface AdminParts {
  /** Parts of the items of a resource. */
  readonly items?: { readonly [R in ResourceName]?: ItemParts }
  /** The screen that receives messages, which menus show with the number of unread ones. */
  readonly inbox?: InboxPart
  /** Loads the entries of the command menu that perform an action. */
  commands?(): Promise<() => Promise<Command[]>>
}

export interface InboxPart {
  readonly to: string
  /** Returns the address of the screen of a message. */
  itemPath(id: string): string
  loadSummary(): Promise<Answer<{ unread: number }>>
}

export interface ItemParts {
  /** Questions and warnings under fields of the form, by field. */
  readonly notes?: Record<string, LoadPart>
  /** Controls of fields that replace the usual ones, by field. */
  readonly fields?: Record<string, LoadPart>
  /** Parts below the rows of a field, such as another way to add rows, by field. */
  readonly rowTools?: Record<string, LoadPart>
  /** A part above the fields of a new item. */
  readonly start?: LoadPart
  /** Summaries of fields in the header of their group, for those that need more than the value of the field. */
  readonly summaries?: Record<string, Summarize>
  /** Returns the stamps of an item. @param now ms since 1970 @param timeZone the club's IANA time zone */
  listStamps?(item: AnyEntity, now: number, timeZone: string): ItemStamp[]
  actions?(): Promise<ListActions>
}

export type LoadPart = () => Promise<{ default: ComponentType }>

/** Returns the summary of a field in Spanish. @param now ms since 1970 @param timeZone the club's IANA time zone */
export type Summarize = (values: ItemValues, now: number, timeZone: string) => string

/** Returns the actions of an item. @param now ms since 1970 @param timeZone the club's IANA time zone */
export type ListActions = { list(item: AnyEntity, now: number, timeZone: string): ItemAction[] }['list']
