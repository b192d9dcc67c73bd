/** What the club says as long as nobody has said otherwise in the back office: the words of these files, by group. */
import type { GroupName } from '../contract/site/group-names.ts'
import type { Said } from '../contract/site/site.ts'
import { club } from './club.ts'
import { contact } from './contact.ts'
import { copy } from './copy.ts'
import { culture } from './culture.ts'
import { history } from './history.ts'
import { home } from './home.ts'
import { milestones } from './milestones.ts'
import { news } from './news.ts'

/** Rows have no `_id` yet. */
type Shipped<T> = T extends readonly (infer R)[]
  ? readonly Omit<R, '_id'>[]
  : T extends object
    ? { readonly [K in keyof T]: Shipped<T[K]> }
    : T

/** Above the pictures that ship: `{name}.jpg`, whose files are in pictures/. */
export const SHIPPED_PICTURES = '/club/pictures/'

const pictured = <R extends { picture: string; alt: string }>({ picture, ...row }: R) => ({
  ...row,
  picture: `${SHIPPED_PICTURES}${picture}.jpg`,
})

const { name, city, neighbourhood, description, founder, slogans, timeZone } = club

export const defaults: { readonly [G in GroupName]: Shipped<Said<G>> } = {
  identity: { name, city, neighbourhood, description, founder, slogans, timeZone },
  contact: {
    address: club.address,
    position: club.position,
    lead: contact.lead,
    directions: contact.directions,
    hours: null,
    meta: contact.meta,
  },
  links: { ...club.social, ticketing: club.ticketing },
  home,
  history: { ...history, chapters: history.chapters.map(pictured) },
  culture: { ...culture, values: culture.values.map(pictured) },
  milestones: { ...milestones, stories: milestones.stories.map(pictured) },
  news,
  footer: copy.footer,
  // The film that ships: club/film.ts.
  look: { accent: '#ff2e1f', bpm: 128, logo: null, film: null, poster: null },
  notice: { text: null, url: null, from: null, until: null },
}
