/**
 * Four phones send entries of guests and of tickets while the network is cut and the server is killed at random. At the end every entry is
 * stored exactly once, and all phones show the same.
 */
import { deepStrictEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../../../platform/db/connect.ts'
import { chooseSeed, createRandom, type SeededRandom } from '../../../../test/stress/seeded-random.ts'
import { type ServerProcess, startServer } from '../../../../test/stress/server-process.ts'
import type { Scale, Tally } from '../../../../test/stress/stress-section.ts'
import { createDraft, readCookie } from '../../../../test/support/club.ts'
import {
  createPostgresDatabase,
  createSqliteDatabase,
  type TestDatabase,
} from '../../../../test/support/empty-databases.ts'
import { freePort } from '../../../../test/support/ports.ts'
import { startPostgres } from '../../../../test/support/postgres.ts'
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
} from '../../door/door-store.ts'
import { computeDoorState, type EntryFact } from '../../shared/door-state.ts'
import type { DoorAccess, Guest, GuestList } from '../../shared/guests.ts'

const PHONES = 4
const GUESTS = 100
const ADMINISTRATOR = { email: 'ana@club.example', password: 'una clave bien larga' }

/** The network was cut. */
class Cut extends Error {}

export interface DoorReport {
  /** Number of kills while the phones sent entries. */
  kills: number
  /** Number of requests that the server handled, and whose answer did not arrive. */
  lost: number
}

/**
 * @param entries number of entries of each phone
 * @param kills number of kills. Fewer are possible when the last start takes longer than the phones
 * @throws when an entry is missing or stored twice, or when a phone shows something else
 */
export async function runDoor(
  place: TestDatabase,
  { entries, kills, seed }: { entries: number; kills: number; seed: number },
): Promise<DoorReport> {
  const servers: ServerProcess[] = []
  // Two processes share PostgreSQL. SQLite has one.
  const ports = place.databaseUrl ? [await freePort(), await freePort()] : [await freePort()]

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
    const tickets = await create<GuestList>(`/events/${event}/lists`, {
      kind: 'tickets',
      name: 'Entradas',
      conditions,
    })
    await create(`/lists/${tickets._id}/tickets`, {
      tickets: Array.from({ length: GUESTS }, (_, index) => ({
        code: `${index}`,
        name: `Beto ${index}`,
        quantity: 2,
      })),
    })
    const bought = (await send('GET', `/lists/${tickets._id}/guests`, undefined, cookie)).body as {
      data: Guest[]
    }
    const access = await create<DoorAccess>(`/events/${event}/door`)
    return {
      event,
      guests: [...data, ...bought.data].map(({ _id }) => _id),
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
      equal(answer.response.status, 200)
      return answer.body
    }

    async function exchange(isStable: boolean): Promise<void> {
      const queued = listQueued(model)
      if (queued.length > 0) {
        const queuedEntries = queued.map(({ _id, kind, guest, people, undoes, at }) => ({
          _id,
          kind,
          guest,
          people,
          undoes,
          at,
        }))
        const sent = { sentAt: new Date().toISOString(), entries: queuedEntries }
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
      const target = kind === 'undo' ? listUndoable(model)[0] : undefined
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
        const { inside, guests, tickets, walkIns, exits } = totals
        const arrived = (model.server?.guests ?? []).map((guest) => [guest._id, getArrived(guest, totals)])
        return {
          counts: { inside, guests, tickets, walkIns, exits },
          arrived: Object.fromEntries(arrived),
          cursor: model.server?.cursor,
        }
      },
      queued: () => listQueued(model).length,
      exchange,
      async work() {
        while (made.length < entries) {
          const burst = 1 + random.below(12)
          for (let count = 0; count < burst && made.length < entries; count++) makeEntry()
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

  const random = createRandom(seed)
  const report: DoorReport = { kills: 0, lost: 0 }
  try {
    for (const machine of ports.keys()) await start(machine)
    const night = await openNight()
    const phones: Awaited<ReturnType<typeof createPhone>>[] = []
    for (let index = 0; index < PHONES; index++)
      phones.push(await createPhone(night, `Puerta ${index}`, random.branch()))
    const countMade = () => phones.reduce((sum, { made }) => sum + made.length, 0)

    let isWorking = true
    const working = Promise.all(phones.map((phone) => phone.work())).finally(() => {
      isWorking = false
    })
    // Spreads the kills over the entries instead of over time, because the speed of machines differs.
    const killing = (async () => {
      for (let kill = 0; kill < kills; kill++) {
        const killAt = (PHONES * entries * (kill + random())) / (kills + 1)
        while (isWorking && countMade() < killAt) await sleep(5)
        if (!isWorking) return
        const machine = random.below(ports.length)
        await servers[machine]?.kill()
        report.kills++
        await start(machine)
      }
    })()
    await Promise.all([working, killing])

    for (const phone of phones) {
      await phone.exchange(true)
      equal(phone.queued(), 0)
    }
    // All queues are empty now, so one more exchange brings each phone to the last state.
    for (const phone of phones) await phone.exchange(true)

    const made = phones.flatMap((phone) => phone.made)
    equal(made.length, PHONES * entries)
    const database = connect(place)
    const rows = await database.read
      .selectFrom('doorEntries')
      .select(['id', 'kind', 'guest', 'people', 'undoes'])
      .where('event', '=', night.event)
      .execute()
    await database.close()
    const byId = (one: EntryFact, other: EntryFact) => (one._id < other._id ? -1 : 1)
    const stored = rows.map(({ id, ...fact }) => ({ ...fact, _id: id }))
    deepStrictEqual(stored.toSorted(byId), made.toSorted(byId))

    const { arrived, ...counts } = computeDoorState(made)
    const expected = {
      counts,
      arrived: Object.fromEntries(night.guests.map((guest) => [guest, arrived.get(guest) ?? 0])),
      cursor: phones[0]?.show().cursor,
    }
    for (const phone of phones) deepStrictEqual(phone.show(), expected)
    report.lost = phones.reduce((sum, { figures }) => sum + figures.lost, 0)
    return report
  } catch (error) {
    const outputs = servers.map((server) => server.output().slice(-2_000)).join('\n—\n')
    throw new Error(`Seed ${seed}, after kill ${report.kills}. Output of the servers:\n${outputs}`, {
      cause: error,
    })
  } finally {
    for (const server of servers) await server.kill()
  }
}

export default async function section(scale: Scale): Promise<Tally[]> {
  const seed = chooseSeed(scale)
  const size = scale === 'long' ? { entries: 500, kills: 5 } : { entries: 125, kills: 2 }
  const tallies: Tally[] = []
  const postgres = await startPostgres()
  try {
    for (const name of ['SQLite', 'PostgreSQL']) {
      const place = await (name === 'SQLite' ? createSqliteDatabase() : createPostgresDatabase(postgres.url))
      const tally = {
        what: `Entries of ${PHONES} phones at the door, on ${name}`,
        done: PHONES * size.entries,
      }
      try {
        const { kills, lost } = await runDoor(place, { ...size, seed })
        tallies.push({ ...tally, bad: 0, notes: `seed ${seed}; ${kills} kills, ${lost} answers lost` })
      } catch (error) {
        console.error(error)
        tallies.push({ ...tally, bad: 1, notes: `seed ${seed}` })
      }
      await place.dispose()
    }
  } finally {
    await postgres.stop()
  }
  return tallies
}
