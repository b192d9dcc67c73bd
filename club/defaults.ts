/** What the club says as long as nobody has said otherwise in the back office: the words of these files, by group. */

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

/** Rows have no `_id` yet. */
type Shipped<T> = T extends readonly (infer R)[]
  ? readonly Omit<R, '_id'>[]
  : T extends object
    ? { readonly [K in keyof T]: Shipped<T[K]> }
    : T

type Defaults = { readonly [G in SettingsName]: Shipped<SettingsValues<G>> }

type HasRequiredField<Fields> = {
  [N in keyof Fields]: Fields[N] extends { optional: true } ? never : N
}[keyof Fields]
type GroupWithRequiredField = {
  [G in SettingsName]: [HasRequiredField<SettingsDeclarations[G]['fields']>] extends [never] ? never : G
}[SettingsName]

/** Above the pictures that ship: `{name}.jpg`, whose files are in pictures/. */
export const SHIPPED_PICTURES = '/club/pictures/'

const pictured = <R extends { picture: string; alt: string }>({ picture, ...row }: R) => ({
  ...row,
  picture: `${SHIPPED_PICTURES}${picture}.jpg`,
})

const { name, city, neighbourhood, description, founder, slogans, timeZone } = club

/** What is said in English of a group, and null for the rest of `names`. */
const said = <N extends string>(en: { readonly [K in N]?: string }, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, en[name] ?? null])) as { [K in N]: string | null }

const head = (meta: Partial<Head> = {}) => said(meta, ['title', 'description'])

/** Rows with what is said of them in English, in the same order. */
const withEnglish = <R extends object, E extends object>(
  rows: readonly R[],
  inEnglish: (index: number) => E,
) => rows.map((row, index) => ({ ...row, ...inEnglish(index) }))

const valueInEnglish = (index: number) => {
  const { title = null, text = null, alt = null } = english.culture.values[index] ?? {}
  return { titleEn: title, textEn: text, altEn: alt }
}

/** A group that is left out has no values. */
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
      ...said(english.identity, ['description']),
      founder: said(english.identity.founder, ['quote']),
    },
  },
  contact: {
    address: club.address,
    position: club.position,
    lead: contact.lead,
    directions: contact.directions,
    hours: null,
    meta: contact.meta,
    en: { ...said(english.contact, ['lead', 'directions']), hours: null, meta: head(english.contact.meta) },
  },
  links: { ...club.social, ticketing: club.ticketing },
  home: {
    ...home,
    en: {
      ...said(english.home, ['podcast', 'episodes', 'dates', 'noDates', 'residents', 'agency']),
      meta: head(english.home.meta),
    },
  },
  history: { ...history, chapters: history.chapters.map(pictured) },
  culture: {
    ...culture,
    values: withEnglish(culture.values.map(pictured), valueInEnglish),
    en: { ...said(english.culture, ['lead']), meta: head(english.culture.meta) },
  },
  milestones: { ...milestones, stories: milestones.stories.map(pictured) },
  news: { ...news, en: said(english.news, ['lead']) },
  footer: { ...copy.footer, en: said(english.footer, ['farewell', 'note']) },
  // The film that ships: club/film.ts.
  look: { accent: '#ff2e1f', bpm: 128, logo: null, film: null, poster: null },
} satisfies Pick<Defaults, GroupWithRequiredField> & Partial<Defaults>
