import type { AnyEntity } from '../../shared/resources.ts'

/** A version of an item as it was read, with its edit counter. */
export interface ItemVersion {
  item: AnyEntity
  etag: string | null
}
