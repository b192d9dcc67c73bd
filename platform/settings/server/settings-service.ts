/** Reads and writes the settings groups. Writes use the same code and audit log as content. */

import {
  type Outcome,
  type Precondition,
  problem,
  success,
  type Versioned,
} from '../../api/shared/outcome.ts'
import { prepareFields } from '../../content/server/prepare.ts'
import { defaultValues, removeOutdatedEnglish, toSettingsRow } from '../../content/server/settings-rows.ts'
import type { StoredVersion, Values } from '../../content/server/versions.ts'
import { createWriteItems, type Target } from '../../content/server/write.ts'
import { parse } from '../../content/shared/content-schemas.ts'
import type { Declaration } from '../../content/shared/fields.ts'
import { flatten } from '../../content/shared/nested-values.ts'
import type { RevisionKey } from '../../content/shared/revision-keys.ts'
import type { Database } from '../../db/connect.ts'
import type { Actor } from '../../db/record-entry.ts'
import { findStoredGroup, findStoredGroups, UNEDITED_GROUP } from '../../db/settings.ts'
import type { ContentRow } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import { createPreviewImages } from '../../media/server/preview-images.ts'
import { findCountryCode } from '../../shared/countries.ts'
import { settingsGroups } from '../shared/all-settings.ts'
import { SETTINGS_RESOURCE, type SettingsName, settingsNames } from '../shared/settings-names.ts'
import { settingsChangeSchema } from '../shared/settings-schemas.ts'
import { fillAllPlaceholders, type SettingsGroup, type SiteSettings } from '../shared/site-settings.ts'
import {
  checkPeriod,
  emptyGroup,
  findPictureShape,
  getPublication,
  isInPeriod,
  presentGroups,
} from './present-settings.ts'

type VersionedGroup = Versioned<SettingsGroup>

interface Change {
  by: Actor
  precondition: Precondition
}

export interface SettingsChange {
  /** Sum of the edit counters of the groups. Each edit raises it, also a reset. */
  version: number
  /** Time of the last edit. 0 without edits. ms since 1970 */
  changedAt: number
}

export interface SettingsService {
  /** Reads all groups as visitors see them: with filled placeholders, and empty outside their period. */
  all(): Promise<SiteSettings>
  /** Returns the next start or end of a group's period, at which the result of `all` changes. ms since 1970, or Infinity */
  nextChange(): Promise<number>
  /** Returns when groups changed, for documents that state it. */
  changeOf(names: SettingsName[]): Promise<SettingsChange>
  /** Reads a group. @param audience for 'visitors' the group is empty outside its period */
  one(name: SettingsName, audience: 'visitors' | 'administrators'): Promise<VersionedGroup>
  /** Changes a group. Absent fields keep their values, also in nested objects. Rows of a field are replaced as a whole. */
  update(name: SettingsName, body: unknown, change: Change): Promise<Outcome<VersionedGroup>>
  /** Returns all settings as they would be after `update`, without a write. The changed group is shown outside its period too. */
  preview(name: SettingsName, body: unknown): Promise<Outcome<SiteSettings>>
  /** Resets the group to the defaults. */
  reset(name: SettingsName, change: Change): Promise<Outcome<VersionedGroup>>
  row(name: SettingsName): Promise<ContentRow>
  present(name: SettingsName, rows: ContentRow[]): Promise<SettingsGroup[]>
  /** Restores a version from the audit log. If the row has changed since `seen`, nothing is written. */
  revert(
    name: SettingsName,
    seen: ContentRow,
    target: StoredVersion,
    by: Actor,
  ): Promise<Outcome<VersionedGroup>>
}

interface SettingsServiceOptions {
  database: Database
  images: Images
  now: () => number
  onChange(revised: RevisionKey, revision: number): void
  revisionOf(revised: RevisionKey): number
}

export function createSettingsService({
  database,
  images,
  now,
  onChange,
  revisionOf,
}: SettingsServiceOptions): SettingsService {
  const { read } = database
  const writeItems = createWriteItems({ database, images, now, onChange })

  const row = async (name: SettingsName) => toSettingsRow(name, await findStoredGroup(read, name))

  async function presentOne(name: SettingsName, one: ContentRow): Promise<VersionedGroup> {
    const [group] = await presentGroups(name, [one], images)
    return { entity: group as SettingsGroup, version: one.version }
  }

  /** Reads all groups, including those outside their period. */
  const readCached = cacheByRevision(
    () => revisionOf('settings'),
    () => readAll().then(fillClubNames),
  )

  async function readAll(): Promise<SiteSettings> {
    const stored = await findStoredGroups(read, settingsNames)
    const groups = await Promise.all(
      settingsNames.map(
        async (name) =>
          [
            name,
            (await presentOne(name, toSettingsRow(name, stored.get(name) ?? UNEDITED_GROUP))).entity,
          ] as const,
      ),
    )
    return Object.fromEntries(groups) as SiteSettings
  }

  /** Numbers without country code are read as numbers of the club's country. */
  async function findPhoneCountry(): Promise<string | null> {
    const { country } = (await readCached()).contact.address
    return country === null ? null : findCountryCode(country)
  }

  /** Empties the groups that are outside their period. @param except a group that is not emptied */
  function emptyHiddenGroups(site: SiteSettings, except?: SettingsName): SiteSettings {
    const hidden = settingsNames.filter((name) => name !== except && !isInPeriod(name, site[name], now()))
    return hidden.length === 0
      ? site
      : { ...site, ...Object.fromEntries(hidden.map((name) => [name, emptyGroup(name)])) }
  }

  async function write(
    name: SettingsName,
    { by, precondition }: Change,
    target: (current: ContentRow) => Outcome<Target>,
    action: 'update' | 'revert' = 'update',
  ): Promise<Outcome<VersionedGroup>> {
    const checkVersion = (current: ContentRow | null): Outcome<Target> => {
      if (!current) return problem('not-found')
      return precondition(current.version) ?? target(current)
    }
    const outcome = await writeItems(
      [{ resource: SETTINGS_RESOURCE, id: name, action, target: checkVersion }],
      {
        by,
      },
    )
    return outcome.ok ? success(await presentOne(name, outcome.value[0] as ContentRow)) : outcome
  }

  return {
    row,
    present: (name, rows) => presentGroups(name, rows, images),

    all: async () => emptyHiddenGroups(await readCached()),

    async nextChange() {
      const site = await readCached()
      const moments = settingsNames.flatMap((name) => {
        const { publishAt, unpublishAt } = getPublication(name, site[name])
        return [publishAt, unpublishAt].flatMap((moment) => (moment === null ? [] : Date.parse(moment)))
      })
      return Math.min(...moments.filter((moment) => moment > now()))
    },

    async changeOf(names) {
      const stored = [...(await findStoredGroups(read, names)).values()]
      return {
        version: stored.reduce((sum, { version }) => sum + version, 0),
        changedAt: Math.max(0, ...stored.map(({ updatedAt }) => updatedAt ?? 0)),
      }
    },

    async one(name, audience) {
      const found = await presentOne(name, await row(name))
      if (audience === 'administrators' || settingsGroups[name].period === null) return found
      const isVisible = found.entity.updatedAt !== null && isInPeriod(name, found.entity, now())
      // The edit counter is hidden too, because it would reveal that the group was edited.
      return isVisible ? found : { version: 0, entity: emptyGroup(name) }
    },

    async update(name, body, change) {
      const prepared = await prepareGroup(name, body, await row(name), { images, findPhoneCountry })
      if (!prepared.ok) return prepared
      return write(name, change, (current) => {
        const invalidPeriod = checkPeriod(name, { ...current, ...prepared.value })
        return invalidPeriod ?? success({ values: removeOutdatedEnglish(name, current, prepared.value) })
      })
    },

    async preview(name, body) {
      const kept = await row(name)
      const pictures = createPreviewImages(images, findPictureShape(name))
      const prepared = await prepareGroup(name, body, kept, { images: pictures, findPhoneCountry })
      if (!prepared.ok) return prepared
      const changed = { ...kept, ...removeOutdatedEnglish(name, kept, prepared.value) }
      const invalidPeriod = checkPeriod(name, changed)
      if (invalidPeriod) return invalidPeriod
      const [group] = await presentGroups(name, [changed], pictures)
      return success(emptyHiddenGroups(fillClubNames({ ...(await readAll()), [name]: group }), name))
    },

    reset: (name, change) => write(name, change, () => success({ values: defaultValues(name) })),

    async revert(name, seen, { values }, by) {
      const precondition: Precondition = (version) =>
        version === seen.version ? null : problem('edited-meanwhile')
      const change = { by, precondition }
      return write(name, change, () => success({ values }), 'revert')
    },
  }
}

/** Returns a function that calls `read` once per revision. A failed result is not cached. */
function cacheByRevision(
  currentRevision: () => number,
  read: () => Promise<SiteSettings>,
): () => Promise<SiteSettings> {
  let cached: { revision: number; settings: Promise<SiteSettings> } | null = null
  return () => {
    const revision = currentRevision()
    if (cached?.revision === revision) return cached.settings
    const entry = { revision, settings: read() }
    cached = entry
    entry.settings.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.settings
  }
}

const fillClubNames = (settings: SiteSettings): SiteSettings =>
  fillAllPlaceholders(settings, settings.identity)

/** Parses the body of an update and prepares its fields. @param images stores the pictures */
async function prepareGroup(
  name: SettingsName,
  body: unknown,
  seen: ContentRow,
  { images, findPhoneCountry }: { images: Images; findPhoneCountry(): Promise<string | null> },
): Promise<Outcome<Values>> {
  const { fields }: Declaration = settingsGroups[name]
  const parsed = parse(settingsChangeSchema(name), body)
  if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
  const sent = flatten(fields, parsed.value) as Record<string, unknown>
  // Settings have no references and no short links, so these functions do nothing.
  return prepareFields(settingsGroups[name], sent, seen, {
    images,
    findPhoneCountry,
    findReferencedName: async () => null,
    resolveLink: async (link) => link,
  })
}
