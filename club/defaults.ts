/** Values of the settings until administrators edit them. */

import type { SettingsDeclarations } from '../platform/settings/shared/all-settings.ts'
import type { Head } from '../platform/settings/shared/club-types.ts'
import type { SettingsName } from '../platform/settings/shared/settings-names.ts'
import type { SettingsValues } from '../platform/settings/shared/site-settings.ts'
import { club } from './club.ts'
import { contact } from './contact.ts'
import { copy } from './copy.ts'
import { culture } from './culture.ts'
import { english } from './english.ts'
import { history } from './history.ts'
import { home } from './home.ts'
import { milestones } from './milestones.ts'
import { news } from './news.ts'

/** Removes `_id` from the type of rows, because the server assigns it only to stored rows. */
type WithoutRowIds<T> = T extends readonly (infer R)[]
  ? readonly Omit<R, '_id'>[]
  : T extends object
    ? { readonly [K in keyof T]: WithoutRowIds<T[K]> }
    : T

type Defaults = { readonly [G in SettingsName]: WithoutRowIds<SettingsValues<G>> }

type HasRequiredField<Fields> = {
  [N in keyof Fields]: Fields[N] extends { optional: true } ? never : N
}[keyof Fields]
type GroupWithRequiredField = {
  [G in SettingsName]: [HasRequiredField<SettingsDeclarations[G]['fields']>] extends [never] ? never : G
}[SettingsName]

/** Prefix of the addresses of the pictures that ship, `{name}.jpg`. The files are in pictures/. */
export const SHIPPED_PICTURES = '/club/pictures/'

const withPicturePath = <R extends { picture: string; alt: string }>({ picture, ...row }: R) => ({
  ...row,
  picture: `${SHIPPED_PICTURES}${picture}.jpg`,
})

const { name, city, neighbourhood, description, founder, slogans, timeZone } = club

/** Returns the translations of the named fields. The value is null if there is no translation. */
const translate = <N extends string>(en: { readonly [K in N]?: string }, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, en[name] ?? null])) as { [K in N]: string | null }

const head = (meta: Partial<Head> = {}) => translate(meta, ['title', 'description'])

/** Adds the translation of each row. @param inEnglish returns the translation of the row with this index */
const withEnglish = <R extends object, E extends object>(
  rows: readonly R[],
  inEnglish: (index: number) => E,
) => rows.map((row, index) => ({ ...row, ...inEnglish(index) }))

const valueInEnglish = (index: number) => {
  const { title = null, text = null, alt = null } = english.culture.values[index] ?? {}
  return { titleEn: title, textEn: text, altEn: alt }
}

/** Default values by settings group. A group that is missing here has no default values. */
export const defaults = {
  identity: {
    name,
    city,
    neighbourhood,
    description,
    founder,
    slogans: withEnglish(slogans, (index) => ({ textEn: english.identity.slogans[index] ?? null })),
    timeZone,
    en: {
      ...translate(english.identity, ['description']),
      founder: translate(english.identity.founder, ['quote']),
    },
  },
  contact: {
    address: club.address,
    position: club.position,
    lead: contact.lead,
    directions: contact.directions,
    hours: null,
    meta: contact.meta,
    en: {
      ...translate(english.contact, ['lead', 'directions']),
      hours: null,
      meta: head(english.contact.meta),
    },
  },
  links: { ...club.social, ticketing: club.ticketing },
  home: {
    ...home,
    podcastOwner: null,
    en: {
      ...translate(english.home, ['podcast', 'episodes', 'dates', 'noDates', 'residents', 'agency']),
      meta: head(english.home.meta),
    },
  },
  history: { ...history, chapters: history.chapters.map(withPicturePath) },
  culture: {
    ...culture,
    values: withEnglish(culture.values.map(withPicturePath), valueInEnglish),
    en: { ...translate(english.culture, ['lead']), meta: head(english.culture.meta) },
  },
  milestones: { ...milestones, stories: milestones.stories.map(withPicturePath) },
  news: { ...news, en: translate(english.news, ['lead']) },
  footer: { ...copy.footer, en: translate(english.footer, ['farewell', 'note']) },
  // The value null of `film` and `poster` means the film of club/film.ts.
  look: { accent: '#ff2e1f', bpm: 128, logo: null, film: null, poster: null },
} satisfies Pick<Defaults, GroupWithRequiredField> & Partial<Defaults>
