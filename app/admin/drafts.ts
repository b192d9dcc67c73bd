/**
 * Nothing typed is ever lost: what a form holds is kept in the browser (IndexedDB, which takes pictures too) until it
 * is saved or dropped, and survives a reload, an expired session and a failed request. One draft a person and address.
 */
import { readUser } from '../session.ts'

export interface Draft<V> {
  values: V
  /** The edit counter of the item that the draft began from, so that a save in between is still noticed. */
  etag: string | null
  /** The item's texts that the draft began from; what was changed is reckoned against them. */
  base: V
}

interface Row extends Draft<unknown> {
  key: string
  /** Milliseconds since the epoch. */
  savedAt: number
}

const DATABASE = 'drafts'
const STORE = 'drafts'
/** A draft that nobody came back to for this long is dropped, ms. */
const KEPT_FOR_MS = 30 * 86_400_000

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
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
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
): Promise<T | null> {
  try {
    const database = await open()
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)))
  } catch (error) {
    console.warn('drafts are not kept:', error)
    return null
  }
}

/** null: there is none, or it is too old to be wanted. */
export async function readDraft<V>(key: string): Promise<Draft<V> | null> {
  const row = await attempt<Row | undefined>((store) => store.get(key), 'readonly')
  if (!row) return null
  if (row.savedAt < Date.now() - KEPT_FOR_MS) {
    await dropDraft(key)
    return null
  }
  return { values: row.values as V, etag: row.etag, base: row.base as V }
}

export async function writeDraft<V>(key: string, draft: Draft<V>): Promise<void> {
  const row: Row = { ...draft, key, savedAt: Date.now() }
  await attempt((store) => store.put(row), 'readwrite')
}

export async function dropDraft(key: string): Promise<void> {
  await attempt((store) => store.delete(key), 'readwrite')
}
