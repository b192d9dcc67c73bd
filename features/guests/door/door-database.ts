/**
 * The door's data on the phone, in IndexedDB. Records are keyed by a hash of the token, so that the address of a door is not
 * stored. Own entries contain no names, so they can stay after the names are gone.
 */
import type { OwnEntry, ServerState } from './door-store.ts'

/** The stored data of a door, except the own entries. */
export interface StoredDoor {
  server: ServerState | null
  /** Server time minus the phone's time. ms */
  clockOffset: number
  /** When the names have to leave the phone, by the server's clock. ms since 1970. null without a session */
  expiresAt: number | null
  deviceName: string
}

export interface DoorDatabase {
  load(): Promise<{ door: StoredDoor | null; own: OwnEntry[] }>
  saveDoor(door: StoredDoor): Promise<void>
  /** Resolves when the entry is on the disk. */
  addEntry(entry: OwnEntry): Promise<void>
  /** Replaces the own entries by those of the model. */
  replaceEntries(before: readonly OwnEntry[], after: readonly OwnEntry[]): Promise<void>
  /** Records that the phone's cookie belongs to this door, and forgets the names of other doors. */
  claimSession(): Promise<void>
  /** False when another door on this phone has opened a session since. */
  ownsSession(): Promise<boolean>
  /** Loads the unsent entries of another door to which the phone's cookie belongs. */
  loadQueueOfOther(): Promise<OwnEntry[]>
}

const NAME = 'puerta'
const VERSION = 1
const DOORS = 'doors'
const ENTRIES = 'entries'
const BY_DOOR = 'door'
/** Key of the record with the door to which the cookie belongs. Hashes have another length. */
const SESSION = 'session'

type Work<T> = (transaction: IDBTransaction) => IDBRequest<T> | undefined
type StoredEntry = OwnEntry & { door: string; order: number }

/** @throws when the browser does not store data, for example in a private window */
export async function openDoorDatabase(token: string): Promise<DoorDatabase> {
  const door = await hash(token)
  let database = await open()
  let order = Date.now()

  /** Resolves when the transaction is complete, because a successful request can still be lost. */
  const attempt = <T>(stores: string[], mode: IDBTransactionMode, work: Work<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(stores, mode, { durability: 'strict' })
      const request = work(transaction)
      transaction.oncomplete = () => resolve(request?.result as T)
      transaction.onabort = () => reject(transaction.error)
    })

  /** Runs one transaction. It may run twice, so `work` has the same result when it is repeated. */
  async function run<T>(stores: string[], mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    try {
      return await attempt(stores, mode, work)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      database = await open()
      return attempt(stores, mode, work)
    }
  }

  /** Deletes what the phone knows about other doors. Their pages may never open again. Own entries stay. */
  function forgetOthers(transaction: IDBTransaction, isDue: (other: StoredDoor) => boolean): void {
    const request = transaction.objectStore(DOORS).openCursor()
    request.onsuccess = () => {
      const found = request.result
      if (!found) return
      if (found.key !== door && found.key !== SESSION && isDue(found.value)) found.delete()
      found.continue()
    }
  }

  const getOwner = (): Promise<unknown> =>
    run<unknown>([DOORS], 'readonly', (transaction) => transaction.objectStore(DOORS).get(SESSION))

  /** Loads the entries of a door, oldest first. @param of hash of its token */
  async function loadEntries(of: string): Promise<StoredEntry[]> {
    const entries = await run<StoredEntry[]>([ENTRIES], 'readonly', (transaction) =>
      transaction.objectStore(ENTRIES).index(BY_DOOR).getAll(of),
    )
    return entries.sort((a, b) => a.order - b.order)
  }

  const toStored = (entry: OwnEntry, position = order++): StoredEntry => ({ ...entry, door, order: position })

  return {
    async load() {
      await run<void>([DOORS], 'readwrite', (transaction) => {
        forgetOthers(
          transaction,
          ({ expiresAt, clockOffset }) => (expiresAt ?? 0) <= Date.now() + clockOffset,
        )
        return undefined
      }).catch((error: unknown) => console.error(error))
      const [found, stored] = await Promise.all([
        run<StoredDoor | undefined>([DOORS], 'readonly', (transaction) =>
          transaction.objectStore(DOORS).get(door),
        ),
        loadEntries(door),
      ])
      order = Math.max(order, 1 + (stored.at(-1)?.order ?? 0))
      return { door: found ?? null, own: stored.map(toOwn) }
    },
    saveDoor: (value) =>
      run<void>([DOORS], 'readwrite', (transaction) => {
        transaction.objectStore(DOORS).put(value, door)
        return undefined
      }),
    addEntry: (entry) =>
      run<void>([ENTRIES], 'readwrite', (transaction) => {
        transaction.objectStore(ENTRIES).put(toStored(entry))
        return undefined
      }),
    replaceEntries(before, after) {
      const previous = new Map(before.map((entry) => [entry._id, entry]))
      const kept = new Set(after.map(({ _id }) => _id))
      const removed = before.filter(({ _id }) => !kept.has(_id))
      const changed = after.filter((entry) => previous.get(entry._id) !== entry)
      if (removed.length === 0 && changed.length === 0) return Promise.resolve()
      return run<void>([ENTRIES], 'readwrite', (transaction) => {
        const store = transaction.objectStore(ENTRIES)
        for (const { _id } of removed) store.delete(_id)
        for (const entry of changed) {
          const request: IDBRequest<StoredEntry | undefined> = store.get(entry._id)
          // An entry keeps its place in the order in which entries were made.
          request.onsuccess = () => store.put(toStored(entry, request.result?.order))
        }
        return undefined
      })
    },
    claimSession: () =>
      run<void>([DOORS], 'readwrite', (transaction) => {
        forgetOthers(transaction, () => true)
        transaction.objectStore(DOORS).put(door, SESSION)
        return undefined
      }),
    ownsSession: async () => (await getOwner()) === door,
    async loadQueueOfOther() {
      const owner = await getOwner()
      if (typeof owner !== 'string' || owner === door) return []
      return (await loadEntries(owner)).map(toOwn).filter(({ state }) => state === 'queued')
    },
  }
}

const toOwn = ({ door: _, order: __, ...entry }: StoredEntry): OwnEntry => entry

/** True when the browser has closed the database. iOS does so while a page is in the background. */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name)

async function hash(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`puerta ${token}`))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(DOORS)
      request.result.createObjectStore(ENTRIES, { keyPath: '_id' }).createIndex(BY_DOOR, 'door')
    }
    request.onsuccess = () => {
      // A page of a later release may need another version of the database.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('another page keeps the database of the door open'))
  })
}
