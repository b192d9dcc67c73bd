/**
 * What was counted and is not written yet: numbers in memory, added to the database every few seconds. Other processes hold
 * theirs; each adds its own.
 */

import type { Database } from '../../../platform/db/connect.ts'
import type { Row } from '../../../platform/db/tables.ts'
import type { Log } from '../../../platform/process/log.ts'
import { isKnownSource } from '../shared/source-labels.ts'
import { OTHER, UNKNOWN_SOURCES_A_DAY, VISIT_ROWS_A_DAY } from '../shared/visits.ts'
import { addCounts, clicksIn, visitsIn } from './visit-rows.ts'
import type { SitePages } from './visited-pages.ts'

type Visit = Row<'visits'>
type Click = Row<'clicks'>

export interface Days {
  /** `YYYY-MM-DD`, included. */
  from: string
  to: string
}

export interface CountRows {
  visits: Visit[]
  clicks: Click[]
}

export interface Counts {
  addVisit(visit: Omit<Visit, 'count'>): void
  addClick(click: Omit<Click, 'count'>): void
  /** Reads while nothing is written, with what this process has not written yet. */
  reading<T>(work: (held: CountRows) => Promise<T>): Promise<T>
  /** All of these days, what is not written yet included. In the order of their keys. */
  read(days: Days): Promise<CountRows>
  /** @throws when it cannot be written: it is kept then, and tried again */
  flush(): Promise<void>
  /** Writes what there is. Nothing is written afterwards. */
  stop(): Promise<void>
}

interface CountsOptions {
  database: Database
  pages: Pick<SitePages, 'visibleAmong'>
  log: Pick<Log, 'warn'>
  flushMs?: number
}

/** From the first count to its writing. ms */
const FLUSH_MS = 5_000
/** And after a writing that failed. ms */
const RETRY_MS = 30_000

/** Rows of visits held in memory, some 300 bytes each. Known pages may exceed this limit. */
const HELD_MAX = 2 * VISIT_ROWS_A_DAY
const KNOWN_HELD_MAX = 2 * HELD_MAX
/** Limit of the paths remembered as pages. */
const KNOWN_MAX = 10_000
/** Unknown sources held in memory. The database stores fewer per day. */
const UNKNOWN_SOURCES_HELD = 5 * UNKNOWN_SOURCES_A_DAY

type Held<C> = Map<string, C>
const visitKey = ({ day, path, source }: Omit<Visit, 'count'>) => `${day} ${source} ${path}`
const clickKey = ({ day, event, offer, source }: Omit<Click, 'count'>) => `${day} ${source} ${event} ${offer}`

function add<C extends { count: number }>(held: Held<C>, key: string, counted: C): void {
  const before = held.get(key)
  if (before) before.count += counted.count
  else held.set(key, counted)
}

export function createCounts({ database, pages, log, flushMs = FLUSH_MS }: CountsOptions): Counts {
  let visits: Held<Visit> = new Map()
  let clicks: Held<Click> = new Map()
  /** Those of the held sources that the club does not know. */
  let unknownSources = new Set<string>()
  let known = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let turn: Promise<unknown> = Promise.resolve()

  /** One after the other: what is being written is neither held nor there yet. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  function writeIn(milliseconds: number) {
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      flush().catch((error: unknown) => log.warn({ error }, 'visits could not be written'))
    }, milliseconds).unref()
  }

  /** Merges surplus unknown sources into one, because clients can invent sources. */
  function boundSource(source: string): string {
    if (isKnownSource(source) || unknownSources.has(source)) return source
    if (unknownSources.size >= UNKNOWN_SOURCES_HELD) return OTHER
    unknownSources.add(source)
    return source
  }

  function hold(sent: Visit) {
    const visit = { ...sent, source: boundSource(sent.source) }
    const isPage = known.has(visit.path)
    const isFull = visits.size >= (isPage ? KNOWN_HELD_MAX : HELD_MAX)
    if (!isFull || visits.has(visitKey(visit))) return add(visits, visitKey(visit), visit)
    const rest = isPage ? { ...visit, source: OTHER } : { ...visit, path: OTHER, source: '' }
    add(visits, visitKey(rest), rest)
  }

  /** The offer exists: /ir counts no others. */
  function holdClick(sent: Click) {
    const click = { ...sent, source: boundSource(sent.source) }
    if (clicks.size < HELD_MAX || clicks.has(clickKey(click))) return add(clicks, clickKey(click), click)
    const rest = { ...click, source: OTHER }
    add(clicks, clickKey(rest), rest)
  }

  /** What is no page is counted under one name. */
  async function sorted(held: Iterable<Visit>): Promise<{ told: Visit[]; visible: Set<string> }> {
    const all = [...held]
    const visible = await pages.visibleAmong(new Set(all.map(({ path }) => path)))
    const told: Held<Visit> = new Map()
    for (const visit of all) {
      const row = { ...visit, path: visible.has(visit.path) ? visit.path : OTHER }
      add(told, visitKey(row), row)
    }
    return { told: [...told.values()], visible }
  }

  async function write() {
    if (visits.size === 0 && clicks.size === 0) return
    // What comes meanwhile is held apart.
    const taken = { visits, clicks }
    visits = new Map()
    clicks = new Map()
    unknownSources = new Set()
    try {
      const { told, visible } = await sorted(taken.visits.values())
      await database.write(async (tx) => {
        await addCounts(tx, database.dialect, 'visits', told)
        await addCounts(tx, database.dialect, 'clicks', [...taken.clicks.values()])
      })
      known = known.size > KNOWN_MAX ? visible : known.union(visible)
    } catch (error) {
      for (const visit of taken.visits.values()) hold(visit)
      for (const click of taken.clicks.values()) holdClick(click)
      throw error
    }
  }

  const reading: Counts['reading'] = (work) =>
    inTurn(async () => {
      const heldClicks = [...clicks.values()].map((click) => ({ ...click }))
      const { told } = await sorted([...visits.values()].map((visit) => ({ ...visit })))
      return work({ visits: told, clicks: heldClicks })
    })

  const flush = () =>
    inTurn(write).catch((error: unknown) => {
      writeIn(RETRY_MS)
      throw error
    })

  return {
    addVisit(visit) {
      hold({ ...visit, count: 1 })
      writeIn(flushMs)
    },
    addClick(click) {
      holdClick({ ...click, count: 1 })
      writeIn(flushMs)
    },

    reading,

    read: (days) =>
      reading(async (held) => {
        const isAsked = ({ day }: { day: string }) => days.from <= day && day <= days.to
        const [visits, clicks] = await Promise.all([
          visitsIn(database.read, days),
          clicksIn(database.read, days),
        ])
        return {
          visits: inOrder(
            [...visits, ...held.visits.filter(isAsked)],
            ({ day, path, source }) => `${day} ${path} ${source}`,
          ),
          clicks: inOrder(
            [...clicks, ...held.clicks.filter(isAsked)],
            ({ day, event, offer, source }) => `${day} ${event} ${offer} ${source}`,
          ),
        }
      }),

    flush,

    async stop() {
      clearTimeout(timer)
      isStopped = true
      await flush().catch((error: unknown) => log.warn({ error }, 'the last visits were lost'))
    },
  }
}

/** Those of one key as one. */
function inOrder<C extends { count: number }>(all: readonly C[], keyOf: (counted: C) => string): C[] {
  const held: Held<C> = new Map()
  for (const counted of all) add(held, keyOf(counted), { ...counted })
  return [...held].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, counted]) => counted)
}
