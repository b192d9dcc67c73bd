/** What the club says of itself: groups that administrators edit, through the write path of content. */

import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { Actor } from '../../content/server/audit-log.ts'
import { kindOf } from '../../content/server/field-writers.ts'
import { prepareFields } from '../../content/server/prepare.ts'
import type { Stored, Values } from '../../content/server/versions.ts'
import { createWriteItems, type Target } from '../../content/server/write.ts'
import { parse } from '../../content/shared/content-schemas.ts'
import { kindOf as contractKindOf } from '../../content/shared/field-types.ts'
import type { Declaration, Field, Picture, Shape } from '../../content/shared/fields.ts'
import { flatten, nest } from '../../content/shared/nested-values.ts'
import { type Publication, stateOf } from '../../content/shared/publication.ts'
import type { Database } from '../../db/connect.ts'
import type { Revised } from '../../db/content.ts'
import { findGroup, findGroups, UNTOUCHED } from '../../db/groups.ts'
import type { ContentRow } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import { unkept } from '../../media/server/preview-images.ts'
import { type GroupName, groupNames, SITE } from '../shared/group-names.ts'
import { groups } from '../shared/settings-groups.ts'
import { groupSchema } from '../shared/settings-schemas.ts'
import { type Group, namedThroughout, type Site } from '../shared/site-settings.ts'
import { isShipped, shippedIn, toRow, withoutOutdated } from './groups.ts'

/** A group and its edit counter. */
export interface VersionedGroup {
  group: Group
  version: number
}

interface Change {
  by: Actor
  /** The edit counter that the editor saw, or null: the last one wins. */
  expected: number[] | null
}

export interface SiteWords {
  /** All groups, with the club's name wherever it stands. What has a period is there only while it lasts. */
  all(): Promise<Site>
  /** When `all` says something else though nobody wrote it, ms since 1970; Infinity: never. */
  nextChange(): Promise<number>
  /** @param audience 'visitors' get what has a period only while it lasts */
  one(name: GroupName, audience: 'visitors' | 'administrators'): Promise<VersionedGroup>
  /** Objects merge by key, rows are replaced whole. */
  update(name: GroupName, body: unknown, change: Change): Promise<Outcome<VersionedGroup>>
  /** All that visitors would have after such an `update`, this group whether or not its time has come. Nothing is written. */
  imagined(name: GroupName, body: unknown): Promise<Outcome<Site>>
  /** Back to what ships. */
  reset(name: GroupName, change: Change): Promise<Outcome<VersionedGroup>>
  row(name: GroupName): Promise<ContentRow>
  present(name: GroupName, rows: ContentRow[]): Promise<Group[]>
  /** As `revert` of content: nothing is written when the row has changed since `seen`. */
  revert(name: GroupName, seen: ContentRow, target: Stored, by: Actor): Promise<Outcome<VersionedGroup>>
}

interface SiteOptions {
  database: Database
  images: Images
  now: () => number
  onChange(revised: Revised, revision: number): void
  revisionOf(revised: Revised): number
}

export function createSiteWords({ database, images, now, onChange, revisionOf }: SiteOptions): SiteWords {
  const { read } = database
  const writeItems = createWriteItems({ database, images, now, onChange })
  let known: { revision: number; site: Promise<Site> } | null = null

  const row = async (name: GroupName) => toRow(name, await findGroup(read, name))

  async function present(name: GroupName, rows: ContentRow[], from: Images): Promise<Group[]> {
    const { fields }: Declaration = groups[name]
    const uploaded = rows.flatMap((one) =>
      Object.entries(fields).flatMap(([field, declared]) =>
        typeof one[field] === 'string' ? (kindOf(declared).mediaIds?.(one[field], from, declared) ?? []) : [],
      ),
    )
    const pictures = await from.pictures(uploaded)
    return rows.map((one) => toGroup(name, one, pictures))
  }

  async function presentOne(name: GroupName, one: ContentRow): Promise<VersionedGroup> {
    const [group] = await present(name, [one], images)
    return { group: group as Group, version: one.version }
  }

  /** As it is said, whenever that is: read again once a group was written, by whichever process. */
  function everything(): Promise<Site> {
    const revision = revisionOf('settings')
    if (known?.revision === revision) return known.site
    const site = readEverything().then(named)
    const mine = { revision, site }
    known = mine
    site.catch(() => {
      if (known === mine) known = null
    })
    return site
  }

  async function readEverything(): Promise<Site> {
    const stored = await findGroups(read, groupNames)
    const said = await Promise.all(
      groupNames.map(
        async (name) =>
          [name, (await presentOne(name, toRow(name, stored.get(name) ?? UNTOUCHED))).group] as const,
      ),
    )
    return Object.fromEntries(said) as unknown as Site
  }

  /** Without what is not said now. @param except is said whenever that is */
  function withoutSilent(site: Site, except?: GroupName): Site {
    const hidden = groupNames.filter((name) => name !== except && !isInPeriod(name, site[name], now()))
    return hidden.length === 0
      ? site
      : { ...site, ...Object.fromEntries(hidden.map((name) => [name, silent(name)])) }
  }

  /** What a body makes of the fields that it names. @param keeping where its pictures go */
  async function judge(
    name: GroupName,
    body: unknown,
    seen: ContentRow,
    keeping: Images,
  ): Promise<Outcome<Values>> {
    const { fields }: Declaration = groups[name]
    const parsed = parse(groupSchema(name), body)
    if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
    const sent = flatten(fields, parsed.value) as Record<string, unknown>
    // References are for items: groups have none.
    return prepareFields(groups[name], sent, seen, {
      images: keeping,
      nameReferred: async () => null,
      resolveLink: async (link) => link,
    })
  }

  async function write(
    name: GroupName,
    { by, expected }: Change,
    target: (current: ContentRow) => Outcome<Target>,
    action: 'update' | 'revert' = 'update',
  ): Promise<Outcome<VersionedGroup>> {
    const judged = (current: ContentRow | null): Outcome<Target> => {
      if (!current) return problem('not-found')
      return expected && !expected.includes(current.version) ? problem('edited-meanwhile') : target(current)
    }
    const outcome = await writeItems([{ resource: SITE, id: name, action, target: judged }], { by })
    return outcome.ok ? success(await presentOne(name, outcome.value[0] as ContentRow)) : outcome
  }

  return {
    row,
    present: (name, rows) => present(name, rows, images),

    all: async () => withoutSilent(await everything()),

    async nextChange() {
      const site = await everything()
      const moments = groupNames.flatMap((name) => {
        const { publishAt, unpublishAt } = publicationOf(name, site[name])
        return [publishAt, unpublishAt].flatMap((moment) => (moment === null ? [] : Date.parse(moment)))
      })
      return Math.min(...moments.filter((moment) => moment > now()))
    },

    async one(name, audience) {
      const found = await presentOne(name, await row(name))
      if (audience === 'administrators' || groups[name].period === null) return found
      const isSaid = found.group.updatedAt !== null && isInPeriod(name, found.group, now())
      // How often something was said that is not there for visitors is not there either.
      return isSaid ? found : { version: 0, group: silent(name) }
    },

    async update(name, body, change) {
      const prepared = await judge(name, body, await row(name), images)
      if (!prepared.ok) return prepared
      return write(name, change, (current) => {
        const misplaced = endsBeforeItBegins(name, { ...current, ...prepared.value })
        return misplaced ?? success({ values: withoutOutdated(name, current, prepared.value) })
      })
    },

    async imagined(name, body) {
      const kept = await row(name)
      const pictures = unkept(images, pictureShape(name))
      const prepared = await judge(name, body, kept, pictures)
      if (!prepared.ok) return prepared
      const changed = { ...kept, ...withoutOutdated(name, kept, prepared.value) }
      const misplaced = endsBeforeItBegins(name, changed)
      if (misplaced) return misplaced
      const [group] = await present(name, [changed], pictures)
      return success(withoutSilent(named({ ...(await readEverything()), [name]: group }), name))
    },

    reset: (name, change) => write(name, change, () => success({ values: shippedIn(name) })),

    async revert(name, seen, { values }, by) {
      const change = { by, expected: [seen.version] }
      return write(name, change, () => success({ values }), 'revert')
    },
  }
}

const named = (site: Site): Site => namedThroughout(site, site.identity)

/** The shape of a group's pictures; null: it has none. */
const pictureShape = (name: GroupName): Shape | null =>
  Object.values<Field>(groups[name].fields)
    .flatMap((field): Field[] => (field.kind === 'rows' ? Object.values(field.columns) : [field]))
    .flatMap((field) => (field.kind === 'image' ? [field.shape] : []))[0] ?? null

function toGroup(name: GroupName, row: ContentRow, pictures: Map<string, Picture>): Group {
  const images: Record<string, Picture> = {}
  /** The path of a picture, by which its files are known beside. */
  const pathOf = (stored: string): string | null => {
    if (isShipped(stored)) return stored
    const picture = pictures.get(stored)
    if (!picture) return null
    images[picture.src] = picture
    return picture.src
  }
  const { fields }: Declaration = groups[name]
  const withPaths = (declared: Field, value: unknown): unknown => {
    if (declared.kind === 'image') return typeof value === 'string' ? pathOf(value) : null
    if (declared.kind !== 'rows') return value
    const columns = Object.entries<Field>(declared.columns)
    return (value as Record<string, unknown>[]).map((one) => ({
      ...one,
      ...Object.fromEntries(columns.map(([column, of]) => [column, withPaths(of, one[column])])),
    }))
  }
  const said = Object.entries(fields).map(([field, declared]) => [
    field,
    withPaths(declared, contractKindOf(declared).read(row[field] as string | null, declared)),
  ])
  const isAsItShips = Object.keys(fields).every((field) => row[field] === shippedIn(name)[field])
  const updatedAt = isAsItShips || row.updatedAt === 0 ? null : new Date(row.updatedAt).toISOString()
  return { ...nest(Object.fromEntries(said)), updatedAt, images } as Group
}

/** The group without anything in it. */
const silent = (name: GroupName): Group =>
  toGroup(
    name,
    toRow(name, { version: 0, updatedAt: null, updatedBy: null, said: nothingIn(name) }),
    new Map(),
  )

const nothingIn = (name: GroupName): Record<string, null> =>
  Object.fromEntries(Object.keys(groups[name].fields).map((field) => [field, null]))

/** A period as the times of publication that items have. What has none is published. */
function publicationOf(name: GroupName, group: Group): Publication {
  const said = group as unknown as Record<string, string | null>
  const [from = '', until = ''] = groups[name].period ?? []
  return { draft: false, publishAt: said[from] ?? null, unpublishAt: said[until] ?? null }
}

const isInPeriod = (name: GroupName, group: Group, now: number): boolean =>
  stateOf(publicationOf(name, group), now) === 'published'

function endsBeforeItBegins(name: GroupName, values: Values | ContentRow): ReturnType<typeof problem> | null {
  const [from = '', until = ''] = groups[name].period ?? []
  const [start, end] = [values[from], values[until]]
  if (typeof start !== 'string' || typeof end !== 'string' || Date.parse(end) > Date.parse(start)) return null
  const label = (groups[name] as Declaration).fields[from]?.label
  return problem('invalid-fields', {
    errors: [{ field: until, message: `Tiene que ser después de «${label}».` }],
  })
}
