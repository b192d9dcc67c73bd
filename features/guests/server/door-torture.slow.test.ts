/**
 * Four phones send 2,000 entries while the network is cut and the server is killed at random. At the end every entry is
 * stored exactly once, and all phones show the same.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../platform/db/connect.ts'
import { createRandom, type SeededRandom } from '../../../test/stress/seeded-random.ts'
import { type ServerProcess, startServer } from '../../../test/stress/server-process.ts'
import { createDraft, readCookie } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { freePort } from '../../../test/support/ports.ts'
import {
  addOwn,
  applyAnswer,
  applyChanges,
  computeTotals,
  type DoorModel,
  getArrived,
  listQueued,
  listUndoable,
  type OwnEntry,
  takeSnapshot,
} from '../door/door-store.ts'
import { computeDoorState, type EntryFact } from '../shared/door-state.ts'
import type { DoorAccess, Guest, GuestList } from '../shared/guests.ts'

const PHONES = 4
const ENTRIES_OF_A_PHONE = 500
const GUESTS = 100
const KILLS = 5
const ADMINISTRATOR = { email: 'ana@club.example', password: 'una clave bien larga' }

/** The network was cut. */
class Cut extends Error {}

describe.each(databases)('the door under torture on $name', ({ name, create }) => {
  let place: TestDatabase
  let servers: ServerProcess[]
  let ports: number[]
  beforeAll(async () => {
    place = await create()
    // Two processes share PostgreSQL. SQLite has one.
    const count = name === 'postgres' ? 2 : 1
    ports = []
    for (let machine = 0; machine < count; machine++) ports.push(await freePort())
    servers = []
    for (let machine = 0; machine < count; machine++) await start(machine)
  }, 120_000)
  afterAll(async () => {
    for (const server of servers) await server.kill()
    await place.dispose()
  })

  async function start(machine: number): Promise<void> {
    const server = await startServer({
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      PORT: String(ports[machine]),
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    })
    servers[machine] = server
    await server.ready()
  }

  async function send(method: string, path: string, body: unknown, cookie: string, machine = 0) {
    const response = await fetch(`http://127.0.0.1:${ports[machine]}/api${path}`, {
      method,
      headers: { Cookie: cookie, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { response, body: response.status === 204 ? null : await response.json() }
  }

  async function openNight() {
    const cookie = readCookie((await send('POST', '/auth/login', ADMINISTRATOR, '')).response)
    const create = async <T>(path: string, body?: unknown) =>
      (await send('POST', path, body, cookie)).body as T
    const { _id: event } = await create<{ _id: string }>('/events', await createDraft('events'))
    const conditions = [{ until: null, label: 'Gratis' }]
    const list = await create<GuestList>(`/events/${event}/lists`, { name: 'Amigos', conditions })
    const names = Array.from({ length: GUESTS }, (_, index) => ({ name: `Ana ${index}`, companions: 1 }))
    const { data } = await create<{ data: Guest[] }>(`/lists/${list._id}/guests`, { guests: names })
    const access = await create<DoorAccess>(`/events/${event}/door`)
    return {
      event,
      guests: data.map(({ _id }) => _id),
      token: access.url.split('/').at(-1) as string,
      pin: access.pin,
    }
  }

  async function createPhone(
    night: Awaited<ReturnType<typeof openNight>>,
    device: string,
    random: SeededRandom,
  ) {
    const { token, pin, guests } = night
    const cookie = readCookie((await send('POST', '/door/sessions', { token, pin, device }, '')).response)
    let model: DoorModel = { server: null, own: [] }
    const made: EntryFact[] = []
    const figures = { lost: 0 }

    /** Sends a request. A part of the requests is cut before it arrives, or before its answer does. */
    async function call(isStable: boolean, method: string, path: string, body?: unknown): Promise<unknown> {
      const fate = isStable ? 1 : random()
      if (fate < 0.15) throw new Cut()
      const answer = await send(method, path, body, cookie, random.below(ports.length))
      if (fate < 0.3) {
        figures.lost++
        throw new Cut()
      }
      if (answer.response.status >= 500) throw new Cut()
      expect(answer.response.status).toBe(200)
      return answer.body
    }

    async function exchange(isStable: boolean): Promise<void> {
      const queued = listQueued(model)
      if (queued.length > 0) {
        const entries = queued.map(({ _id, kind, guest, people, undoes, at }) => ({
          _id,
          kind,
          guest,
          people,
          undoes,
          at,
        }))
        const sent = { sentAt: new Date().toISOString(), entries }
        const answer = await call(isStable, 'POST', '/door/entries', sent)
        model = applyAnswer(model, answer as Parameters<typeof applyAnswer>[1])
      }
      if (model.server === null || random() < 0.1)
        model = takeSnapshot(
          model,
          (await call(isStable, 'GET', '/door')) as Parameters<typeof takeSnapshot>[1],
        )
      else {
        const changes = await call(isStable, 'GET', `/door/entries?after=${model.server.cursor}`)
        model = applyChanges(model, changes as Parameters<typeof applyChanges>[1])
      }
    }

    function makeEntry(): void {
      const kind = random.oneOf(['guest', 'guest', 'guest', 'walkIn', 'ticket', 'exit', 'undo'] as const)
      const target = kind === 'undo' ? listUndoable(model, 0)[0] : undefined
      if (kind === 'undo' && !target) {
        makeEntry()
        return
      }
      const fact: EntryFact = {
        _id: randomUUID(),
        kind,
        guest: kind === 'guest' ? random.oneOf(guests) : null,
        people: kind === 'undo' ? 0 : 1 + random.below(2),
        undoes: target?._id ?? null,
      }
      const entry: OwnEntry = {
        ...fact,
        event: null,
        at: new Date().toISOString(),
        state: 'queued',
        cursor: null,
        target: target ?? null,
      }
      model = addOwn(model, entry)
      made.push(fact)
    }

    return {
      made,
      figures,
      show: () => {
        const totals = computeTotals(model)
        const { changed: _, ...counts } = totals
        const arrived = (model.server?.guests ?? []).map((guest) => [guest._id, getArrived(guest, totals)])
        return { counts, arrived: Object.fromEntries(arrived), cursor: model.server?.cursor }
      },
      queued: () => listQueued(model).length,
      exchange,
      async work() {
        while (made.length < ENTRIES_OF_A_PHONE) {
          const burst = 1 + random.below(12)
          for (let count = 0; count < burst && made.length < ENTRIES_OF_A_PHONE; count++) makeEntry()
          try {
            await exchange(false)
          } catch (error) {
            // fetch throws a TypeError when the server does not run, and JSON.parse a SyntaxError for half an answer.
            if (error instanceof TypeError || error instanceof SyntaxError) await sleep(random.below(600))
            else if (!(error instanceof Cut)) throw error
          }
          await sleep(random.below(40))
        }
      },
    }
  }

  test('stores every entry exactly once, and all phones agree', { timeout: 300_000 }, async () => {
    const seed = Number(process.env.TORTURE_SEED) || Date.now() % 2 ** 31
    const random = createRandom(seed)
    const night = await openNight()
    const phones: Awaited<ReturnType<typeof createPhone>>[] = []
    for (let index = 0; index < PHONES; index++)
      phones.push(await createPhone(night, `Puerta ${index}`, random.branch()))

    let isWorking = true
    const working = Promise.all(phones.map((phone) => phone.work())).finally(() => {
      isWorking = false
    })
    let kills = 0
    const killing = (async () => {
      while (isWorking && kills < KILLS) {
        await sleep(300 + random.below(700))
        const machine = random.below(ports.length)
        await servers[machine]?.kill()
        kills++
        await start(machine)
      }
    })()
    await Promise.all([working, killing])

    for (const phone of phones) {
      await phone.exchange(true)
      expect(phone.queued(), `seed ${seed}`).toBe(0)
    }
    // All queues are empty now, so one more exchange brings each phone to the last state.
    for (const phone of phones) await phone.exchange(true)

    const made = phones.flatMap((phone) => phone.made)
    expect(made).toHaveLength(PHONES * ENTRIES_OF_A_PHONE)
    const database = connect(place)
    const rows = await database.read
      .selectFrom('doorEntries')
      .select(['id', 'kind', 'guest', 'people', 'undoes'])
      .where('event', '=', night.event)
      .execute()
    await database.close()
    const byId = (one: EntryFact, other: EntryFact) => (one._id < other._id ? -1 : 1)
    const stored = rows.map(({ id, ...fact }) => ({ ...fact, _id: id }))
    expect(stored.toSorted(byId), `seed ${seed}`).toEqual(made.toSorted(byId))

    const { arrived, ...counts } = computeDoorState(made)
    const expected = {
      counts,
      arrived: Object.fromEntries(night.guests.map((guest) => [guest, arrived.get(guest) ?? 0])),
      cursor: phones[0]?.show().cursor,
    }
    for (const phone of phones) expect(phone.show(), `seed ${seed}`).toEqual(expected)
    // Without lost answers and kills, the run would be no torture.
    expect(kills).toBeGreaterThan(1)
    expect(phones.reduce((sum, { figures }) => sum + figures.lost, 0)).toBeGreaterThan(20)
  })
})
