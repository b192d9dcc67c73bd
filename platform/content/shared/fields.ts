/**
 * Functions and types with which features declare a resource. They need no zod, because public pages, the back office, the
 * API, its documentation and the database code read the same declarations.
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

/** Recommended shape of a picture. The back office crops to this ratio. The API accepts any size. CSS px */
export interface Shape {
  width: number
  height: number
}

interface FieldBase {
  /** Label in the back office. */
  label: string
  hint?: string
}

/** A field that can be empty. Its value is then null. All other fields have a value in every item. */
interface Optional {
  optional?: boolean
}

/**
 * Names of the resources to which a reference can point. They are plain strings, because the types of resources depend on
 * this file.
 */
type ReferenceTo = readonly string[]

export type Field = FieldBase &
  (
    | ({ kind: 'line'; max: number } & Optional)
    | ({ kind: 'text'; max: number; summaryOf?: string } & Optional)
    | { kind: 'title'; max: number; optional?: never }
    | { kind: 'headline'; max: number; of: string; optional: true }
    | ({ kind: 'rich'; maxBytes: number } & Optional)
    | ({ kind: 'url'; max: number; accountsAt?: string; isSound?: boolean; ownPageWith?: string } & Optional)
    | ({ kind: 'date'; time?: boolean; night?: boolean } & Optional)
    | { kind: 'former'; of: string; whileField: string; whileValue: string; optional: true }
    | {
        kind: 'image'
        shape: Shape
        whole?: boolean
        cutFrom?: string
        isDecorative?: boolean
        monochrome?: boolean
        proposedAlt?: string
        optional?: boolean
      }
    | { kind: 'film'; poster: string; optional: true }
    | { kind: 'audio'; optional: true }
    | { kind: 'time'; optional: true }
    | { kind: 'instant'; optional: true }
    | { kind: 'localTime'; optional: true }
    | { kind: 'number'; min: number; max: number; decimals: number; optional: boolean }
    | {
        kind: 'choice'
        options: Record<string, string>
        fallback: string
        /** Options with which a night does not take place. */
        calledOff?: readonly string[]
        /** In rows: options that a duplicate keeps. It replaces the others by the fallback. */
        copied?: readonly string[]
        optional: true
      }
    | { kind: 'currency'; fallback: string; optional: true }
    | { kind: 'zone'; optional?: never }
    | ({ kind: 'phone' } & Optional)
    | ({ kind: 'email' } & Optional)
    | { kind: 'colour'; on: string; optional?: never }
    | { kind: 'reference'; to: ReferenceTo; optional: true }
    | {
        kind: 'rows'
        max: number
        words: RowWords
        columns: Record<string, Column>
        hours?: RowHours
        together?: RowsTogether
        /** Columns of which a row may have one. */
        either?: readonly string[]
        /** True when a new row shows all its fields, and not only its name. */
        isWhole?: boolean
        next?: NextRow
        optional?: boolean
      }
  )

/** Returns what a form proposes for a new row. @param last the row before it, with the values that the form shows */
export type NextRow = (last: Readonly<Record<string, unknown>>) => Record<string, string>

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
      | 'localTime'
      | 'number'
      | 'choice'
      | 'currency'
      | 'reference'
      | 'image'
  }
> & {
  /** Column of the reference that names the row. The name of its item is used when this column is empty. */
  namedBy?: string
  /** Name of the image column whose text alternative this column contains. */
  describes?: string
}

interface RowWords {
  /** Word for one row, such as 'entrada'. */
  one: string
  article: 'el' | 'la'
}

/** Columns with the hours at which a row begins and ends. A new row starts at the end of the one before. */
interface RowHours {
  from: string
  to: string
}

/** A column that administrators can set for all rows at once. */
interface RowsTogether {
  column: string
  /** Label and hint of the control. */
  label: string
  hint: string
  /** Label of the button that empties the column of all rows. */
  clear: string
}

/** A reference to an item: its resource and its id. */
export interface Reference {
  resource: string
  _id: string
}

interface Options extends Optional {
  hint?: string
}

/** Declares a line of plain text. */
export const line = <const O extends Options & { max?: number }>(label: string, options: O = {} as O) =>
  // `max` is typed as number. With its literal type, it would have no common value with the type of `options`.
  ({ kind: 'line', label, max: SHORT_TEXT_MAX as number, ...options }) as const
/** Declares several lines of plain text. `summaryOf`: a rich text, whose first paragraph forms propose as the value. */
export const text = <const O extends Options & { max?: number; summaryOf?: string }>(
  label: string,
  options: O = {} as O,
) => ({ kind: 'text', label, max: LONG_TEXT_MAX as number, ...options }) as const
/**
 * Declares a title: hyphen-separated words, unique in the resource. It is the last part of the address of a news item. Other
 * resources with pages declare `page`, which makes slugs.
 */
export const title = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'title', label, max: TITLE_MAX, ...options }) as const
/** Declares a rich text, which is HTML. The server sanitises it on every write. */
export const rich = <const O extends Options>(label: string, options: O = {} as O) =>
  ({ kind: 'rich', label, maxBytes: RICH_TEXT_MAX_BYTES, ...options }) as const
/**
 * Declares an absolute http(s) URL. A sent link without a scheme gets https://. With `accountsAt`, a URL prefix, `@name`
 * becomes a link to that account. `isSound`: the link leads to a recording. `ownPageWith`: an audio of the resource. When an
 * item has it, forms propose the item's own page as the link
 */
export const url = <
  const O extends Options & { accountsAt?: string; isSound?: boolean; ownPageWith?: string },
>(
  label: string,
  options: O = {} as O,
) => ({ kind: 'url', label, max: URL_MAX, ...options }) as const
/** Declares a day `YYYY-MM-DD`, optionally with `THH:mm` and zone. With `time`, forms have an input for the time. */
export const date = <const O extends Options & { time?: boolean; night?: boolean }>(
  label: string,
  options: O = {} as O,
) => ({ kind: 'date', label, ...options }) as const
/**
 * Declares a picture. The API accepts a data URL and returns a path under /media. `whole`: the back office keeps the aspect
 * ratio. `isDecorative`: the picture has no text alternative. `monochrome`: the site shows it in black and white.
 * `cutFrom`: another picture of the resource, from which the back office crops this one. Both share a text alternative.
 * `proposedAlt`: the text alternative that forms propose. `{}` is replaced by the item's name, or by the day of a night
 */
export const image = <
  const O extends Options & {
    whole?: boolean
    isDecorative?: boolean
    monochrome?: boolean
    cutFrom?: string
    proposedAlt?: string
  },
>(
  label: string,
  shape: Shape,
  options: O = {} as O,
) => ({ kind: 'image', label, shape, ...options }) as const
/** Declares an audio file, a path under /media. The file has an upload of its own. */
export const audio = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'audio', label, optional: true, ...options }) as const
/**
 * Declares the title as it was typed. The field of type `title` is computed from it. A write of only that field clears the
 * typed title.
 */
export const headline = (label: string, of: string, options: { hint?: string } = {}) =>
  ({ kind: 'headline', label, max: TITLE_MAX, of, optional: true, ...options }) as const
/** Declares a time of day, `HH:mm`. */
export const time = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'time', label, optional: true, ...options }) as const
/** Declares a day with a time on the club's clock, `YYYY-MM-DDTHH:mm`. A copy of the item moves it with the date of the item. */
export const localTime = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'localTime', label, optional: true, ...options }) as const
/** Declares an instant, ISO 8601 with zone. It is stored in UTC. */
export const instant = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'instant', label, optional: true, ...options }) as const
export const number = (
  label: string,
  limits: { min: number; max: number; decimals?: number },
  options: { hint?: string } = {},
) => ({ kind: 'number', label, decimals: 0, optional: true, ...limits, ...options }) as const
/** Declares a choice of one of `options` (value → label). `fallback` is the default. */
export const choice = <const C extends Record<string, string>>(
  label: string,
  options: C,
  fallback: keyof C & string,
  more: {
    hint?: string
    calledOff?: readonly (keyof C & string)[]
    copied?: readonly (keyof C & string)[]
  } = {},
) => ({ kind: 'choice', label, options, fallback, optional: true, ...more }) as const
/** Declares a currency, an ISO 4217 code. */
export const currency = (label: string, fallback: string) =>
  ({ kind: 'currency', label, fallback, optional: true }) as const
/** Declares a reference to an item of one of these resources. */
export const reference = (label: string, to: ReferenceTo, options: { hint?: string } = {}) =>
  ({ kind: 'reference', label, to, optional: true, ...options }) as const
/**
 * Declares the previous value of another field, which is kept while a third field has a certain value. Only the server
 * writes it.
 */
export const former = (label: string, of: string, [whileField, whileValue]: [string, string]) =>
  ({ kind: 'former', label, of, whileField, whileValue, optional: true }) as const
/**
 * Declares at most `max` rows in order. The server gives each an `_id`. Only administrators receive rows whose `revealAt`
 * is in the future.
 */
export const rows = <const C extends Record<string, Column>>(
  label: string,
  max: number,
  words: RowWords,
  columns: C,
  options: {
    hint?: string
    hours?: RowHours
    together?: RowsTogether
    either?: readonly (keyof C & string)[]
    isWhole?: boolean
    next?: NextRow
  } = {},
) => ({ kind: 'rows', label, max, words, columns, optional: true, ...options }) as const
/** Words that the back office uses for a resource. */
export interface ResourceWords {
  /** Singular, such as 'novedad'. */
  one: string
  /** Plural as a label, such as 'Novedades'. */
  many: string
  /** Plural in a sentence, if it differs from `many`: 'artistas' for the list 'Agencia'. */
  several?: string
  /** Article that agrees with `one`: 'la' novedad, 'el' episodio. */
  article: 'el' | 'la'
}

/** Paths of the screens of a resource. */
export interface AdminPaths {
  menu: string
  create: string
  update: string
  remove: string
}

/** A group of fields that a form folds away together. */
export interface FieldGroup {
  label: string
  fields: readonly string[]
  /** Note above the fields. */
  note?: string
}

/** The English page of an item. */
interface EnglishPage {
  /** Field with the main text. Without an English version of it, search engines index the Spanish page. */
  mainText: string
}

export interface Declaration {
  /** Name of the resource: its path below the API's base path, and its table. */
  name: string
  words: ResourceWords
  admin: AdminPaths
  /** Position below "Nuestro Club". Resources without one follow in the order of features/index.ts. */
  menuOrder?: number
  /** True when the tab bar of the back office links to the list, and its home to the form for a new item. */
  isFrequent?: boolean
  /** Label of the link to the menu on the home of the back office. Default: `words.many` */
  homeLabel?: string
  fields: Record<string, Field>
  /** Field that names an item in lists and confirmations. */
  nameField: string
  /** Optional field that names the item instead, when it is not empty. */
  displayNameField?: string
  /**
   * Page of each item: the path above it, and the field from which its slug is made. With `dated`, the slug begins with the
   * day of that field.
   */
  page?: { path: string; slugOf: string; dated?: string; english?: EnglishPage }
  /** True when the form shows the page of the item with its unsaved values beside it. */
  isPageBesideForm?: true
  /** Groups of fields in forms. Fields without a group come first. */
  groups?: readonly FieldGroup[]
  /** Fields in the second column of forms on wide screens, in this order. */
  aside?: readonly string[]
  /**
   * Fields at the top of forms on narrow screens, in this order. Other fields without a group are folded away there, so all
   * fields that an administrator has to fill in must be listed. Without this list all fields follow their declaration.
   */
  first?: readonly string[]
  /**
   * Fields that a duplicate does not copy. A duplicate never copies instants within rows. Of choices within rows it copies
   * the options in `copied`. Only resources with this list can be duplicated.
   */
  fieldsNotCopied?: readonly string[]
  /** Picture that lists show. */
  picture?: string
  /** Date field by which lists are sorted, newest first. Without one, they are sorted by creation. */
  orderBy?: string
  /** True: administrators order the items by hand. New items come first. */
  ordered?: true
  /** Shape of list answers in the API: `{data: [...]}` or a bare array. */
  envelope: 'data' | 'array'
  /** Duration of notices. ms */
  noticeMs: number
}

export function declare<const D extends Omit<Declaration, 'noticeMs'> & { noticeMs?: number }>(
  declaration: D,
) {
  return { noticeMs: NOTICE_MS, ...declaration }
}

/** Path below which pictures are stored. Rich texts can contain only pictures from this path. */
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

/** An item as the API returns it. Times are ISO 8601 in UTC. */
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

/** Returns the names of the fields of one kind, in the order of their declaration. */
export const listFieldsOfKind = (declaration: Pick<Declaration, 'fields'>, kind: FieldKind): string[] =>
  Object.keys(declaration.fields).filter((name) => declaration.fields[name]?.kind === kind)

export const listImageFields = (declaration: Pick<Declaration, 'fields'>): string[] =>
  listFieldsOfKind(declaration, 'image')

/** Returns the resources to which items of this one refer. Its items change when those change. */
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

/** Returns the unique field that is the last part of an item's address. null when there is none */
export const findTitleField = (declaration: Pick<Declaration, 'fields'>): string | null =>
  listFieldsOfKind(declaration, 'title')[0] ?? null

/** Returns the names of the link that may lead to the item's own page, and of its audio. null when there is none */
export function findOwnPageLink({
  fields,
}: Pick<Declaration, 'fields'>): { name: string; file: string } | null {
  for (const [name, field] of Object.entries(fields))
    if (field.kind === 'url' && field.ownPageWith !== undefined) return { name, file: field.ownPageWith }
  return null
}
