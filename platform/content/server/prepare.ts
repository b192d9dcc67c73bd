/**
 * Prepares a write before its transaction: parses the body, stores pictures, cleans rich text, resolves short links. All
 * slow work happens here.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { FieldError } from '../../api/shared/problems.ts'
import type { Database } from '../../db/connect.ts'
import type { ContentRow } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import { createSchema, parse, updateSchema } from '../shared/content-schemas.ts'
import { type Declaration, listImageFields, type Reference } from '../shared/fields.ts'
import { flatten } from '../shared/nested-values.ts'
import type { Publication } from '../shared/publication.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'
import { getFieldWriter } from './field-writers.ts'
import { findReferenceName as findNameReferred, toStoredText } from './references.ts'
import type { ResolveLink } from './short-links.ts'
import type { Alt, Values } from './versions.ts'
import type { ItemWrite, Target } from './write.ts'

/** Returns the display name of the referenced item. null when it does not exist */
export type FindReferenceName = (reference: Reference) => Promise<string | null>

interface Services {
  images: Images
  findReferencedName: FindReferenceName
  resolveLink: ResolveLink
  findPhoneCountry(): Promise<string | null>
}

interface NewItemOptions {
  id?: string
  /** Columns that only the server writes. */
  derived?: Values
  /** Finds names of referenced items. The default reads them from the database. */
  findReferencedName?: FindReferenceName
}

export interface Preparation {
  newItem(resource: ResourceName, body: unknown, options?: NewItemOptions): Promise<Outcome<ItemWrite>>
  /**
   * Prepares a change.
   * @param seen the row at the time of the request
   * @returns a function that computes the target from the row inside the transaction
   */
  change(
    resource: ResourceName,
    body: unknown,
    seen: ContentRow,
  ): Promise<Outcome<(row: ContentRow) => Outcome<Target>>>
}

interface PreparationOptions {
  database: Database
  images: Images
  resolveLink: ResolveLink
  now: () => number
}

export function createPreparation({ database, images, resolveLink, now }: PreparationOptions): Preparation {
  const findInClub: FindReferenceName = (reference) => findNameReferred(database, reference)

  const prepareParsed = (
    declaration: Declaration,
    parsed: Record<string, unknown>,
    kept: ContentRow | null,
    findReferencedName = findInClub,
  ) => {
    const sent = flatten(declaration.fields, parsed) as Record<string, unknown>
    return prepareFields(declaration, sent, kept, {
      images,
      findReferencedName,
      resolveLink,
      // Items have no telephone numbers of a country.
      findPhoneCountry: async () => null,
    })
  }

  return {
    async newItem(resource, body, { id = randomUUIDv7(), derived = {}, findReferencedName } = {}) {
      const declaration = getDeclaration(resource)
      const parsed = parse(createSchema(declaration), body)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const prepared = await prepareParsed(declaration, parsed.value, null, findReferencedName)
      if (!prepared.ok) return prepared
      const publication = publicationColumns(parsed.value, null, now())
      if (!publication.ok) return publication
      const values = {
        ...prepared.value,
        ...publication.value,
        ...derived,
        alt: serializeAlt(resource, parsed.value.alt),
      }
      return success({ resource, id, target: () => success({ values, live: true }) })
    },

    async change(resource, body, seen) {
      const declaration = getDeclaration(resource)
      const parsed = parse(updateSchema(declaration), body)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const prepared = await prepareParsed(declaration, parsed.value, seen)
      if (!prepared.ok) return prepared
      return success((row) => {
        const publication = publicationColumns(parsed.value, row, now())
        if (!publication.ok) return publication
        const alt = serializeAlt(resource, parsed.value.alt, row)
        return success({ values: { ...prepared.value, ...publication.value, alt } })
      })
    },
  }
}

/**
 * Prepares the declared fields.
 * @param parsed the body as its schema parsed it. Absent fields of a change keep their value
 * @param kept the row that is changed; null for a new item
 */
export async function prepareFields(
  { fields }: Declaration,
  parsed: Record<string, unknown>,
  kept: Record<string, unknown> | null,
  services: Services,
): Promise<Outcome<Values>> {
  const values: Values = {}
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(fields)) {
    const sent = parsed[name]
    if (sent === undefined && kept !== null) continue
    if (sent === undefined || sent === null) {
      values[name] = null
      continue
    }
    const stored = typeof kept?.[name] === 'string' ? kept[name] : null
    const context = { name, field, kept: stored, ...services }
    const prepared =
      (await getFieldWriter(field).prepare?.(sent, context)) ?? success(toStoredText(field, sent))
    if (prepared.ok) {
      if (prepared.value !== undefined) values[name] = prepared.value
    } else if (prepared.problem === 'invalid-fields') errors.push(...(prepared.extras?.errors ?? []))
    else return prepared
  }
  return errors.length > 0 ? problem('invalid-fields', { errors }) : success(values)
}

/**
 * Computes the publication columns of a write. A draft that is published without a time is published now.
 * @param sent the parsed body
 */
function publicationColumns(
  sent: { [K in keyof Publication]?: Publication[K] | undefined },
  row: ContentRow | null,
  now: number,
): Outcome<Pick<ContentRow, 'draft' | 'publishAt' | 'unpublishAt'>> {
  const resolveTime = (name: 'publishAt' | 'unpublishAt'): number | null => {
    const value = sent[name]
    return typeof value === 'string' ? Date.parse(value) : value === null ? null : (row?.[name] ?? null)
  }
  const draft = sent.draft ?? row?.draft === 1
  const isLetOut = row?.draft === 1 && !draft
  const publishAt = resolveTime('publishAt') ?? (isLetOut ? now : null)
  const unpublishAt = resolveTime('unpublishAt')
  if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt)
    return problem('invalid-fields', {
      errors: [{ field: 'unpublishAt', message: 'Tiene que ser después de que se publica.' }],
    })
  return success({ draft: draft ? 1 : 0, publishAt, unpublishAt })
}

/**
 * Returns the text alternatives after a write: the sent one, otherwise the stored one, otherwise null (decorative). A blank
 * one is stored as it is, because it means that nobody has described the picture.
 */
export function serializeAlt(resource: ResourceName, sent: unknown, row: ContentRow | null = null): string {
  const alternatives = (sent ?? {}) as Record<string, string | null | undefined>
  const old: Alt = row ? JSON.parse(row.alt) : {}
  const alt = listImageFields(getDeclaration(resource)).map((name) => {
    return [name, alternatives[name] === undefined ? (old[name] ?? null) : alternatives[name]]
  })
  return JSON.stringify(Object.fromEntries(alt))
}
