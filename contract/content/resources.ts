/** The registry: the six kinds of content, one line each. A seventh is declared in a file of its own and named here. */
import { agency } from './agency.ts'
import { episode } from './episode.ts'
import { events } from './events.ts'
import type { Declaration, Entity, Picture } from './fields.ts'
import { news } from './news.ts'
import { podcast } from './podcast.ts'
import { residents } from './residents.ts'

export const resources = { events, podcast, episode, residents, agency, news }

export type Resources = typeof resources
export type ResourceName = keyof Resources
export type EntityOf<R extends ResourceName> = Entity<Resources[R]>

/** An item of whichever resource, as code that serves all six sees it. */
export interface AnyEntity {
  _id: string
  createdAt: string
  updatedAt: string
  images: Record<string, Picture>
  alt: Record<string, string | null>
  [field: string]: unknown
}

export const resourceNames = Object.keys(resources) as ResourceName[]

export const declarationOf = (name: ResourceName): Declaration => resources[name]
