/**
 * Stores drafts in the browser (IndexedDB, which also stores pictures). A draft survives a reload, an expired session and a
 * failed request, until the form is saved or the draft is discarded. There is one draft per person, address and tab, so
 * tabs do not overwrite each other. The next form at the address offers the draft of a closed tab.
 */
import { readUser } from '../../api/client/session.ts'

/** A draft. `values`: the form values. `origin`: the stored values with which the form began. */
export interface Draft<V, O = unknown> {
  values: V
  origin: O
  /**
   * Idempotency key of a request with these values that got no answer. Repeating the request with this key creates no
   * second item.
   */
  attempt?: string
  /** Time of the last write, ms since 1970. */
  savedAt: number
}

interface Row extends Draft<unknown> {
  /** The key of the draft, followed by the id of the tab. */
  key: string
}

/** Name of the database. The home page of the back office opens the database by the same name. */
const DATABASE = 'drafts'
const STORE = 'drafts'
/** Version of the shape of drafts. It must be raised when the shape changes, and drafts of an older shape are deleted. */
const VERSION = 3
/** Age at which drafts are deleted, ms. */
const MAX_AGE_MS = 30 * 86_400_000

/**
 * Returns the key of a draft. Must be called when a form opens, because the user is unknown after the session has ended.
 */
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

/**
 * Runs a request on the store. Browsers may refuse storage, for example in private windows. Forms then work without drafts.
 */
async function runRequest<T>(
  work: (store: IDBObjectStore) => IDBRequest<T>,
  mode: IDBTransactionMode,
): Promise<{ done: true; value: T } | { done: false }> {
  try {
    const transaction = (await open()).transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    // Without an explicit commit, a page that closes would lose the write.
    transaction.commit()
    return { done: true, value: await settled(request) }
  } catch (error) {
    console.warn('drafts are not kept:', error)
    return { done: false }
  }
}

/** Separates the key from the id of the tab. No address contains this character. */
const BEFORE_TAB = '\n'

const TAB_KEY = 'tab'

/**
 * Longest wait for the lock of a tab, ms. After a reload the earlier page may hold the lock for a moment. A duplicated tab
 * waits this long in vain.
 */
const TAB_WAIT_MS = 4_000
/** Interval between two requests for the lock of a tab, ms. */
const TAB_RETRY_MS = 100

const createTabId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('')

/**
 * Locks the id for the lifetime of the page. Only an answer of the browser ends the wait: on a slow device a timer can end
 * before the answer to the first request arrives.
 * @returns false when another page holds the lock
 */
async function lockTab(id: string): Promise<boolean> {
  const giveUpAt = Date.now() + TAB_WAIT_MS
  while (!(await tryLock(`tab:${id}`))) {
    if (Date.now() > giveUpAt) return false
    await new Promise((resolve) => setTimeout(resolve, TAB_RETRY_MS))
  }
  return true
}

const tryLock = (name: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const answered = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock && new Promise<never>(() => {})
    }
    navigator.locks.request(name, { ifAvailable: true }, answered).catch(reject)
  })

let ownTab: Promise<string> | undefined

/**
 * Returns the id of the tab, which survives reloads. Without storage the id lives as long as the page. A duplicated tab
 * inherits the storage of the original tab, so it takes a new id if the browser has locks.
 */
function getTabId(): Promise<string> {
  ownTab ??= (async () => {
    try {
      const kept = sessionStorage.getItem(TAB_KEY)
      if (kept !== null && (!hasLocks() || (await lockTab(kept)))) return kept
    } catch {}
    const made = createTabId()
    try {
      if (hasLocks()) await lockTab(made)
      sessionStorage.setItem(TAB_KEY, made)
    } catch {}
    return made
  })()
  return ownTab
}

/** True when the browser has locks. Browsers offer them under https and on localhost. */
const hasLocks = (): boolean => navigator.locks !== undefined

const rowKey = async (key: string): Promise<string> => key + BEFORE_TAB + (await getTabId())

/** In browsers without locks, a tab counts as closed when it has written no draft for this long, ms. */
const QUIET_MS = 5 * 60_000

/** Key and time of a row when it was read. */
type ReadRow = Pick<Row, 'key' | 'savedAt'>

/** Rows of closed tabs that this tab has read, by draft key. The first write moves such a row to this tab. */
const inherited = new Map<string, ReadRow>()

/** Returns the names of all locks, which are the row keys of drafts that are open in a tab. */
async function listHeldLocks(): Promise<Set<string | undefined>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.map(({ name }) => name))
}

/** Returns the rows that are not open in any tab. Without locks, the age of a row decides. */
async function findAbandonedDrafts(rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return rows
  if (!hasLocks()) return rows.filter(({ savedAt }) => savedAt < Date.now() - QUIET_MS)
  const held = await listHeldLocks()
  return rows.filter(({ key }) => !held.has(key))
}

/** Locks the draft, so that other tabs do not open it. @returns a function that releases the lock */
export function holdDraft(key: string): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const held = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  // A form that opens again waits for the lock of the form that closes. It waits in vain when it closes first itself.
  if (hasLocks())
    rowKey(key)
      .then((name) => navigator.locks.request(name, { signal }, held))
      .catch(() => {})
  return () => ended.abort()
}

/** Functions that write the pending changes of open forms, by draft key. */
const writers = new Map<string, Set<() => Promise<void>>>()

/**
 * Registers a write that must finish before the draft is read, because a new form may open before the earlier form has
 * closed.
 * @returns a function that removes the write
 */
export function writeBeforeReading(key: string, write: () => Promise<void>): () => void {
  const ofKey = writers.get(key) ?? new Set()
  writers.set(key, ofKey.add(write))
  return () => {
    ofKey.delete(write)
    if (ofKey.size === 0) writers.delete(key)
  }
}

/** Returns the draft of this tab, or else the newest draft of a closed tab. null without a recent draft. */
export async function readDraft<V, O = unknown>(key: string): Promise<Draft<V, O> | null> {
  await Promise.all([...(writers.get(key) ?? [])].map((write) => write()))
  inherited.delete(key)
  const ofTabs = IDBKeyRange.bound(key, `${key}${BEFORE_TAB}\uffff`)
  const [ownKey, read] = await Promise.all([
    rowKey(key),
    runRequest<Row[]>((store) => store.getAll(ofTabs), 'readonly'),
  ])
  if (!read.done) return null
  const fresh = read.value.filter(isFresh)
  for (const row of read.value)
    if (!isFresh(row)) await runRequest((store) => store.delete(row.key), 'readwrite')
  const own = fresh.find((row) => row.key === ownKey)
  const left = own ? [] : await findAbandonedDrafts(fresh)
  const row = own ?? left.sort((one, other) => other.savedAt - one.savedAt)[0]
  if (!row) return null
  if (row !== own) inherited.set(key, row)
  const { key: _, ...draft } = row
  return draft as Draft<V, O>
}

/**
 * Returns the drafts that the user can continue, newest first: for each address, the newest draft that no other tab has
 * open.
 */
export async function listDrafts(): Promise<{ path: string; values: unknown; savedAt: number }[]> {
  const own = draftKey('')
  const [tabNow, read] = await Promise.all([
    getTabId(),
    runRequest<Row[]>((store) => store.getAll(IDBKeyRange.bound(own, `${own}\uffff`)), 'readonly'),
  ])
  if (!read.done) return []
  const fresh = read.value.filter(isFresh)
  const isOwn = ({ key }: Row) => key.endsWith(BEFORE_TAB + tabNow)
  const rows = [...fresh.filter(isOwn), ...(await findAbandonedDrafts(fresh.filter((row) => !isOwn(row))))]
  const byPath = Map.groupBy(rows, ({ key }) => key.slice(own.length, key.indexOf(BEFORE_TAB)))
  return [...byPath]
    .map(([path, [row]]) => ({ path, values: row?.values, savedAt: row?.savedAt ?? 0 }))
    .sort((one, other) => other.savedAt - one.savedAt)
}

const isFresh = ({ savedAt }: Row): boolean => savedAt >= Date.now() - MAX_AGE_MS

/** Deletes the row of a closed tab, unless the row was written again since. */
async function deleteInherited({ key, savedAt }: ReadRow): Promise<void> {
  const read = await runRequest<Row | undefined>((store) => store.get(key), 'readonly')
  if (read.done && read.value?.savedAt === savedAt)
    await runRequest((store) => store.delete(key), 'readwrite')
}

/** Stores a draft. @returns false when the browser refused to store the draft */
export async function writeDraft(key: string, draft: Omit<Draft<unknown>, 'savedAt'>): Promise<boolean> {
  // Without locks the other tab may still be open, so its row stays.
  const from = hasLocks() ? inherited.get(key) : undefined
  const row: Row = { ...draft, key: await rowKey(key), savedAt: Date.now() }
  const write = await runRequest((store) => store.put(row), 'readwrite')
  if (write.done && from) {
    inherited.delete(key)
    await deleteInherited(from)
  }
  return write.done
}

export async function dropDraft(key: string): Promise<void> {
  const from = inherited.get(key)
  inherited.delete(key)
  const ownKey = await rowKey(key)
  // Both deletions run in parallel, because the page may be closing.
  await Promise.all([runRequest((store) => store.delete(ownKey), 'readwrite'), from && deleteInherited(from)])
}
