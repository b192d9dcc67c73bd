/**
 * The functions and types with which features declare a resource. Plain TypeScript without zod: public pages, the back office,
 * the API, its documentation and the database code read the same declarations.
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
  /** Label in the back office. */
  label: string
  hint?: string
}

/** A field that can be empty, which is null. All other fields have a value in every item. */
interface Optional {
  optional?: boolean
}

/** Names of the resources of a reference. Plain strings, because the types of resources depend on this file. */
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
  /** Column of a reference. Its item names a row without a name. */
  namedBy?: string
  /** The image column whose text alternative this column is. */
  describes?: string
}

interface RowWords {
  /** 'entrada' */
  one: string
  article: 'el' | 'la'
}

/** A reference to an item: its resource and its id. */
export interface Reference {
  resource: string
  _id: string
}

interface Options extends Optional {
  hint?: string
}

/** One line of plain text. */
export const line = <const O extends Options & { max?: number }>(label: string, options: O = {} as O) =>
  // Typed as number: the literal type and that of `options` would have no common value.
  ({ kind: 'line', label, max: SHORT_TEXT_MAX as number, ...options }) as const
/** Several lines of plain text. */
export const text = <const O extends Options & { max?: number }>(label: string, options: O = {} as O) =>
  ({ kind: 'text', label, max: LONG_TEXT_MAX as number, ...options }) as const
/** Hyphen-separated words, unique in the resource. The last part of the address of the page. */
export const title = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'title', label, max: TITLE_MAX, ...options }) as const
/** HTML. The server sanitizes it with an allow-list on every write. */
export const rich = <const O extends Options>(label: string, options: O = {} as O) =>
  ({ kind: 'rich', label, maxBytes: RICH_TEXT_MAX_BYTES, ...options }) as const
/**
 * An absolute http(s) URL. A sent link without a scheme gets https://. With `accountsAt`, a URL prefix, `@name` becomes a link
 * to that account. `isSound`: the link is to a recording.
 */
export const url = <const O extends Options & { accountsAt?: string; isSound?: boolean }>(
  label: string,
  options: O = {} as O,
) => ({ kind: 'url', label, max: URL_MAX, ...options }) as const
/** A day `YYYY-MM-DD`, optionally with `THH:mm` and zone. With `time`, forms have an input for the time. */
export const date = <const O extends Options & { time?: boolean; night?: boolean }>(
  label: string,
  options: O = {} as O,
) => ({ kind: 'date', label, ...options }) as const
/**
 * A picture: a data URL in, a path under /media out.
 * `whole`: the back office keeps the aspect ratio. `isDecorative`: the picture has no text alternative. `monochrome`: the site shows it
 * in black and white. `cutFrom`: another picture of the resource, from which the back office crops this one. Both share a text alternative.
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
/** A path under /media of an audio file, which has its own upload. */
export const audio = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'audio', label, optional: true, ...options }) as const
/** The typed title, beside the field of type `title` that is derived from it. A write of only that field clears the typed title. */
export const headline = (label: string, of: string, options: { hint?: string } = {}) =>
  ({ kind: 'headline', label, max: TITLE_MAX, of, optional: true, ...options }) as const
/** `HH:mm`. */
export const time = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'time', label, optional: true, ...options }) as const
/** An instant, ISO 8601 with zone. Stored in UTC. */
export const instant = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'instant', label, optional: true, ...options }) as const
export const number = (
  label: string,
  limits: { min: number; max: number; decimals?: number },
  options: { hint?: string } = {},
) => ({ kind: 'number', label, decimals: 0, optional: true, ...limits, ...options }) as const
/** One of `options` (value → label). `fallback` is the default. */
export const choice = <const C extends Record<string, string>>(
  label: string,
  options: C,
  fallback: keyof C & string,
  more: { hint?: string } = {},
) => ({ kind: 'choice', label, options, fallback, optional: true, ...more }) as const
/** An ISO 4217 code. */
export const currency = (label: string, fallback: string) =>
  ({ kind: 'currency', label, fallback, optional: true }) as const
/** A reference to an item of one of these resources. */
export const reference = (label: string, to: ReferenceTo, options: { hint?: string } = {}) =>
  ({ kind: 'reference', label, to, optional: true, ...options }) as const
/** The previous value of a field, while another field has a certain value. Only the server writes it. */
export const former = (label: string, of: string, [whileField, whileValue]: [string, string]) =>
  ({ kind: 'former', label, of, whileField, whileValue, optional: true }) as const
/**
 * At most `max` ordered rows, each with an `_id` from the server. Only administrators receive rows whose `revealAt` is in the
 * future.
 */
export const rows = <const C extends Record<string, Column>>(
  label: string,
  max: number,
  words: RowWords,
  columns: C,
  options: { hint?: string } = {},
) => ({ kind: 'rows', label, max, words, columns, optional: true, ...options }) as const
/** The English field beside a Spanish one, with the same type and limits. When it is empty, pages show the Spanish text. */
const inEnglish = ({ hint: _, ...field }: Field) => ({
  ...field,
  label: `${field.label} en inglés`,
  optional: true,
})

type InEnglish<F> = F & { optional: true }

const ENGLISH = 'en.'

/** The name of the English field of a Spanish one. */
export const englishName = <N extends string>(name: N) => `${ENGLISH}${name}` as const

/** @returns the name of the Spanish field or column of an English one, or null when there is none */
export function spanishName(fields: Readonly<Record<string, unknown>>, name: string): string | null {
  const spanish = name.startsWith(ENGLISH)
    ? name.slice(ENGLISH.length)
    : name.endsWith(ENGLISH_COLUMN)
      ? name.slice(0, -ENGLISH_COLUMN.length)
      : ''
  return Object.hasOwn(fields, spanish) ? spanish : null
}

export const ENGLISH_NOTE = 'Sale en las páginas en inglés. Lo que dejes vacío se ve ahí en castellano.'

/** The form group of the English fields. Empty when there are none. */
export function englishGroup(fields: Readonly<Record<string, Field>>): FieldGroup[] {
  const names = Object.keys(fields).filter((name) => name.startsWith(ENGLISH))
  return names.length > 0 ? [{ label: ENGLISH_LABEL, fields: names, note: ENGLISH_NOTE }] : []
}

export const ENGLISH_LABEL = 'En inglés (opcional)'

/** Adds English fields for the named fields: `en: {title}` in the API. */
export const withEnglish = <const F extends Record<string, Field>, const N extends keyof F & string>(
  fields: F,
  names: readonly N[],
) =>
  ({
    ...fields,
    ...Object.fromEntries(names.map((name) => [englishName(name), inEnglish(fields[name] as Field)])),
  }) as F & { [K in N as `en.${K}`]: InEnglish<F[K]> }

/** Suffix of the names of English columns. */
export const ENGLISH_COLUMN = 'En'

/** The name of the English column of a row. */
export const englishColumn = <N extends string>(name: N) => `${name}${ENGLISH_COLUMN}` as const

/** Adds English columns for the named columns. */
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
  /** Plural in a sentence, when it is not `many`: 'artistas' for the list 'Agencia'. */
  several?: string
  /** Grammatical gender of `one`: 'la' novedad, 'el' evento. */
  article: 'el' | 'la'
}

/** Labels of a resource in the tab bar and under Crear. */
export interface Shortcut {
  /** 'Fechas' */
  many: string
  /** 'Fecha', after a plus */
  one: string
}

/** Paths of the screens of a resource. */
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
  /** Note above the fields. */
  note?: string
}

/** The English page of an item. */
interface EnglishPage {
  /** The main text. Without its English version, search engines index the Spanish page. */
  mainText: string
}

export interface Declaration {
  /** Its path under the API base, and its table. */
  name: string
  words: ResourceWords
  admin: AdminPaths
  /** Position under "Nuestro Club". Resources without one follow in the order of features/index.ts. */
  menuOrder?: number
  /** Shown in the tab bar of the back office, and on its home under Crear. */
  shortcut?: Shortcut
  fields: Record<string, Field>
  /** The field that names an item in lists and confirmations. */
  nameField: string
  /** An optional field that names the item instead, when it is set. */
  displayNameField?: string
  /** The page of each item: the path above it, and the field of its slug, which follows the day of the field `dated`. */
  page?: { path: string; slugOf: string; dated?: string; english?: EnglishPage }
  /** Groups of fields in forms. Fields without a group come first. */
  groups?: readonly FieldGroup[]
  /** Fields of the second column on wide screens, in this order. */
  aside?: readonly string[]
  /** Fields that a duplicate does not copy, besides choices in rows and instants. */
  fieldsNotCopied?: readonly string[]
  /** The picture shown in lists. */
  picture?: string
  /** The date field that sorts lists, newest first. Without one, the time of creation sorts them. */
  orderBy?: string
  /** Administrators order the items by hand. New items are first. */
  ordered?: true
  /** Form of lists in the API: `{data: [...]}` or a bare array. */
  envelope: 'data' | 'array'
  /** Duration of notices. ms */
  noticeMs: number
}

export function declare<const D extends Omit<Declaration, 'noticeMs'> & { noticeMs?: number }>(
  declaration: D,
) {
  return { noticeMs: NOTICE_MS, ...declaration }
}

/** Path of stored pictures. Rich texts can contain pictures from this path only. */
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

/** An item of the API. Times are ISO 8601 in UTC. */
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

/** Resources that items of this one refer to. Its presentation depends on them. */
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

/** @returns the unique field that is the last part of the address of an item, or null */
export const titleField = (declaration: Pick<Declaration, 'fields'>): string | null =>
  fieldsOfKind(declaration, 'title')[0] ?? null
