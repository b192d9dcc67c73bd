/** What is known of all resources from their declarations. */
import type { Share } from '../share-kit.ts'
import { type Declaration, type Entity, type Picture, referencedBy } from './fields.ts'
import type { Publication } from './publication.ts'
import { resources } from './registry.ts'

export { resources }

export type Resources = typeof resources
export type ResourceName = keyof Resources
export type EntityOf<R extends ResourceName> = Entity<Resources[R]>

/** An item of whichever resource, as code that serves them all sees it. */
export interface AnyEntity extends Publication {
  _id: string
  createdAt: string
  updatedAt: string
  images: Record<string, Picture>
  alt: Record<string, string | null>
  /** For administrators, of what has a share kit. */
  share?: Share
  [field: string]: unknown
}

export const resourceNames = Object.keys(resources) as ResourceName[]

/** What is shown of a resource's items depends on these resources. */
export const readWith = (name: ResourceName): ResourceName[] => [
  name,
  ...(referencedBy(declarationOf(name)) as ResourceName[]),
]

export const declarationOf = (name: ResourceName): Declaration => resources[name]
