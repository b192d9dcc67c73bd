/** Measures the door of a busy night: the size of its snapshot, and the time of a batch of entries and of a search. */
import { createHash, randomUUID } from 'node:crypto'
import { createDraft, readCookie } from '../support/club.ts'
import { measureDoorSearch, type SearchTimes } from './door-search.ts'
import { type MeasuredServer, requestAnswer, signIn } from './measured-servers.ts'
import { median, readCpu, repeat } from './process-figures.ts'

const GUESTS = 1_500
const TICKETS = 2_000
const LISTS = 3
const BATCH = 500
/** Batches before the measured ones. Half of the measured batches meet fewer than 5,000 stored entries, and half more. */
const FIRST_BATCHES = 8
const MEASURED_BATCHES = 5

const FIRST_NAMES = 'Ana Beto Caro Dani Ema Fede Gus Hernán Iris Juan'.split(' ')
const LAST_NAMES = 'Gómez Ñandú Pérez Sosa Acuña Ibáñez Quiroga Ledesma Toledo Vera'.split(' ')

const createName = (index: number): string =>
  `${FIRST_NAMES[index % 10]} ${LAST_NAMES[Math.floor(index / 10) % 10]} ${index}`

/** Returns a ticket with a random code of 20 digits, which hardly compresses, and a document. */
function createTicket(index: number) {
  const digits = BigInt(`0x${createHash('sha256').update(`${index}`).digest('hex')}`).toString()
  return {
    code: digits.slice(0, 20),
    document: `3${digits.slice(20, 27)}`,
    name: createName(GUESTS + index),
    note: 'General',
  }
}

export interface DoorFigures {
  /** Processor time of one POST with 500 entries. ms */
  batchMs: number
  /** Processor time of a call for changes that finds none. ms */
  pollMs: number
  /** Processor time of a snapshot. ms */
  snapshotMs: number
  /** Size of the snapshot as sent. kB */
  snapshotKb: number
  /** Size of a call for changes after one name was changed. kB */
  changeKb: number
  /** Search on a phone. null when no Chromium is installed */
  search: SearchTimes | null
}

export async function measureDoor(club: MeasuredServer): Promise<DoorFigures> {
  async function post<T>(path: string, body: unknown, cookie: string): Promise<{ value: T; cookie: string }> {
    const response = await fetch(`${club.origin}/api${path}`, {
      method: 'POST',
      headers: { Cookie: cookie, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`POST ${path} failed: ${response.status}`)
    return { value: (await response.json()) as T, cookie: readCookie(response) }
  }

  const administrator = await signIn(club)
  const night = await post<{ _id: string }>('/events', await createDraft('events'), administrator)
  const event = night.value._id
  const guests: string[] = []
  const people = GUESTS / LISTS
  for (let list = 0; list < LISTS; list++) {
    const conditions = [
      { until: '01:00', label: 'Gratis' },
      { until: null, label: '$ 6.000' },
    ]
    const fields = { name: `Lista ${list}`, conditions, quota: people * 3, maxCompanions: 3 }
    const created = await post<{ _id: string }>(`/events/${event}/lists`, fields, administrator)
    const rows = Array.from({ length: people }, (_, index) => ({
      name: createName(list * people + index),
      companions: index % 4,
    }))
    const path = `/lists/${created.value._id}/guests`
    const added = await post<{ data: { _id: string }[] }>(path, { guests: rows }, administrator)
    guests.push(...added.value.data.map(({ _id }) => _id))
  }
  const conditions = [{ until: null, label: 'Con entrada' }]
  const ofTickets = { kind: 'tickets', name: 'Entradas', conditions }
  const bought = await post<{ _id: string }>(`/events/${event}/lists`, ofTickets, administrator)
  const tickets = Array.from({ length: TICKETS }, (_, index) => createTicket(index))
  await post(`/lists/${bought.value._id}/tickets`, { tickets }, administrator)
  const access = await post<{ url: string; pin: string }>(`/events/${event}/door`, undefined, administrator)
  const { url, pin } = access.value
  const { cookie } = await post('/door/sessions', { token: url.split('/').at(-1), pin, device: 'Caja' }, '')

  let made = 0
  function createBatch() {
    const at = new Date().toISOString()
    const entries: Record<string, unknown>[] = []
    while (entries.length < BATCH) {
      const index = made++
      const _id = randomUUID()
      if (index % 10 === 9) entries.push({ _id, kind: 'undo', undoes: entries.at(-1)?._id, at })
      else if (index % 5 === 4) entries.push({ _id, kind: index % 2 ? 'walkIn' : 'exit', people: 1, at })
      else entries.push({ _id, kind: 'guest', guest: guests[(index * 7) % guests.length], people: 1, at })
    }
    return { sentAt: at, entries }
  }
  const sendBatch = () => post('/door/entries', createBatch(), cookie)
  const headers = { Cookie: cookie, 'Accept-Encoding': 'gzip, deflate, br' }
  const measure = async (work: () => Promise<unknown>) => {
    const before = readCpu(club.pid)
    await work()
    return readCpu(club.pid) - before
  }

  await repeat(FIRST_BATCHES, sendBatch)
  const batches = await repeat(MEASURED_BATCHES, () => measure(sendBatch))
  const readDoor = () => requestAnswer(`${club.origin}/api/door`, headers)
  const { body } = await readDoor()
  const readCursor = async () =>
    (await (await fetch(`${club.origin}/api/door`, { headers: { Cookie: cookie } })).json()).cursor
  const before = await readCursor()
  await fetch(`${club.origin}/api/guests/${guests[0]}`, {
    method: 'PUT',
    headers: { Cookie: administrator, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Otro nombre', companions: 1 }),
  })
  const changes = await requestAnswer(`${club.origin}/api/door/entries?after=${before}`, headers)
  const cursor = await readCursor()
  const poll = () => requestAnswer(`${club.origin}/api/door/entries?after=${cursor}`, headers)
  await repeat(20, readDoor)
  await repeat(20, poll)
  return {
    batchMs: median(batches),
    pollMs: median(await repeat(20, () => measure(poll))),
    snapshotMs: median(await repeat(20, () => measure(readDoor))),
    snapshotKb: Buffer.from(body, 'base64').byteLength / 1_000,
    changeKb: Buffer.from(changes.body, 'base64').byteLength / 1_000,
    search: await measureDoorSearch({ url: new URL(url, club.origin).href, pin }),
  }
}
