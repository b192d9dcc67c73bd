/**
 * What each field type does during a write, beside its schema (platform/content/shared/content-schemas.ts): slow work
 * before the transaction, and further work inside it. A type that only stores its text needs no entry. The title type
 * checks here that a title is unique, and keeps former titles as redirects (platform/db/titles.ts).
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Outcome, type ProblemOutcome, problem, success } from '../../api/shared/outcome.ts'
import type { FieldError } from '../../api/shared/problems.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import { deleteRedirects, isTitleTaken, rememberTitle } from '../../db/titles.ts'
import type { Images } from '../../media/server/images.ts'
import { parseAudioPath } from '../../media/shared/audio.ts'
import { explainInvalidPhone, normalizePhone } from '../../shared/phone-numbers.ts'
import { titleFromSlug } from '../../shared/public-paths.ts'
import { fold, foldSpelling } from '../../shared/text/fold.ts'
import { REQUIRED } from '../../shared/text/text.ts'
import { isBlankHtml, tooManyBytesMessage } from '../shared/field-schemas.ts'
import { parseRows, type StoredRow, serializeReference, serializeRows } from '../shared/field-types.ts'
import { type Declaration, type Field, type FieldKind, MEDIA_PATH, type Reference } from '../shared/fields.ts'
import type { ResourceName } from '../shared/resources.ts'
import { toStoredText } from './references.ts'
import { findMediaIds, sanitizeRichText } from './richtext.ts'
import { isDefaultPicture } from './settings-rows.ts'
import type { ResolveLink } from './short-links.ts'
import type { Values } from './versions.ts'

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

interface WriteContext<K extends FieldKind> {
  name: string
  field: FieldOf<K>
  images: Images
  /** The stored value. null when the field is empty or the item is new */
  kept: string | null
  /** Returns the display name of the referenced item. null when it does not exist */
  findReferencedName(reference: Reference): Promise<string | null>
  resolveLink: ResolveLink
  /** Returns the code of the country of telephone numbers without country code. null: none is known */
  findPhoneCountry(): Promise<string | null>
}

/** The write of the item that has the field. */
export interface FieldWrite {
  resource: ResourceName
  declaration: Declaration
  name: string
  id: string
  /** The row before the write. null when the item is new */
  before: ContentRow | null
  /** True when visitors may have seen the values before the write. */
  wasVisible: boolean
}

interface FieldWriter<K extends FieldKind> {
  /** Converts the sent value to the stored one. Runs before the transaction. undefined keeps the stored value */
  prepare?(sent: unknown, given: WriteContext<K>): Promise<Outcome<string | null | undefined>>
  /** Computes the value from other written fields. undefined keeps the stored value */
  derive?(
    field: FieldOf<K>,
    name: string,
    written: Values,
    before: ContentRow | null,
  ): string | null | undefined
  /** Applies the current rules to a value of an earlier version. Runs before the transaction. */
  renew?(stored: string, images: Images): Promise<string>
  /** Returns the ids of the pictures and films in a stored value. */
  mediaIds?(stored: string, images: Images, field: FieldOf<K>): string[]
  /** Checks whether a live item may have this value. Runs in the transaction, before the row is written. */
  claim?(tx: Kysely<Tables>, write: FieldWrite, value: string): Promise<Outcome<null>>
  /** Makes further changes for a value of a live item. Runs in the transaction, after the row is written. */
  follow?(tx: Kysely<Tables>, write: FieldWrite, value: string): Promise<void>
}

const invalid = (name: string, message: string): ProblemOutcome =>
  problem('invalid-fields', { errors: [{ field: name, message }] })

/** Stores a sent picture, or finds the picture of a sent path. @returns the id of the picture */
async function storePicture(given: string, name: string, images: Images): Promise<Outcome<string>> {
  const stored = await (given.startsWith(MEDIA_PATH) ? images.reuse(given) : images.store(given))
  if (stored.ok) return success(stored.id)
  return stored.problem === 'image-too-large'
    ? problem('image-too-large', { errors: [{ field: name, message: stored.message }] })
    : invalid(name, stored.message)
}

const image: FieldWriter<'image'> = {
  async prepare(sent, { name, images, kept }) {
    const given = String(sent)
    if (kept !== null && images.parsePicturePath(given) === kept) return success(undefined)
    return storePicture(given, name, images)
  },
  mediaIds: (stored) => [stored],
}

const film: FieldWriter<'film'> = {
  async prepare(sent, { name, images, kept }) {
    const path = String(sent)
    if (path === kept) return success(undefined)
    return (await images.reuseFilm(path)) ? success(path) : invalid(name, NO_FILM)
  },
  mediaIds: (stored, images) => [images.parseFilmPath(stored)].filter((id) => id !== null),
}

const audio: FieldWriter<'audio'> = {
  async prepare(sent, { name, images, kept }) {
    const path = String(sent)
    if (path === kept) return success(undefined)
    return (await images.reuseAudio(path)) ? success(path) : invalid(name, NO_AUDIO)
  },
  mediaIds: (stored) => [parseAudioPath(stored)?.id].filter((id) => id !== undefined),
}

/** The writer replaces short links to recordings by their target, because players need the full address. */
const url: FieldWriter<'url'> = {
  prepare: async (sent, { field, resolveLink }) =>
    success(field.isSound ? await resolveLink(String(sent)) : String(sent)),
}

/** A stored number is kept as it is, also when it was stored under other rules. */
const phone: FieldWriter<'phone'> = {
  async prepare(sent, { name, kept, findPhoneCountry }) {
    const typed = String(sent)
    if (typed === kept) return success(undefined)
    const country = await findPhoneCountry()
    const number = normalizePhone(typed, country)
    return number === null ? invalid(name, explainInvalidPhone(typed, country)) : success(number)
  },
}

const NO_AUDIO = 'Ese audio ya no está en el club. Subilo de nuevo.'

const NO_FILM = 'Ese film ya no está en el club. Subilo de nuevo.'

const rich: FieldWriter<'rich'> = {
  async prepare(sent, { name, field, images, kept }) {
    const html = await sanitizeRichText(String(sent), images)
    if (isBlankHtml(html)) {
      if (kept !== null) return success(undefined)
      if (field.optional) return success(null)
      return problem('missing-fields', { errors: [{ field: name, message: REQUIRED }] })
    }
    // Escaping makes a text longer, so the limit holds for the stored text too. Otherwise the editor could not send it
    // back.
    return Buffer.byteLength(html) > field.maxBytes
      ? invalid(name, tooManyBytesMessage(field.maxBytes))
      : success(html)
  },
  renew: sanitizeRichText,
  mediaIds: findMediaIds,
}

const title: FieldWriter<'title'> = {
  async claim(tx, { resource, declaration, name, id, before }, value) {
    const titleKey = fold(value)
    const wasLive = before?.deletedAt === null
    if (wasLive && before.titleKey === titleKey) return success(null)
    if (!(await isTitleTaken(tx, resource, { titleKey, id }))) return success(null)
    return titleTakenProblem(declaration, name, before && !wasLive ? value : null)
  },
  async follow(tx, { resource, name, id, before, wasVisible }, value) {
    // Visitors knew the earlier title, so it is stored even if this write does not change it. The item may be hidden and
    // renamed later, and the earlier title must still work then.
    if (before && wasVisible)
      await rememberTitle(tx, resource, {
        id,
        titleKey: String(before.titleKey),
        spelledKey: foldSpelling(String(before[name])),
      })
    if (before?.titleKey !== fold(value) || before.deletedAt !== null)
      await deleteRedirects(tx, resource, [fold(value), foldSpelling(value)])
  },
}

/**
 * Returns the problem of a title that another item has.
 * @param restored title of an item that is restored from the trash; null for an ordinary write
 */
export function titleTakenProblem(
  { words }: Declaration,
  name: string,
  restored: string | null = null,
): ProblemOutcome {
  const isFeminine = words.article === 'la'
  const [a, other, that] = isFeminine ? ['una', 'otra', 'esa'] : ['un', 'otro', 'ese']
  if (restored === null)
    return problem('title-taken', {
      errors: [{ field: name, message: `Ya existe ${a} ${words.one} con ese título.` }],
    })
  const detail = `Ya hay ${other} ${words.one} que se llama «${titleFromSlug(restored)}». Cambiale el título a ${that} y probá de nuevo.`
  return problem('title-taken', { detail, errors: [{ field: name, message: detail }] })
}

const headline: FieldWriter<'headline'> = {
  derive({ of }, name, written, before) {
    const isRenamed = before !== null && written[of] !== undefined && written[of] !== before[of]
    return isRenamed && written[name] === undefined ? null : undefined
  },
}

const former: FieldWriter<'former'> = {
  derive({ of, whileField, whileValue }, name, written, before) {
    const state = whileField in written ? written[whileField] : before?.[whileField]
    if (state !== whileValue) return null
    const isChanged = before !== null && written[of] !== undefined && written[of] !== before[of]
    return isChanged ? String(before[name] ?? before[of]) : undefined
  },
}

const NO_SUCH = 'No está en el club: puede que lo hayan borrado.'

const reference: FieldWriter<'reference'> = {
  async prepare(sent, { name, kept, findReferencedName }) {
    const stored = serializeReference(sent as Reference)
    if (stored === kept || (await findReferencedName(sent as Reference)) !== null) return success(stored)
    return invalid(name, NO_SUCH)
  },
}

/** Rows keep their ids when they are reordered. A row without a name gets the name of its referenced item. */
const rows: FieldWriter<'rows'> = {
  async prepare(sent, { name, field, images, kept, findReferencedName }) {
    const before = parseRows(kept)
    const free = new Set(before.map(({ _id }) => _id))
    const errors: FieldError[] = []
    const stored: StoredRow[] = []
    for (const [index, row] of (sent as Record<string, unknown>[]).entries()) {
      const _id = typeof row._id === 'string' && free.delete(row._id) ? row._id : randomUUIDv7()
      const made: StoredRow = { _id }
      const names = new Map<string, string | null>()
      for (const [column, of] of Object.entries(field.columns)) {
        made[column] = toStoredText(of, row[column])
        if (of.kind === 'image' && made[column] !== null && !isDefaultPicture(made[column])) {
          const place = `${name}.${index}.${column}`
          const id = images.parsePicturePath(made[column])
          const isKept = id !== null && before.some((one) => one[column] === id)
          const picture = isKept ? success(id) : await storePicture(made[column], place, images)
          if (picture.ok) made[column] = picture.value
          else if (picture.problem === 'invalid-fields') errors.push(...(picture.extras?.errors ?? []))
          else return picture
        }
        if (of.kind !== 'reference' || made[column] === null) continue
        const same = before.find((one) => one[column] === made[column])
        const called = await findReferencedName(row[column] as Reference)
        if (called === null && !same) errors.push({ field: `${name}.${index}.${column}`, message: NO_SUCH })
        names.set(column, called ?? same?.name ?? null)
      }
      for (const [column, { namedBy, kind }] of Object.entries(field.columns))
        if (kind === 'line' && namedBy !== undefined) made[column] ??= names.get(namedBy) ?? null
      stored.push(made)
    }
    return errors.length > 0 ? problem('invalid-fields', { errors }) : success(serializeRows(stored))
  },
  mediaIds(stored, _images, { columns }) {
    const pictures = Object.keys(columns).filter((column) => columns[column]?.kind === 'image')
    return parseRows(stored).flatMap((row) =>
      pictures.flatMap((column) => (row[column] && !isDefaultPicture(row[column]) ? row[column] : [])),
    )
  },
}

const fieldWriters: { [K in FieldKind]?: FieldWriter<K> } = {
  image,
  film,
  audio,
  url,
  phone,
  rich,
  title,
  headline,
  former,
  reference,
  rows,
}

export const getFieldWriter = (field: Field): FieldWriter<FieldKind> =>
  (fieldWriters[field.kind] ?? {}) as FieldWriter<FieldKind>
