import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDoorDatabase, type StoredDoor } from './door-database.ts'
import type { OwnEntry } from './door-store.ts'

type Row = Record<string, unknown>

/** IndexedDB in memory, with the parts that the door uses. */
function createIndexedDb() {
  const stores = { doors: new Map<string, unknown>(), entries: new Map<string, unknown>() }
  let isClosed = false
  const succeed = <T>(result: T) => {
    const request: { result: T; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const getStore = (name: keyof typeof stores) => {
    const rows = stores[name]
    return {
      get: (key: string) => succeed(rows.get(key)),
      put: (value: Row, key = String(value._id)) => succeed(rows.set(key, value)),
      delete: (key: string) => succeed(rows.delete(key)),
      index: () => ({
        getAll: (door: string) => succeed([...rows.values()].filter((row) => (row as Row).door === door)),
      }),
      openCursor() {
        const keys = [...rows.keys()]
        const request: { result: unknown; onsuccess?: () => void } = { result: null }
        const step = () => {
          const key = keys.shift()
          request.result =
            key === undefined
              ? null
              : { key, value: rows.get(key), delete: () => rows.delete(key), continue: step }
          queueMicrotask(() => request.onsuccess?.())
        }
        step()
        return request
      },
    }
  }
  const connect = () => {
    let isLost = false
    const database = {
      close: () => {},
      transaction() {
        isLost ||= isClosed
        isClosed = false
        if (isLost) throw new DOMException('The database connection is closing.', 'InvalidStateError')
        const transaction: { objectStore: typeof getStore; oncomplete?: () => void } = {
          objectStore: getStore,
        }
        setTimeout(() => transaction.oncomplete?.())
        return transaction
      },
    }
    return database
  }
  return {
    stores,
    /** Closes the connection, as iOS does. */
    closeConnection: () => {
      isClosed = true
    },
    open: () => succeed(connect()),
  }
}

let indexedDb: ReturnType<typeof createIndexedDb>
beforeEach(() => {
  indexedDb = createIndexedDb()
  vi.stubGlobal('indexedDB', indexedDb)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const entry: OwnEntry = {
  _id: 'one',
  kind: 'walkIn',
  guest: null,
  people: 1,
  undoes: null,
  target: null,
  event: 'night',
  at: '2026-11-28T03:00:00.000Z',
  state: 'queued',
  cursor: null,
}
const createDoor = (expiresAt: number) =>
  ({
    server: { guests: [{ name: 'Ana Ñandú' }] },
    clockOffset: 0,
    expiresAt,
    deviceName: 'Puerta 1',
  }) as unknown as StoredDoor

test('stores an entry after the browser has closed the database', async () => {
  const database = await openDoorDatabase('friday')
  indexedDb.closeConnection()
  await database.addEntry(entry)
  expect((await database.load()).own).toEqual([entry])
})

test('forgets the names of a door that is over when another door opens, and keeps its entries', async () => {
  const friday = await openDoorDatabase('friday')
  await friday.saveDoor(createDoor(Date.now() - 1))
  await friday.addEntry(entry)
  await (await openDoorDatabase('saturday')).load()
  expect(JSON.stringify([...indexedDb.stores.doors])).not.toContain('Ñandú')
  expect(await friday.load()).toEqual({ door: null, own: [entry] })
})

test('forgets the names of a running door when another door takes its session', async () => {
  const friday = await openDoorDatabase('friday')
  await friday.claimSession()
  await friday.saveDoor(createDoor(Date.now() + 60_000))
  const saturday = await openDoorDatabase('saturday')
  await saturday.load()
  expect((await friday.load()).door).not.toBeNull()
  await saturday.claimSession()
  expect([await friday.ownsSession(), await saturday.ownsSession()]).toEqual([false, true])
  expect((await friday.load()).door).toBeNull()
})

test('finds the unsent entries of the other door that has the session', async () => {
  const friday = await openDoorDatabase('friday')
  const saturday = await openDoorDatabase('saturday')
  await friday.addEntry(entry)
  await friday.addEntry({ ...entry, _id: 'two', state: 'sent' })
  expect(await saturday.loadQueueOfOther()).toEqual([])
  await friday.claimSession()
  expect(await friday.loadQueueOfOther()).toEqual([])
  expect(await saturday.loadQueueOfOther()).toEqual([entry])
  await saturday.replaceEntries([entry], [])
  expect(await saturday.loadQueueOfOther()).toEqual([])
})
