/**
 * Counts in memory that are not written to the database yet. Clients can invent paths and sources, so the number of rows is
 * limited.
 */
import type { Row } from '../../../platform/db/tables.ts'
import { isKnownSource } from '../shared/source-labels.ts'
import { OTHER, UNKNOWN_SOURCES_A_DAY, VISIT_ROWS_A_DAY } from '../shared/visits.ts'
import { addCount } from './count-sums.ts'

export type Visit = Row<'visits'>
export type Click = Row<'clicks'>

export interface CountRows {
  visits: Visit[]
  clicks: Click[]
}

/** Maximum number of rows of visits in memory, about 300 bytes each. Rows of known pages may exceed this limit. */
const HELD_MAX = 2 * VISIT_ROWS_A_DAY
const KNOWN_HELD_MAX = 2 * HELD_MAX
/** Maximum number of paths that are remembered as existing pages. */
const KNOWN_MAX = 10_000
/** Maximum number of unknown sources in memory. The database stores fewer per day (`UNKNOWN_SOURCES_A_DAY`). */
const UNKNOWN_SOURCES_HELD = 5 * UNKNOWN_SOURCES_A_DAY

const visitKey = ({ day, path, source }: Visit) => `${day} ${source} ${path}`
const clickKey = ({ day, event, offer, source }: Click) => `${day} ${source} ${event} ${offer}`

/** Merges the visits of each day, path and source into one row. */
export function mergeVisits(visits: readonly Visit[]): Visit[] {
  const merged = new Map<string, Visit>()
  for (const visit of visits) addCount(merged, visitKey(visit), visit)
  return [...merged.values()]
}

export interface PendingCounts {
  addVisit(visit: Visit): void
  addClick(click: Click): void
  rows(): CountRows
  /** Removes all rows and returns them. */
  take(): CountRows
  /** Remembers that these paths are pages. Visits to them are kept even when the memory is full. */
  rememberPages(paths: Set<string>): void
}

export function createPendingCounts(): PendingCounts {
  let visits = new Map<string, Visit>()
  let clicks = new Map<string, Click>()
  let unknownSources = new Set<string>()
  let knownPages = new Set<string>()

  /** Replaces an unknown source by `OTHER` when too many unknown sources are in memory. */
  function boundSource(source: string): string {
    if (isKnownSource(source) || unknownSources.has(source)) return source
    if (unknownSources.size >= UNKNOWN_SOURCES_HELD) return OTHER
    unknownSources.add(source)
    return source
  }

  return {
    addVisit(sent) {
      const visit = { ...sent, source: boundSource(sent.source) }
      const isPage = knownPages.has(visit.path)
      const isFull = visits.size >= (isPage ? KNOWN_HELD_MAX : HELD_MAX)
      if (!isFull || visits.has(visitKey(visit))) return addCount(visits, visitKey(visit), visit)
      const rest = isPage ? { ...visit, source: OTHER } : { ...visit, path: OTHER, source: '' }
      addCount(visits, visitKey(rest), rest)
    },

    // The offer of a click always exists, because `/ir` reports only clicks on existing offers.
    addClick(sent) {
      const click = { ...sent, source: boundSource(sent.source) }
      const isFull = clicks.size >= HELD_MAX
      if (!isFull || clicks.has(clickKey(click))) return addCount(clicks, clickKey(click), click)
      const rest = { ...click, source: OTHER }
      addCount(clicks, clickKey(rest), rest)
    },

    rows: () => ({
      visits: [...visits.values()].map((visit) => ({ ...visit })),
      clicks: [...clicks.values()].map((click) => ({ ...click })),
    }),

    take() {
      const taken = { visits: [...visits.values()], clicks: [...clicks.values()] }
      visits = new Map()
      clicks = new Map()
      unknownSources = new Set()
      return taken
    },

    rememberPages(paths) {
      knownPages = knownPages.size > KNOWN_MAX ? paths : knownPages.union(paths)
    },
  }
}
