/**
 * The list of redirects, stored as one setting. A save that is based on an older version is refused. Each process keeps the
 * list in memory, so that a request for a page that does not exist costs no query.
 */
import { type Outcome, type Precondition, problem, success } from '../../../platform/api/shared/outcome.ts'
import type { Platform } from '../../../platform/app/platform.ts'
import type { Changes } from '../../../platform/content/shared/audit-log.ts'
import { type Actor, recordEntry } from '../../../platform/db/record-entry.ts'
import { raiseRevision } from '../../../platform/db/revisions.ts'
import { readSetting, replaceSetting } from '../../../platform/db/settings.ts'
import {
  findRowFaults,
  getPathname,
  listLookups,
  type RowFault,
  readTo,
} from '../shared/redirect-addresses.ts'
import type { Redirect } from '../shared/redirects.ts'
import { createOwnPaths } from './own-paths.ts'
import { deleteUnknown } from './unknown-addresses.ts'

/** The redirects, with the number of times they were saved. */
export interface VersionedRedirects {
  version: number
  data: Redirect[]
}

export interface RedirectLists {
  read(): Promise<VersionedRedirects>
  /** @param origin of the request, whose addresses are those of this site */
  replace(
    rows: readonly Redirect[],
    options: { precondition: Precondition; by: Actor; origin: string },
  ): Promise<Outcome<VersionedRedirects>>
  /** Returns the new address of a page. null: there is none, or the list could not be read */
  find(url: URL): Promise<string | null>
}

type Options = Pick<
  Platform,
  'database' | 'env' | 'log' | 'now' | 'onChange' | 'pageSource' | 'revisions'
> & { isDocument(path: string): boolean }

const KEY = 'redirects'

/** Limit of the rows that an entry of the audit log lists. The entry counts the others. */
const LOGGED_MAX = 50

const parse = (stored: string | null): VersionedRedirects =>
  stored === null ? { version: 0, data: [] } : (JSON.parse(stored) as VersionedRedirects)

export function createRedirectList({
  database,
  env,
  isDocument,
  log,
  now,
  onChange,
  pageSource,
  revisions,
}: Options): RedirectLists {
  const getOwnPaths = createOwnPaths({ pages: pageSource.pages, isDocument, apiBase: env.apiBase })
  const find = createLookup({ database, revisions, log })
  const read = async () => parse(await readSetting(database.read, KEY))

  /** Reads the new addresses, and finds what no row may have. */
  async function check(
    sent: readonly Redirect[],
    origin: string,
  ): Promise<{ rows: Redirect[]; faults: RowFault[] }> {
    const isOwn = await getOwnPaths()
    const origins = env.siteUrl === null ? [origin] : [env.siteUrl, origin]
    const faults: RowFault[] = []
    const rows = sent.map(({ from, to: typed }, row) => {
      if (isOwn(getPathname(from)))
        faults.push({ row, side: 'from', message: 'El sitio ya responde en esa dirección.' })
      const to = readTo(typed, origins)
      if (!to.ok) faults.push({ row, side: 'to', message: to.error })
      return { from, to: to.ok ? to.value : '' }
    })
    return { rows, faults: [...faults, ...findRowFaults(rows)] }
  }

  return {
    read,
    find,

    async replace(sent, { precondition, by, origin }) {
      const { rows: data, faults } = await check(sent, origin)
      if (faults.length > 0) {
        const errors = faults.map(({ row, side, message }) => ({ field: `data.${row}.${side}`, message }))
        return problem('invalid-fields', { errors })
      }
      let revision: number | null = null
      const outcome = await database.write<Outcome<VersionedRedirects>>(async (tx) => {
        revision = null
        const stored = await readSetting(tx, KEY)
        const before = parse(stored)
        const refusal = precondition(before.version)
        if (refusal) return refusal
        const changes = listChanges(before.data, data)
        const isReordered = JSON.stringify(before.data) !== JSON.stringify(data)
        if (Object.keys(changes).length === 0 && !isReordered) return success(before)
        const next = { version: before.version + 1, data }
        if (!(await replaceSetting(tx, KEY, stored, JSON.stringify(next)))) return problem('edited-meanwhile')
        await deleteUnknown(tx, data)
        await recordEntry(tx, {
          at: now(),
          by,
          action: 'update',
          resource: 'settings',
          itemId: KEY,
          label: 'Direcciones viejas',
          changes,
        })
        revision = await raiseRevision(tx, 'settings', 0)
        return success(next)
      })
      if (revision !== null) onChange('settings', revision)
      return outcome
    },
  }
}

/** Returns the changed rows, by their old address. */
function listChanges(before: readonly Redirect[], after: readonly Redirect[]): Changes {
  const earlier = new Map(before.map(({ from, to }) => [from, to]))
  const later = new Map(after.map(({ from, to }) => [from, to]))
  const changed = [...new Set([...earlier.keys(), ...later.keys()])].filter(
    (from) => earlier.get(from) !== later.get(from),
  )
  const changes: Changes = {}
  for (const from of changed.slice(0, LOGGED_MAX))
    changes[from] = [earlier.get(from) ?? null, later.get(from) ?? null]
  if (changed.length > LOGGED_MAX) changes['Otras direcciones'] = [null, String(changed.length - LOGGED_MAX)]
  return changes
}

/** Creates the lookup of a request. It reads the list again when a setting has changed. */
function createLookup({ database, revisions, log }: Pick<Options, 'database' | 'revisions' | 'log'>) {
  let known = new Map<string, string>()
  let knownRevision = Number.NaN
  let loading: Promise<void> | null = null

  async function load(): Promise<void> {
    const revision = revisions.get('settings')
    try {
      const { data } = parse(await readSetting(database.read, KEY))
      known = new Map(data.map(({ from, to }) => [from, to]))
      knownRevision = revision
    } catch (error) {
      // The page /404 and the redirects that are in memory need no database.
      log.warn({ error }, 'the redirects could not be read')
    }
  }

  return async (url: URL): Promise<string | null> => {
    if (!revisions.isCurrent() || knownRevision !== revisions.get('settings')) {
      loading ??= load().finally(() => {
        loading = null
      })
      await loading
    }
    for (const each of listLookups(url)) {
      const to = known.get(each)
      if (to !== undefined) return to
    }
    return null
  }
}
