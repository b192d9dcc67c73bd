/**
 * Nothing typed is ever lost: what a form holds is kept in the browser (IndexedDB, which takes pictures too) until it
 * is saved or dropped, and survives a reload, an expired session and a failed request. One draft a person, address and tab:
 * what is written in one is not written over by another, and what a tab left that is gone is offered by the next.
 */
import { readUser } from '../../../auth/client/session.ts'

/** A draft is what a form holds, `values`, and what it began from. */
export interface Draft<V, O = unknown> {
  values: V
  origin: O
  /** The key under which these very values were sent, when no answer came: sending them again makes no second item. */
  attempt?: string
  /** Milliseconds since the epoch. */
  savedAt: number
}

interface Row extends Draft<unknown> {
  /** What it is asked for by, and the tab. */
  key: string
}

/** The home looks for it by its name. */
const DATABASE = 'drafts'
const STORE = 'drafts'
/** Raised when a draft's shape changes: one that cannot be read is worse than none. */
const VERSION = 3
/** A draft that nobody came back to for this long is dropped, ms. */
const MAX_AGE_MS = 30 * 86_400_000

/** Asked for when a form opens: by the time a session has ended, nobody is known to be the writer any more. */
export const draftKey = (path: string): string => `${readUser()?.id ?? ''} ${path}`

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION)
    request.onupgradeneeded = () => {
      if (request.result.objectStoreNames.contains(STORE)) request.result.deleteObjectStore(STORE)
      request.result.createObjectStore(STORE, { keyPath: 'key' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** A browser that refuses storage (private windows do) must not keep anybody from writing: the form then goes without. */
async function attempt<T>(
  work: (store: IDBObjectStore) => IDBRequest<T>,
  mode: IDBTransactionMode,
): Promise<{ done: true; value: T } | { done: false }> {
  try {
    const transaction = (await open()).transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    // Left to itself it is committed only once the page has heard that all went well: a page that goes hears nothing.
    transaction.commit()
    return { done: true, value: await settled(request) }
  } catch (error) {
    console.warn('drafts are not kept:', error)
    return { done: false }
  }
}

/** What no address has in it. */
const BEFORE_TAB = '\n'

const TAB_KEY = 'tab'

/** A page that is loaded anew may ask before the page that it follows is gone; a tab that was duplicated waits for so long, ms. */
const TAB_WAIT_MS = 4_000

const newTab = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('')

/** Whether no other page has the id; it is this one's then for as long as the page lives. */
function takeTab(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const held = () => {
      resolve(true)
      return new Promise<never>(() => {})
    }
    const signal = AbortSignal.timeout(TAB_WAIT_MS)
    navigator.locks.request(`tab:${id}`, { signal }, held).catch(() => resolve(false))
  })
}

let ownTab: Promise<string> | undefined

/**
 * Stays the same while a tab is open, over reloads; without storage it is that of the page. A tab that was duplicated got the
 * storage of the other, and takes an id of its own, where browsers tell.
 */
function tab(): Promise<string> {
  ownTab ??= (async () => {
    try {
      const kept = sessionStorage.getItem(TAB_KEY)
      if (kept !== null && (!hasLocks() || (await takeTab(kept)))) return kept
    } catch {}
    const made = newTab()
    if (hasLocks()) await takeTab(made)
    try {
      sessionStorage.setItem(TAB_KEY, made)
    } catch {}
    return made
  })()
  return ownTab
}

/** Browsers have them under https and on the machine itself. */
const hasLocks = (): boolean => navigator.locks !== undefined

const rowKey = async (key: string): Promise<string> => key + BEFORE_TAB + (await tab())

/** Where nothing tells which tabs are open, one that has written nothing for this long is taken to be gone, ms. */
const QUIET_MS = 5 * 60_000

/** A row as it was read. */
type From = Pick<Row, 'key' | 'savedAt'>

/** Rows of tabs that are gone, by the keys for which they were read: whoever goes on with one has it from then on. */
const inherited = new Map<string, From>()

/** Drafts that somebody has open in another tab. */
async function openElsewhere(): Promise<Set<string | undefined>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.map(({ name }) => name))
}

/** Those that no tab has open, so far as one can tell. */
async function leftBehind(rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return rows
  if (!hasLocks()) return rows.filter(({ savedAt }) => savedAt < Date.now() - QUIET_MS)
  const held = await openElsewhere()
  return rows.filter(({ key }) => !held.has(key))
}

/** Other tabs leave the draft alone. @returns ends that */
export function holdDraft(key: string): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const held = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  // Two forms of one tab: one of them has it.
  if (hasLocks()) void rowKey(key).then((name) => navigator.locks.request(name, { ifAvailable: true }, held))
  return () => ended.abort()
}

/** What writes what open forms hold that is not written yet. */
const writers = new Map<string, Set<() => Promise<void>>>()

/**
 * A form is read anew before the one that it follows is through: what that one holds is written first.
 * @returns ends that
 */
export function writeBeforeReading(key: string, write: () => Promise<void>): () => void {
  const ofKey = writers.get(key) ?? new Set()
  writers.set(key, ofKey.add(write))
  return () => {
    ofKey.delete(write)
    if (ofKey.size === 0) writers.delete(key)
  }
}

/** That of this tab, else the last that a tab has left behind; null: there is none, or none so new that it is wanted. */
export async function readDraft<V, O = unknown>(key: string): Promise<Draft<V, O> | null> {
  await Promise.all([...(writers.get(key) ?? [])].map((write) => write()))
  inherited.delete(key)
  const ofTabs = IDBKeyRange.bound(key, `${key}${BEFORE_TAB}\uffff`)
  const [ownKey, read] = await Promise.all([
    rowKey(key),
    attempt<Row[]>((store) => store.getAll(ofTabs), 'readonly'),
  ])
  if (!read.done) return null
  const fresh = read.value.filter(isFresh)
  for (const row of read.value)
    if (!isFresh(row)) await attempt((store) => store.delete(row.key), 'readwrite')
  const own = fresh.find((row) => row.key === ownKey)
  const left = own ? [] : await leftBehind(fresh)
  const row = own ?? left.sort((one, other) => other.savedAt - one.savedAt)[0]
  if (!row) return null
  if (row !== own) inherited.set(key, row)
  const { key: _, ...draft } = row
  return draft as Draft<V, O>
}

/** What the reader can go on with: the last draft of each address that no other tab has open, last written first. */
export async function keptDrafts(): Promise<{ path: string; values: unknown; savedAt: number }[]> {
  const own = draftKey('')
  const [tabNow, read] = await Promise.all([
    tab(),
    attempt<Row[]>((store) => store.getAll(IDBKeyRange.bound(own, `${own}\uffff`)), 'readonly'),
  ])
  if (!read.done) return []
  const fresh = read.value.filter(isFresh)
  const isOwn = ({ key }: Row) => key.endsWith(BEFORE_TAB + tabNow)
  const rows = [...fresh.filter(isOwn), ...(await leftBehind(fresh.filter((row) => !isOwn(row))))]
  const byPath = Map.groupBy(rows, ({ key }) => key.slice(own.length, key.indexOf(BEFORE_TAB)))
  return [...byPath]
    .map(([path, [row]]) => ({ path, values: row?.values, savedAt: row?.savedAt ?? 0 }))
    .sort((one, other) => other.savedAt - one.savedAt)
}

const isFresh = ({ savedAt }: Row): boolean => savedAt >= Date.now() - MAX_AGE_MS

/** Deletes the row of a tab that is gone; one that was written since is somebody's. */
async function deleteLeft({ key, savedAt }: From): Promise<void> {
  const read = await attempt<Row | undefined>((store) => store.get(key), 'readonly')
  if (read.done && read.value?.savedAt === savedAt) await attempt((store) => store.delete(key), 'readwrite')
}

/** Whether it is kept: a browser may have no room, or no wish to. */
export async function writeDraft(key: string, draft: Omit<Draft<unknown>, 'savedAt'>): Promise<boolean> {
  // A tab that only seems to be gone keeps what it has until this one is through with it.
  const from = hasLocks() ? inherited.get(key) : undefined
  const row: Row = { ...draft, key: await rowKey(key), savedAt: Date.now() }
  const write = await attempt((store) => store.put(row), 'readwrite')
  if (write.done && from) {
    inherited.delete(key)
    await deleteLeft(from)
  }
  return write.done
}

export async function dropDraft(key: string): Promise<void> {
  const from = inherited.get(key)
  inherited.delete(key)
  const ownKey = await rowKey(key)
  // At once: the page may be on its way out.
  await Promise.all([attempt((store) => store.delete(ownKey), 'readwrite'), from && deleteLeft(from)])
}
