/** Lists the features with public pages. Structured data contains their sections in this order. */
import type { PageSection } from '../platform/pages/page-sections.tsx'
import { artists } from './artists/index.pages.ts'
import { guests } from './guests/index.pages.ts'
import { home } from './home/index.pages.ts'
import { messages } from './messages/index.pages.ts'
import { news } from './news/index.pages.ts'
import { nights } from './nights/index.pages.ts'
import type { FeaturePage, PagesFeature } from './page-manifest.ts'
import { pages } from './pages/index.pages.ts'
import { privacy } from './privacy/index.pages.ts'
import { recordings } from './recordings/index.pages.ts'
import { redirects } from './redirects/index.pages.ts'
import { visit } from './visit/index.pages.ts'

const features: readonly PagesFeature[] = [
  home,
  pages,
  messages,
  news,
  nights,
  artists,
  recordings,
  privacy,
  visit,
  guests,
  redirects,
]

export const publicPages: readonly FeaturePage[] = features.flatMap(({ pages }) => pages)

/** Returns the sections that features add to a page. */
export const getSections = ({ sections: name }: FeaturePage): readonly PageSection<never>[] =>
  name === undefined
    ? []
    : features.flatMap(({ sections }): readonly PageSection<never>[] => sections?.[name] ?? [])
