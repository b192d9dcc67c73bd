/** Title and description of every page, for those who need them all: feeds, share images, tests. No page does. */
import type { Head, PageKey } from '../contract/club.ts'
import type { GroupName } from '../contract/site/group-names.ts'
import { type Named, namedThroughout } from '../contract/site/site.ts'
import { copy } from './copy.ts'
import { nights } from './nights.ts'
import { privacy } from './privacy.ts'

/** What the club says on pages that have a group. */
type Said = { readonly identity: Named } & {
  readonly [G in PageKey & GroupName]: { readonly meta: Head }
}

export function headsOf({ identity, ...said }: Said): Record<PageKey, Head> {
  const { home, history, culture, milestones, news, contact } = said
  const heads = {
    ...copy.meta,
    home: home.meta,
    history: history.meta,
    culture: culture.meta,
    milestones: milestones.meta,
    news: news.meta,
    nights: nights.meta,
    contact: contact.meta,
    privacy: privacy.meta,
  }
  return namedThroughout(heads, identity)
}
