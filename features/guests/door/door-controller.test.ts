import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '../../../platform/api/client/call.ts'
import { ENTRIES_MAX } from '../shared/guest-limits.ts'
import type { DoorSnapshot, EntriesAnswer } from '../shared/guests.ts'
import type { DoorApi } from './door-api.ts'
import { startDoor } from './door-controller.ts'
import type { DoorDatabase, StoredDoor } from './door-database.ts'
import { computeTotals, listQueued, type OwnEntry } from './door-store.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T03:00:00Z') })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

const show = (visibilityState: 'hidden' | 'visible') => {
  Object.assign(document, { visibilityState })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Simulates a sleeping phone, whose monotonic clock stops, as on iOS. */
async function sleepUntil(time: number): Promise<void> {
  show('hidden')
  vi.setSystemTime(time)
  show('visible')
  await pass(1_000)
}
const END = '2026-11-28T15:00:00.000Z'

const succeed = <T>(value: T): Answer<T> => ({ ok: true, value }) as Answer<T>
const refuse = (status: number, type = 'about:blank'): Answer<never> =>
  ({ ok: false, problem: { type, status, title: 'No' }, retryAfter: null }) as unknown as Answer<never>

function createSnapshot(cursor: number): DoorSnapshot {
  const counts = { inside: 0, guests: 0, tickets: 0, walkIns: 0, exits: 0 }
  const guest = {
    _id: 'ana',
    list: 'friends',
    name: 'Ana Ñandú',
    companions: 3,
    note: null,
    code: null,
    arrived: 0,
  }
  return {
    night: {
      _id: 'night',
      title: 'Apagón',
      date: '2026-11-27T23:59',
      endsAt: null,
      status: 'scheduled',
      timeZone: 'America/Argentina/Buenos_Aires',
      expiresAt: END,
    },
    device: 'Puerta 1',
    capacity: null,
    inside: 0,
    counts,
    walkInPrices: [],
    lists: [],
    guests: [guest],
    entries: [],
    cursor,
  }
}

function createDatabase() {
  const stored = { door: null as StoredDoor | null, own: new Map<string, OwnEntry>(), isOwner: false }
  const database: DoorDatabase = {
    load: async () => ({ door: stored.door, own: [...stored.own.values()] }),
    saveDoor: async (door) => {
      stored.door = door
    },
    addEntry: async (entry) => {
      stored.own.set(entry._id, entry)
    },
    replaceEntries: async (_, after) => {
      stored.own = new Map(after.map((entry) => [entry._id, entry]))
    },
    claimSession: async () => {
      stored.isOwner = true
    },
    ownsSession: async () => stored.isOwner,
    loadQueueOfOther: async () => [],
  }
  return { stored, database }
}

/** Accepts everything. */
function createServer() {
  let cursor = 0
  const ids = new Set<string>()
  const answer = (entries: readonly OwnEntry[]): EntriesAnswer => {
    for (const { _id } of entries) ids.add(_id)
    return { accepted: entries.map(({ _id }) => _id), refused: [], cursor: ++cursor, isPhoneEnded: false }
  }
  const api = {
    openSession: vi.fn<DoorApi['openSession']>(async () => succeed({ device: 'Puerta 1', expiresAt: END })),
    readDoor: vi.fn<DoorApi['readDoor']>(async () => succeed(createSnapshot(cursor))),
    readChanges: vi.fn<DoorApi['readChanges']>(async () =>
      succeed({ ...createSnapshot(cursor), guests: [], deleted: [] }),
    ),
    sendEntries: vi.fn<DoorApi['sendEntries']>(async (entries) => succeed(answer(entries))),
  }
  return { api, ids, answer }
}

async function openDoor() {
  const server = createServer()
  const { stored, database } = createDatabase()
  const controller = await startDoor({ token: 'token', database, createApi: () => server.api })
  await controller.signIn('123456', 'Puerta 1')
  await pass()
  return { ...server, stored, database, controller }
}

test('sends entries again after a restored backup, which has ended the session and lacks the entries', async () => {
  const { api, ids, controller } = await openDoor()
  await controller.count('walkIn')
  await pass(5_000)
  const [lost] = ids
  expect(ids.size).toBe(1)
  ids.clear()
  api.readChanges.mockResolvedValueOnce(refuse(401))
  await pass(5_000)
  expect(controller.getState()).toMatchObject({ stage: 'pin', end: 'ended', model: { server: null } })
  expect(await controller.signIn('123456', 'Puerta 1')).toBeNull()
  await pass()
  expect([...ids]).toEqual([lost])
})

test('does not end a new session because of a late answer to the one before', async () => {
  const { api, answer, controller } = await openDoor()
  api.readChanges.mockResolvedValueOnce(refuse(401))
  await pass(5_000)
  expect(controller.getState().stage).toBe('pin')
  const late = Promise.withResolvers<Answer<EntriesAnswer>>()
  api.sendEntries.mockReturnValueOnce(late.promise)
  await controller.count('walkIn')
  await pass(5_000)
  const [queued] = controller.getState().model.own
  await controller.signIn('123456', 'Puerta 1')
  await pass()
  late.resolve(succeed({ ...answer(queued ? [queued] : []), cursor: null }))
  await pass()
  expect(controller.getState()).toMatchObject({ stage: 'open', end: null })
})

test.each([
  [
    'a read',
    async ({ api }: Awaited<ReturnType<typeof openDoor>>) => {
      api.readChanges.mockResolvedValueOnce(refuse(401, '/problems/door-phone-ended'))
      await pass(5_000)
    },
  ],
  [
    'a snapshot',
    async ({ api }: Awaited<ReturnType<typeof openDoor>>) => {
      api.readChanges.mockResolvedValueOnce(succeed({ ...createSnapshot(-1), guests: [], deleted: [] }))
      api.readDoor.mockResolvedValueOnce(refuse(401, '/problems/door-phone-ended'))
      await pass(5_000)
    },
  ],
  [
    'its late entries',
    async ({ api, answer, controller }: Awaited<ReturnType<typeof openDoor>>) => {
      api.sendEntries.mockImplementationOnce(async (entries) =>
        succeed({ ...answer(entries), cursor: null, isPhoneEnded: true }),
      )
      await controller.count('walkIn')
      await pass(5_000)
    },
  ],
])('a phone that was ended stops after %s, and shows the reason', async (_, end) => {
  const door = await openDoor()
  await end(door)
  expect(door.controller.getState()).toMatchObject({ stage: 'pin', end: 'revoked', model: { server: null } })
  expect(JSON.stringify(door.stored.door)).not.toContain('Ñandú')
  vi.clearAllMocks()
  await pass(60_000)
  for (const call of Object.values(door.api)) expect(call).not.toHaveBeenCalled()
})

test('reports how many entries are left after each batch', async () => {
  const { api, controller } = await openDoor()
  api.sendEntries.mockResolvedValue(refuse(503))
  for (let count = 0; count < ENTRIES_MAX + 2; count++) await controller.count('walkIn')
  await pass(60_000)
  expect(api.sendEntries.mock.lastCall?.[1]).toBe(2)
  const sent = api.sendEntries.mock.calls.length
  api.sendEntries.mockImplementation(async (entries) =>
    succeed({
      accepted: entries.map(({ _id }) => _id),
      refused: [],
      cursor: 1,
      isPhoneEnded: false,
    }),
  )
  await pass(60_000)
  expect(api.sendEntries.mock.calls.slice(sent).map(([, unsent]) => unsent)).toEqual([2, 0])
})

test('takes no names that arrive after the end', async () => {
  const { api, stored, controller } = await openDoor()
  const late = Promise.withResolvers<Answer<DoorSnapshot>>()
  api.readChanges.mockResolvedValue(succeed({ ...createSnapshot(-1), guests: [], deleted: [] }))
  api.readDoor.mockReturnValueOnce(late.promise)
  await pass(5_000)
  await sleepUntil(Date.parse(END))
  expect(controller.getState().end).toBe('expired')
  late.resolve(succeed(createSnapshot(1)))
  await pass()
  expect(controller.getState().model.server).toBeNull()
  expect(JSON.stringify(stored.door)).not.toContain('Ñandú')
})

test('sends what another door has queued before its PIN replaces the cookie', async () => {
  const { api, ids, answer } = createServer()
  const { database } = createDatabase()
  const entry = (_id: string): OwnEntry => ({
    _id,
    kind: 'walkIn',
    guest: null,
    people: 1,
    undoes: null,
    target: null,
    event: 'friday',
    at: '2026-11-28T02:00:00.000Z',
    state: 'queued',
    cursor: null,
  })
  let queue = [entry('1'), entry('2')]
  database.loadQueueOfOther = async () => queue
  database.replaceEntries = async (_, after) => {
    queue = [...after]
  }
  api.sendEntries.mockImplementationOnce(async ([first]) => succeed(answer(first ? [first] : [])))
  api.openSession.mockImplementationOnce(async () => {
    expect([...ids]).toEqual(['1', '2'])
    return succeed({ device: 'Puerta 1', expiresAt: END })
  })
  const controller = await startDoor({ token: 'token', database, createApi: () => api })
  expect(await controller.signIn('123456', 'Puerta 1')).toBeNull()
  expect(queue).toEqual([])
})

test('a double tap admits nobody twice, also before the first tap is stored', async () => {
  const { api, ids, controller } = await openDoor()
  // The state of this server does not count arrivals.
  api.sendEntries.mockResolvedValueOnce(refuse(503))
  const [ana] = controller.getState().model.server?.guests ?? []
  if (!ana) throw new Error('no guest')
  const taps = [1, 1, 4, 4].map((people) => controller.admit(ana, people))
  await Promise.all(taps)
  const admitted = () => controller.getState().model.own.map(({ people }) => people)
  expect(admitted()).toEqual([1, 3])
  await controller.admit(ana, 1, true)
  expect(admitted()).toEqual([1, 3, 1])
  await pass(5_000)
  expect(ids.size).toBe(3)
})

test('a double tap on a name with companions admits one, and is explained', async () => {
  const { api, controller } = await openDoor()
  api.sendEntries.mockResolvedValue(refuse(503))
  const [ana] = controller.getState().model.server?.guests ?? []
  if (!ana) throw new Error('no guest')
  await Promise.all([controller.admit(ana, 1), controller.admit(ana, 1)])
  expect(controller.getState()).toMatchObject({
    model: { own: [{ people: 1 }] },
    lastTap: { kind: 'recorded', isDoubled: true },
  })
  await pass(1_000)
  await controller.admit(ana, 1)
  expect(controller.getState().model.own).toHaveLength(2)
})

test('warns of a complete name, but not after a double tap on it', async () => {
  const { api, controller } = await openDoor()
  api.sendEntries.mockResolvedValue(refuse(503))
  const [ana] = controller.getState().model.server?.guests ?? []
  if (!ana) throw new Error('no guest')
  await Promise.all([controller.admit(ana, 4), controller.admit(ana, 4)])
  expect(controller.getState().lastTap).toMatchObject({ kind: 'recorded' })
  await pass(1_000)
  await controller.admit(ana, 1)
  expect(controller.getState().lastTap).toMatchObject({ kind: 'complete' })
})

test('sends entries when the storage fails', async () => {
  const { api, ids, database, controller } = await openDoor()
  database.ownsSession = () => Promise.reject(new Error('storage'))
  await controller.count('walkIn')
  await pass(5_000)
  expect(ids.size).toBe(1)
  expect(api.sendEntries).toHaveBeenCalledTimes(1)
})

test('renews the cookie and the end when the night gets another date', async () => {
  const { api, stored, controller } = await openDoor()
  const later = '2026-12-05T15:00:00.000Z'
  const moved = createSnapshot(1)
  moved.night.expiresAt = later
  api.readChanges.mockResolvedValue(succeed({ ...moved, guests: [], deleted: [] }))
  api.readDoor.mockResolvedValue(succeed(moved))
  await pass(20_000)
  expect(api.readDoor).toHaveBeenCalledTimes(2)
  expect(stored.door?.expiresAt).toBe(Date.parse(later))
  await sleepUntil(Date.parse(END))
  expect(controller.getState().stage).toBe('open')
})

test('stores no names after the end, also when a write was waiting', async () => {
  const { api, stored, database, controller } = await openDoor()
  const { replaceEntries } = database
  const slow = Promise.withResolvers<void>()
  database.replaceEntries = async (...entries) => {
    await slow.promise
    await replaceEntries(...entries)
  }
  api.readChanges.mockResolvedValue(succeed({ ...createSnapshot(1), deleted: [] }))
  await pass(5_000)
  await sleepUntil(Date.parse(END))
  expect(controller.getState().end).toBe('expired')
  slow.resolve()
  await pass()
  expect(JSON.stringify(stored.door)).not.toContain('Ñandú')
})

test('changes the number of people of an entry, once for a double tap', async () => {
  const { api, controller } = await openDoor()
  api.sendEntries.mockResolvedValue(refuse(503))
  await controller.count('walkIn')
  const [one] = controller.getState().model.own
  if (!one) throw new Error('no entry')
  await Promise.all([controller.changePeople(one, 6), controller.changePeople(one, 6)])
  const { model, lastTap } = controller.getState()
  expect(model.own).toMatchObject([{ people: 1 }, { kind: 'undo', undoes: one._id }, { people: 6 }])
  expect(lastTap).toMatchObject({ kind: 'recorded', entry: { kind: 'walkIn', people: 6 } })
  expect(computeTotals(model).inside).toBe(6)
})

test.each([
  ['30 s later', 30_000],
  ['3 hours later', 3 * 3_600_000],
  ['an hour earlier', -3_600_000],
])('keeps the time of a tap without network when the clock of the phone is set %s', async (_, change) => {
  const { api, controller } = await openDoor()
  api.sendEntries.mockResolvedValueOnce(refuse(503))
  const tappedAt = Date.now()
  await controller.count('walkIn')
  await pass(1_000)
  vi.setSystemTime(Date.now() + change)
  await pass(60_000)
  const sent = api.sendEntries.mock.lastCall?.[0]
  expect(sent?.map(({ at }) => at)).toEqual([new Date(tappedAt).toISOString()])
  expect(controller.getTime()).toBe(tappedAt + 61_000)
})

test('reads the time of entries that an earlier version stored by the clock of the phone', async () => {
  const { api } = createServer()
  const { stored, database } = createDatabase()
  const entry = { _id: '1', kind: 'walkIn', guest: null, people: 1, undoes: null, target: null } as const
  stored.door = {
    server: createSnapshot(0),
    clockOffset: 3_600_000,
    expiresAt: Date.parse(END),
    deviceName: '',
  }
  stored.own.set('1', {
    ...entry,
    event: 'night',
    at: '2026-11-28T01:00:00.000Z',
    state: 'queued',
    cursor: null,
  })
  stored.isOwner = true
  await startDoor({ token: 'token', database, createApi: () => api })
  await pass()
  expect(api.sendEntries.mock.lastCall?.[0]).toMatchObject([{ at: '2026-11-28T02:00:00.000Z' }])
})

test('counts nothing as unsent that the page of another door has sent', async () => {
  const { api, stored, controller } = await openDoor()
  api.sendEntries.mockResolvedValue(refuse(503))
  await controller.count('walkIn')
  await pass(1_000)
  expect(listQueued(controller.getState().model)).toHaveLength(1)
  stored.isOwner = false
  stored.own.clear()
  await pass(60_000)
  expect(controller.getState()).toMatchObject({ stage: 'pin', end: 'ended', model: { own: [] } })
})

describe('a scanned code', () => {
  const qr = (text: string) => ({ text, format: 'QRCode' as const })
  const ticket = (code: string, fields: object = {}) => ({
    ...{ _id: `ticket-${code}`, list: 'tickets', name: 'Caro', companions: 0, note: null, code, arrived: 0 },
    ...fields,
  })
  const owner = { document: '30111222' }
  const card = { text: '00123456789@RUIZ@CARO@F@30111222@A@01/02/1990@05/06/2015', format: 'PDF417' as const }

  async function openDoorWith(...guests: ReturnType<typeof ticket>[]) {
    const server = createServer()
    // Without network, so that only the entries of this phone count.
    server.api.sendEntries.mockResolvedValue(refuse(503))
    server.api.readDoor.mockImplementation(async () => succeed({ ...createSnapshot(0), guests }))
    const { database } = createDatabase()
    const controller = await startDoor({ token: 'token', database, createApi: () => server.api })
    await controller.signIn('123456', 'Puerta 1')
    await pass()
    return controller
  }

  test('that nobody has records nothing and blocks nothing', async () => {
    const controller = await openDoorWith(ticket('1001'))
    expect(await controller.scan(qr('9999'))).toBe('')
    expect(controller.getState().lastTap).toMatchObject({ kind: 'unknown', guests: 0 })
    expect(await controller.scan(qr('1001'))).toBeNull()
    expect(controller.getState()).toMatchObject({
      lastTap: { kind: 'recorded' },
      model: { own: [{ kind: 'guest', guest: 'ticket-1001', people: 1 }] },
    })
  })

  test('of a refunded ticket is refunded, also after it entered', async () => {
    const controller = await openDoorWith(ticket('1001', { refusal: 'refunded', arrived: 1 }))
    await controller.scan(qr('1001'))
    expect(controller.getState()).toMatchObject({
      lastTap: { kind: 'refused', guest: { refusal: 'refunded' } },
      model: { own: [] },
    })
    const { lastTap } = controller.getState()
    if (lastTap?.kind === 'refused') await controller.admit(lastTap.guest, 1, true)
    expect(controller.getState().model.own).toMatchObject([{ guest: 'ticket-1001', isForced: true }])
  })

  test('admits once for each place, and then says that it entered', async () => {
    const controller = await openDoorWith(ticket('1001', { companions: 1 }))
    for (let scan = 0; scan < 3; scan++) {
      await controller.scan(qr('1001'))
      await pass(1_500)
    }
    expect(controller.getState().lastTap).toMatchObject({ kind: 'complete' })
    expect(controller.getState().model.own).toHaveLength(2)
  })

  test('of a document admits its only ticket with a place, and leaves several to a person', async () => {
    const valid = ticket('1001', owner)
    const controller = await openDoorWith(valid, ticket('1002', { ...owner, refusal: 'cancelled' }))
    expect(await controller.scan(card)).toBeNull()
    expect(controller.getState().model.own).toMatchObject([{ guest: 'ticket-1001' }])
    const other = await openDoorWith(valid, ticket('1003', owner))
    expect(await other.scan(card)).toBe('30111222')
    expect(other.getState()).toMatchObject({ lastTap: { kind: 'unknown', guests: 2 }, model: { own: [] } })
  })
})
