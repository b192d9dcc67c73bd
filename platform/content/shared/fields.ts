/**
 * The vocabulary in which a resource is declared. Plain TypeScript without zod: public pages, the back
 * office, the API, its documentation and the database code all read the same declarations.
 */
import {
  LONG_TEXT_MAX,
  NOTICE_MS,
  RICH_TEXT_MAX_BYTES,
  SHORT_TEXT_MAX,
  TITLE_MAX,
  URL_MAX,
} from '../../shared/limits.ts'
import type { Picture } from './entity-parts.ts'
import type { Nested } from './nested-values.ts'
import type { Publication } from './publication.ts'

/** Shape hint of a picture: the back office crops to this ratio, the API takes any size. CSS px. */
export interface Shape {
  width: number
  height: number
}

interface FieldBase {
  /** What the back office calls it. */
  label: string
  hint?: string
}

/** A field that may be left empty, and then is null. Any other has a value in every item. */
interface Optional {
  optional?: boolean
}

/** Resources that a reference may lead to: their names, which the registry makes types of only after the fields. */
type ReferenceTo = readonly string[]

export type Field = FieldBase &
  (
    | ({ kind: 'line'; max: number } & Optional)
    | ({ kind: 'text'; max: number } & Optional)
    | { kind: 'title'; max: number; optional?: never }
    | { kind: 'headline'; max: number; of: string; optional: true }
    | ({ kind: 'rich'; maxBytes: number } & Optional)
    | ({ kind: 'url'; max: number; accountsAt?: string; isSound?: boolean } & Optional)
    | ({ kind: 'date'; time?: boolean; night?: boolean } & Optional)
    | { kind: 'former'; of: string; whileField: string; whileValue: string; optional: true }
    | {
        kind: 'image'
        shape: Shape
        whole?: boolean
        cutFrom?: string
        isDecorative?: boolean
        monochrome?: boolean
        optional?: boolean
      }
    | { kind: 'film'; poster: string; optional: true }
    | { kind: 'audio'; optional: true }
    | { kind: 'time'; optional: true }
    | { kind: 'instant'; optional: true }
    | { kind: 'number'; min: number; max: number; decimals: number; optional: boolean }
    | { kind: 'choice'; options: Record<string, string>; fallback: string; optional: true }
    | { kind: 'currency'; fallback: string; optional: true }
    | { kind: 'zone'; optional?: never }
    | { kind: 'colour'; on: string; optional?: never }
    | { kind: 'reference'; to: ReferenceTo; optional: true }
    | {
        kind: 'rows'
        min?: number
        max: number
        words: RowWords
        columns: Record<string, Column>
        optional?: boolean
      }
  )

export type FieldKind = Field['kind']

/** A field of a row. */
export type Column = Extract<
  Field,
  {
    kind:
      | 'line'
      | 'text'
      | 'url'
      | 'time'
      | 'instant'
      | 'number'
      | 'choice'
      | 'currency'
      | 'reference'
      | 'image'
  }
> & {
  /** Where the row says nothing, the name of what this column of it refers to. */
  namedBy?: string
  /** The picture of the row that this column tells in words. */
  describes?: string
}

interface RowWords {
  /** 'entrada' */
  one: string
  article: 'el' | 'la'
}

/** Something of the club's own, by what it is and its id. */
export interface Reference {
  resource: string
  _id: string
}

interface Options extends Optional {
  hint?: string
}

/** One line of plain text. */
export const line = <const O extends Options & { max?: number }>(label: string, options: O = {} as O) =>
  // A number, not this one: together with another of `options` it would be no type at all.
  ({ kind: 'line', label, max: SHORT_TEXT_MAX as number, ...options }) as const
/** Several lines of plain text. */
export const text = <const O extends Options & { max?: number }>(label: string, options: O = {} as O) =>
  ({ kind: 'text', label, max: LONG_TEXT_MAX as number, ...options }) as const
/** Hyphen-separated words, unique in its resource; the last part of a page's address. */
export const title = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'title', label, max: TITLE_MAX, ...options }) as const
/** HTML, sanitised by the server to an allow-list on every write. */
export const rich = <const O extends Options>(label: string, options: O = {} as O) =>
  ({ kind: 'rich', label, maxBytes: RICH_TEXT_MAX_BYTES, ...options }) as const
/**
 * An absolute http(s) URL. `accountsAt`: the address above accounts, where forms understand their names alone. `isSound`: it
 * leads to something to hear.
 */
export const url = <const O extends Options & { accountsAt?: string; isSound?: boolean }>(
  label: string,
  options: O = {} as O,
) => ({ kind: 'url', label, max: URL_MAX, ...options }) as const
/** A calendar day `YYYY-MM-DD`, with an optional `THH:mm` and zone after it; `time`: the back office asks for the hour too. */
export const date = <const O extends Options & { time?: boolean; night?: boolean }>(
  label: string,
  options: O = {} as O,
) => ({ kind: 'date', label, ...options }) as const
/**
 * A picture: a data URL in, a path under /media out.
 * `whole`: the back office keeps it in whatever ratio it has. `isDecorative`: nobody is asked what is seen in it. `monochrome`: the site shows it in black and white. `cutFrom`: another picture of the resource, from which the
 * back office cuts this one, with the same words for what is seen.
 */
export const image = <
  const O extends Options & {
    whole?: boolean
    isDecorative?: boolean
    monochrome?: boolean
    cutFrom?: string
  },
>(
  label: string,
  shape: Shape,
  options: O = {} as O,
) => ({ kind: 'image', label, shape, ...options }) as const
/** A path under /media of a sound, which has a way of its own into the club. */
export const audio = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'audio', label, optional: true, ...options }) as const
/** A title as it was typed, beside the field of kind `title` that is made of it; a new one of those alone ends it. */
export const headline = (label: string, of: string, options: { hint?: string } = {}) =>
  ({ kind: 'headline', label, max: TITLE_MAX, of, optional: true, ...options }) as const
/** `HH:mm`. */
export const time = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'time', label, optional: true, ...options }) as const
/** A moment, ISO 8601 with its zone; in UTC once it is stored. */
export const instant = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'instant', label, optional: true, ...options }) as const
export const number = (
  label: string,
  limits: { min: number; max: number; decimals?: number },
  options: { hint?: string } = {},
) => ({ kind: 'number', label, decimals: 0, optional: true, ...limits, ...options }) as const
/** One of `options`, which are by value, with the words for it; the fallback where nothing is said. */
export const choice = <const C extends Record<string, string>>(
  label: string,
  options: C,
  fallback: keyof C & string,
  more: { hint?: string } = {},
) => ({ kind: 'choice', label, options, fallback, optional: true, ...more }) as const
/** An ISO 4217 code. */
export const currency = (label: string, fallback: string) =>
  ({ kind: 'currency', label, fallback, optional: true }) as const
/** Leads to an item of one of these resources. */
export const reference = (label: string, to: ReferenceTo, options: { hint?: string } = {}) =>
  ({ kind: 'reference', label, to, optional: true, ...options }) as const
/** What a field held before it was changed, while another has a certain value. Written by the server alone. */
export const former = (label: string, of: string, [whileField, whileValue]: [string, string]) =>
  ({ kind: 'former', label, of, whileField, whileValue, optional: true }) as const
/**
 * At most `max` rows in an order of their own, each with an `_id` that the server makes. A row whose instant `revealAt` is to
 * come is there for administrators alone.
 */
export const rows = <const C extends Record<string, Column>>(
  label: string,
  max: number,
  words: RowWords,
  columns: C,
  options: { hint?: string } = {},
) => ({ kind: 'rows', label, max, words, columns, optional: true, ...options }) as const
/** What is said in English is a field beside the Spanish one, of the same kind and with the same limits; blank, the Spanish one is shown. */
const inEnglish = ({ hint: _, ...field }: Field) => ({
  ...field,
  label: `${field.label} en inglés`,
  optional: true,
})

type InEnglish<F> = F & { optional: true }

const ENGLISH = 'en.'

/** The name of the field that says in English what another says. */
export const englishName = <N extends string>(name: N) => `${ENGLISH}${name}` as const

/** The name of the field, or of the column of a row, that one in English is beside; null: it is none, or there is none of that name. */
export function spanishName(fields: Readonly<Record<string, unknown>>, name: string): string | null {
  const spanish = name.startsWith(ENGLISH)
    ? name.slice(ENGLISH.length)
    : name.endsWith(ENGLISH_COLUMN)
      ? name.slice(0, -ENGLISH_COLUMN.length)
      : ''
  return Object.hasOwn(fields, spanish) ? spanish : null
}

export const ENGLISH_NOTE = 'Sale en las páginas en inglés. Lo que dejes vacío se ve ahí en castellano.'

/** Where forms ask for what is said in English; none where nothing is. */
export function englishGroup(fields: Readonly<Record<string, Field>>): FieldGroup[] {
  const names = Object.keys(fields).filter((name) => name.startsWith(ENGLISH))
  return names.length > 0 ? [{ label: ENGLISH_LABEL, fields: names, note: ENGLISH_NOTE }] : []
}

export const ENGLISH_LABEL = 'En inglés (opcional)'

/** Fields, and those of them that may be said in English too: `en: {title}` to the API. */
export const withEnglish = <const F extends Record<string, Field>, const N extends keyof F & string>(
  fields: F,
  names: readonly N[],
) =>
  ({
    ...fields,
    ...Object.fromEntries(names.map((name) => [englishName(name), inEnglish(fields[name] as Field)])),
  }) as F & { [K in N as `en.${K}`]: InEnglish<F[K]> }

/** What names of columns in English end in. */
export const ENGLISH_COLUMN = 'En'

/** The same of a row: a column beside the Spanish one. */
export const englishColumn = <N extends string>(name: N) => `${name}${ENGLISH_COLUMN}` as const

/** Columns, and those of them that may be said in English too. */
export const withEnglishColumns = <const C extends Record<string, Column>, const N extends keyof C & string>(
  columns: C,
  names: readonly N[],
) =>
  ({
    ...columns,
    ...Object.fromEntries(names.map((name) => [englishColumn(name), inEnglish(columns[name] as Column)])),
  }) as C & { [K in N as `${K}En`]: InEnglish<C[K]> }

/** Words of the back office about one resource. */
export interface ResourceWords {
  /** 'novedad' */
  one: string
  /** 'Novedades' */
  many: string
  /** What several are called in a sentence, where that is not `many`: 'artistas' are under 'Agencia'. */
  several?: string
  /** Grammatical gender of `one`: 'la' novedad, 'el' evento. */
  article: 'el' | 'la'
}

/** What a resource is called where it is one tap away. */
export interface Shortcut {
  /** 'Fechas' */
  many: string
  /** 'Fecha', after a plus */
  one: string
}

/** Addresses of the back office's screens. */
export interface AdminPaths {
  menu: string
  create: string
  update: string
  remove: string
}

/** Fields that a form folds away together. */
export interface FieldGroup {
  label: string
  fields: readonly string[]
  /** What one should know of all of them. */
  note?: string
}

/** The page of an item in English too. */
interface EnglishPage {
  /** The field that is its main text: where that is not said in English, the Spanish page is the one to be found. */
  mainText: string
}

export interface Declaration {
  /** Its path under the API base, and its table. */
  name: string
  words: ResourceWords
  admin: AdminPaths
  /** Position under "Nuestro Club". Resources without one follow in the order of features/index.ts. */
  menuOrder?: number
  /** It stands in the bar of the back office, and on its home as something to begin. */
  shortcut?: Shortcut
  fields: Record<string, Field>
  /** The field that names an item in lists and questions. */
  nameField: string
  /** An optional field that names it better, where it is set. */
  displayNameField?: string
  /** Each item has a page of its own: the path above it, and the field that its address is made of, after the day of `dated`. */
  page?: { path: string; slugOf: string; dated?: string; english?: EnglishPage }
  /** Forms ask first for what is in no group. */
  groups?: readonly FieldGroup[]
  /** Where a form has room for two columns, these stand beside the others, in this order. */
  aside?: readonly string[]
  /** A new item may begin as a copy of another, but for these fields, what was chosen in rows, and moments. */
  fieldsNotCopied?: readonly string[]
  /** The picture shown in lists. */
  picture?: string
  /** The calendar field by which lists are ordered, newest first; without one, creation orders them. */
  orderBy?: string
  /** People put its items in an order, which the site follows; new ones are first. */
  ordered?: true
  /** Lists answer `{data: [...]}`, or a bare array. */
  envelope: 'data' | 'array'
  /** How long its notices stay, ms. */
  noticeMs: number
}

export function declare<const D extends Omit<Declaration, 'noticeMs'> & { noticeMs?: number }>(
  declaration: D,
) {
  return { noticeMs: NOTICE_MS, ...declaration }
}

/** Where the pictures of the club are served: theirs is the only source that a text may show. */
export const MEDIA_PATH = '/media/'

type Names<D extends { fields: Record<string, Field> }> = keyof D['fields'] & string
type ImageNames<D extends { fields: Record<string, Field> }> = {
  [N in Names<D>]: D['fields'][N] extends { kind: 'image' } ? N : never
}[Names<D>]

type RowOf<C extends Record<string, Column>> = { _id: string } & { [N in keyof C]: ValueOf<C[N]> }

export type ValueOf<F extends Field> = F extends {
  kind: 'rows'
  columns: infer C extends Record<string, Column>
}
  ? RowOf<C>[]
  : F extends { kind: 'number' }
    ? F extends { optional: false }
      ? number
      : number | null
    : F extends { kind: 'choice'; options: infer C }
      ? keyof C & string
      : F extends { kind: 'currency' }
        ? string
        : F extends { kind: 'reference' }
          ? Reference | null
          : F extends { optional: true }
            ? string | null
            : string

/** What the API answers. Times are ISO 8601 in UTC. */
export type Entity<D extends { fields: Record<string, Field> }> = Publication &
  Nested<{ [N in Names<D>]: ValueOf<D['fields'][N]> }> &
  (D extends { page: object } ? { slug: string } : unknown) & {
    _id: string
    createdAt: string
    updatedAt: string
    images: {
      [N in ImageNames<D>]: D['fields'][N] extends { optional: true } ? Picture | undefined : Picture
    }
    alt: { [N in ImageNames<D>]: string | null }
  }

/** Names of the fields of one kind, in declaration order. */
export const fieldsOfKind = (declaration: Pick<Declaration, 'fields'>, kind: FieldKind): string[] =>
  Object.keys(declaration.fields).filter((name) => declaration.fields[name]?.kind === kind)

export const imageFields = (declaration: Pick<Declaration, 'fields'>): string[] =>
  fieldsOfKind(declaration, 'image')

/** Resources that items of this one refer to: what is shown of it depends on them. */
export const getReferencedResources = (declaration: Pick<Declaration, 'fields'>): string[] => [
  ...new Set(
    Object.values(declaration.fields).flatMap((field) =>
      field.kind === 'reference'
        ? field.to
        : field.kind === 'rows'
          ? Object.values(field.columns).flatMap((column) => (column.kind === 'reference' ? column.to : []))
          : [],
    ),
  ),
]

/** The field whose value is unique among the items of its resource, and the last part of their address; null: it has none. */
export const titleField = (declaration: Pick<Declaration, 'fields'>): string | null =>
  fieldsOfKind(declaration, 'title')[0] ?? null
