/** Lists the features with content or settings. Menus, archives and the OpenAPI document keep this order. */
import { artists } from './artists/index.ts'
import { home } from './home/index.ts'
import { news } from './news/index.ts'
import { nights } from './nights/index.ts'
import { pages } from './pages/index.ts'
import { recordings } from './recordings/index.ts'

export const features = [home, pages, nights, recordings, artists, news] as const
