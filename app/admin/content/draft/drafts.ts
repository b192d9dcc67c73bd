/**
 * Nothing typed is ever lost: what a form holds is kept in the browser (IndexedDB, which takes pictures too) until it
 * is saved or dropped, and survives a reload, an expired session and a failed request. One draft a person and address.
 */
import { readUser } from '../../../client/session.ts'

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
  key: string
}

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
    const database = await open()
    return { done: true, value: await settled(work(database.transaction(STORE, mode).objectStore(STORE))) }
  } catch (error) {
    console.warn('drafts are not kept:', error)
    return { done: false }
  }
}

/** null: there is none, or it is too old to be wanted. */
export async function readDraft<V, O = unknown>(key: string): Promise<Draft<V, O> | null> {
  const read = await attempt<Row | undefined>((store) => store.get(key), 'readonly')
  if (!read.done || !read.value) return null
  if (read.value.savedAt < Date.now() - MAX_AGE_MS) {
    await dropDraft(key)
    return null
  }
  const { key: _, ...draft } = read.value
  return draft as Draft<V, O>
}

/** Whether it is kept: a browser may have no room, or no wish to. */
export async function writeDraft(key: string, draft: Omit<Draft<unknown>, 'savedAt'>): Promise<boolean> {
  const row: Row = { ...draft, key, savedAt: Date.now() }
  return (await attempt((store) => store.put(row), 'readwrite')).done
}

export async function dropDraft(key: string): Promise<void> {
  await attempt((store) => store.delete(key), 'readwrite')
}
