/** The features with content, in the order of their resources in menus, archives and OpenAPI. */
import { artists } from './artists/index.ts'
import { news } from './news/index.ts'
import { nights } from './nights/index.ts'
import { recordings } from './recordings/index.ts'

export const features = [nights, recordings, artists, news] as const
