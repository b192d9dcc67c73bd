/** Title and description of every page, for those who need them all: feeds, share images, the site map. No page does. */
import type { Head, PageKey } from '../contract/club.ts'
import { contact } from './contact.ts'
import { copy } from './copy.ts'
import { culture } from './culture.ts'
import { history } from './history.ts'
import { home } from './home.ts'
import { milestones } from './milestones.ts'
import { news } from './news.ts'
import { nights } from './nights.ts'
import { privacy } from './privacy.ts'

export const heads = {
  ...copy.meta,
  home: home.meta,
  history: history.meta,
  culture: culture.meta,
  milestones: milestones.meta,
  news: news.meta,
  nights: nights.meta,
  contact: contact.meta,
  privacy: privacy.meta,
} as const satisfies Record<PageKey, Head>
