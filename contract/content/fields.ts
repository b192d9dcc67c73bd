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
} from '../limits.ts'
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

export type Field = FieldBase &
  (
    | ({ kind: 'line'; max: number } & Optional)
    | ({ kind: 'text'; max: number } & Optional)
    | { kind: 'title'; max: number; optional?: never }
    | ({ kind: 'rich'; maxBytes: number } & Optional)
    | ({ kind: 'url'; max: number } & Optional)
    | ({ kind: 'date'; time?: boolean } & Optional)
    | { kind: 'image'; shape: Shape; cutFrom?: string; optional?: never }
  )

export type FieldKind = Field['kind']

interface Options extends Optional {
  hint?: string
}

/** One line of plain text. */
export const line = (label: string, options: Options & { max?: number } = {}) =>
  ({ kind: 'line', label, max: SHORT_TEXT_MAX, ...options }) as const
/** Several lines of plain text. */
export const text = (label: string, options: Options = {}) =>
  ({ kind: 'text', label, max: LONG_TEXT_MAX, ...options }) as const
/** Hyphen-separated words, unique in its resource; the last part of a page's address. */
export const title = (label: string, options: { hint?: string } = {}) =>
  ({ kind: 'title', label, max: TITLE_MAX, ...options }) as const
/** HTML, sanitised by the server to an allow-list on every write. */
export const rich = (label: string, options: Options = {}) =>
  ({ kind: 'rich', label, maxBytes: RICH_TEXT_MAX_BYTES, ...options }) as const
/** An absolute http(s) URL. */
export const url = (label: string, options: Options = {}) =>
  ({ kind: 'url', label, max: URL_MAX, ...options }) as const
/** A calendar day `YYYY-MM-DD`, with an optional `THH:mm` and zone after it; `time`: the back office asks for the hour too. */
export const date = (label: string, options: Options & { time?: boolean } = {}) =>
  ({ kind: 'date', label, ...options }) as const
/**
 * A picture: a data URL in, a path under /media out.
 * `cutFrom`: another picture of the resource, from which the back office offers to cut this one.
 */
export const image = (label: string, shape: Shape, options: { hint?: string; cutFrom?: string } = {}) =>
  ({ kind: 'image', label, shape, ...options }) as const

/** Words of the back office about one resource. */
export interface Words {
  /** 'novedad' */
  one: string
  /** 'Novedades' */
  many: string
  /** What several are called in a sentence, where that is not `many`: 'artistas' are under 'Agencia'. */
  several?: string
  /** Grammatical gender of `one`: 'la' novedad, 'el' evento. */
  article: 'el' | 'la'
}

/** Addresses of the back office's screens. */
export interface AdminPaths {
  menu: string
  create: string
  update: string
  remove: string
}

export interface Declaration {
  /** Its path under the API base, and its table. */
  name: string
  words: Words
  admin: AdminPaths
  fields: Record<string, Field>
  /** The field that names an item in lists and questions. */
  heading: string
  /** The picture shown in lists. */
  picture?: string
  /** The calendar field by which lists are ordered, newest first; without one, creation orders them. */
  orderBy?: string
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

/** What `<picture>` needs of a stored image. Widths in px, ascending; `src` is the best JPEG. */
export interface Picture {
  src: string
  width: number
  height: number
  /** One URL per format and width: `url = base + '-' + width + '.' + format`. */
  base: string
  widths: number[]
  formats: string[]
  /** A tiny WebP as data URL, to paint before the picture arrives. */
  placeholder: string
}

type Names<D extends { fields: Record<string, Field> }> = keyof D['fields'] & string
type ImageNames<D extends { fields: Record<string, Field> }> = {
  [N in Names<D>]: D['fields'][N] extends { kind: 'image' } ? N : never
}[Names<D>]

type ValueOf<F extends Field> = F extends { optional: true } ? string | null : string

/** What the API answers. Times are ISO 8601 in UTC. */
export type Entity<D extends { fields: Record<string, Field> }> = Publication & {
  [N in Names<D>]: ValueOf<D['fields'][N]>
} & {
  _id: string
  createdAt: string
  updatedAt: string
  images: { [N in ImageNames<D>]: Picture }
  alt: { [N in ImageNames<D>]: string | null }
}

/** Names of the fields of one kind, in declaration order. */
export const fieldsOfKind = (declaration: Pick<Declaration, 'fields'>, kind: FieldKind): string[] =>
  Object.keys(declaration.fields).filter((name) => declaration.fields[name]?.kind === kind)

export const imageFields = (declaration: Pick<Declaration, 'fields'>): string[] =>
  fieldsOfKind(declaration, 'image')

/** The field whose value is unique among the items of its resource, and the last part of their address; null: it has none. */
export const titleField = (declaration: Pick<Declaration, 'fields'>): string | null =>
  fieldsOfKind(declaration, 'title')[0] ?? null
