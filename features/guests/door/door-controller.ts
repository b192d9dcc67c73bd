/** Connects the model of the door with the phone's storage, the network and the clock. */
import type { Answer } from '../../../platform/api/client/call.ts'
import type { EntryFact, EntryKind } from '../shared/door-state.ts'
import { ENTRIES_MAX } from '../shared/guest-limits.ts'
import type { DoorGuest } from '../shared/guests.ts'
import type { DoorApi } from './door-api.ts'
import type { DoorDatabase, StoredDoor } from './door-database.ts'
import {
  addOwn,
  applyAnswer,
  applyChanges,
  computeTotals,
  type DoorModel,
  forgetNames,
  getArrived,
  listQueued,
  type OwnEntry,
  sendAgain,
  takeBatch,
  takeSnapshot,
} from './door-store.ts'
import { type ExchangeResult, type Sync, startSync } from './door-sync.ts'
import { type DoorEnd, NOT_STORED } from './door-words.ts'

type Failure = Answer<unknown> & { ok: false }

/** Result of the last tap. */
export type LastTap =
  | { kind: 'recorded'; entry: OwnEntry; guest: DoorGuest | null }
  | { kind: 'undone'; target: EntryFact; guest: DoorGuest | null }
  /** The tap recorded nothing, because all people of the guest had entered before. */
  | { kind: 'complete'; guest: DoorGuest }
  /** The phone could not store the entry, so it does not count. */
  | { kind: 'not-stored' }

export interface DoorState {
  stage: 'starting' | 'pin' | 'open'
  model: DoorModel
  /** Why an open door has ended. */
  end: DoorEnd | null
  /** Whether the last exchange with the server succeeded. null before the first one */
  isOnline: boolean | null
  /** True when the phone could not store the list of guests, so it would be lost on a reload. */
  isListUnsaved: boolean
  deviceName: string
  lastTap: LastTap | null
}

export interface DoorController {
  getState(): DoorState
  subscribe(listener: () => void): () => void
  /** The time by the server's clock. ms since 1970 */
  getTime(): number
  /** @returns the reason in words when no session was opened */
  signIn(pin: string, device: string): Promise<string | null>
  /** @param isForced records also when all people of the guest are inside */
  admit(guest: DoorGuest, people: number, isForced?: boolean): Promise<void>
  count(kind: Exclude<EntryKind, 'guest' | 'undo'>): Promise<void>
  /** @param entry of this phone or of another one */
  undo(entry: EntryFact): Promise<void>
}

interface DoorOptions {
  token: string
  database: DoorDatabase
  /** Creates the calls. @param onClock receives the server's time minus the phone's time. ms */
  createApi(onClock: (offset: number) => void): DoorApi
}

const FIRST_DEVICE = 'Puerta 1'
/** Interval at which the end of the session is checked. ms */
const CHECK_MS = 1_000
/** Smaller differences of the clocks are not stored. ms */
const CLOCK_TOLERANCE_MS = 2_000
/** A tap on a complete name so soon after its last entry is a double tap. ms */
const DOUBLE_TAP_MS = 1_000
const SESSION_OVER = 401
const PHONE_ENDED = '/problems/door-phone-ended'

const succeeded: ExchangeResult = { ok: true, retryAfter: null }

export async function startDoor({ token, database, createApi }: DoorOptions): Promise<DoorController> {
  const stored = await database.load()
  let door: StoredDoor = stored.door ?? {
    server: null,
    clockOffset: 0,
    expiresAt: null,
    deviceName: FIRST_DEVICE,
  }
  let state: DoorState = {
    stage: 'starting',
    model: { server: door.server, own: stored.own },
    end: null,
    isOnline: null,
    isListUnsaved: false,
    deviceName: door.deviceName,
    lastTap: null,
  }
  let sync: Sync | undefined
  /** Number of sessions that this page has opened. A late answer to an earlier session does not end the last one. */
  let session = 0
  const listeners = new Set<() => void>()
  const getTime = () => Date.now() + door.clockOffset

  function set(change: Partial<DoorState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function saveDoor(change: Partial<StoredDoor>): Promise<void> {
    door = { ...door, ...change }
    try {
      await database.saveDoor(door)
      if (state.isListUnsaved) set({ isListUnsaved: false })
    } catch (error) {
      console.error(error)
      set({ isListUnsaved: door.server !== null })
    }
  }

  const api = createApi((offset) => {
    if (Math.abs(offset - door.clockOffset) > CLOCK_TOLERANCE_MS) void saveDoor({ clockOffset: offset })
  })

  /** Shows a new model and stores its entries. After a failed write the phone sends entries again, which has no effect. */
  async function updateModel(model: DoorModel): Promise<void> {
    const before = state.model.own
    set({ model })
    await database.replaceEntries(before, model.own).catch((error: unknown) => console.error(error))
    if (model.server !== door.server)
      await saveDoor({
        server: model.server,
        ...(model.server && { expiresAt: Date.parse(model.server.night.expiresAt) }),
      })
  }

  /** Removes all names from the page and from the phone. @param ended number of the session that has ended */
  async function end(reason: DoorEnd, ended = session): Promise<void> {
    if (state.stage === 'pin' || ended !== session) return
    const before = state.model.own
    const model = forgetNames(state.model)
    set({ stage: 'pin', end: reason, model, lastTap: null })
    await saveDoor({ server: null, expiresAt: null })
    await database.replaceEntries(before, model.own).catch((error: unknown) => console.error(error))
  }

  /** Ends the door when the server no longer has the session. @returns whether it is over */
  async function endIfOver({ problem }: Failure, ended: number): Promise<boolean> {
    if (problem.status !== SESSION_OVER) return false
    await end(problem.type === PHONE_ENDED ? 'revoked' : 'ended', ended)
    return true
  }

  const fail = (answer: Failure): ExchangeResult => {
    set({ isOnline: false })
    return { ok: false, retryAfter: answer.retryAfter }
  }

  async function exchange(): Promise<ExchangeResult> {
    // The cookie belongs to the door whose PIN was typed last. Entries of this door must not reach another night.
    // Where the storage fails, the entries are still sent.
    if (!(await database.ownsSession().catch(() => true))) {
      if (state.stage === 'open') await end('ended')
      return succeeded
    }
    const sent = await sendQueue()
    if (sent !== null) return sent
    return state.stage === 'open' ? readServer() : succeeded
  }

  /** Sends all queued entries. @returns null when all were sent */
  async function sendQueue(): Promise<ExchangeResult | null> {
    const sending = session
    for (;;) {
      const queued = listQueued(state.model)
      const batch = takeBatch(queued, ENTRIES_MAX)
      if (batch.length === 0) return null
      const answer = await api.sendEntries(batch, queued.length - batch.length)
      if (!answer.ok) {
        await endIfOver(answer, sending)
        return fail(answer)
      }
      set({ isOnline: true })
      await updateModel(applyAnswer(state.model, answer.value))
      if (answer.value.cursor === null) await end(answer.value.isPhoneEnded ? 'revoked' : 'ended', sending)
      // Without this pause, a batch of which the server confirms no entry would be sent again at once.
      if (answer.value.accepted.length + answer.value.refused.length === 0)
        return { ok: false, retryAfter: null }
    }
  }

  /** Sends the queued entries of another door on this phone. The next PIN replaces the cookie that they need. */
  async function sendQueueOfOther(): Promise<void> {
    for (;;) {
      const queued = await database.loadQueueOfOther()
      const batch = takeBatch(queued, ENTRIES_MAX)
      if (batch.length === 0) return
      const answer = await api.sendEntries(batch, queued.length - batch.length)
      if (!answer.ok || answer.value.accepted.length === 0) return
      const accepted = new Set(answer.value.accepted)
      await database.replaceEntries(
        batch,
        batch.filter(({ _id }) => !accepted.has(_id)),
      )
    }
  }

  async function readServer(): Promise<ExchangeResult> {
    const { server } = state.model
    const reading = session
    if (server !== null) {
      const answer = await api.readChanges(server.cursor)
      // The cookie follows a changed date with the snapshot only.
      const hasMoved = answer.ok && answer.value.night.expiresAt !== server.night.expiresAt
      if (answer.ok && answer.value.cursor >= server.cursor && !hasMoved) {
        const { entries, guests, deleted, cursor, night, capacity, lists } = answer.value
        const isSame =
          cursor === server.cursor &&
          entries.length + guests.length + deleted.length === 0 &&
          JSON.stringify([night, capacity, lists]) ===
            JSON.stringify([server.night, server.capacity, server.lists])
        set({ isOnline: true })
        if (!isSame) await updateModel(applyChanges(state.model, answer.value))
        return succeeded
      }
      if (!answer.ok) return (await endIfOver(answer, reading)) ? succeeded : fail(answer)
      // A server that was restored from a backup has an older cursor. The phone then reads the whole state again.
    }
    const answer = await api.readDoor()
    if (answer.ok) {
      // The session may have ended during the request.
      if (state.stage !== 'open') return succeeded
      set({ isOnline: true })
      await updateModel(takeSnapshot(state.model, answer.value))
      return succeeded
    }
    return (await endIfOver(answer, reading)) ? succeeded : fail(answer)
  }

  function startExchange(): void {
    sync?.stop()
    sync = startSync(exchange)
  }

  /** Ends the session at its time, also without network. */
  function checkEnd(): void {
    if (state.stage === 'open' && door.expiresAt !== null && getTime() >= door.expiresAt) void end('expired')
  }

  async function record(
    fact: Omit<OwnEntry, '_id' | 'event' | 'at' | 'state' | 'cursor'>,
  ): Promise<OwnEntry | null> {
    const entry: OwnEntry = {
      ...fact,
      _id: crypto.randomUUID(),
      event: state.model.server?.night._id ?? null,
      at: new Date().toISOString(),
      state: 'queued',
      cursor: null,
    }
    try {
      await database.addEntry(entry)
    } catch (error) {
      console.error(error)
      set({ lastTap: { kind: 'not-stored' } })
      return null
    }
    set({ model: addOwn(state.model, entry) })
    sync?.request()
    return entry
  }

  let taps: Promise<void> = Promise.resolve()
  /** Runs taps one after another. Otherwise a second tap would not count a first one that is not stored yet. */
  function inTurn(tap: () => Promise<void>): Promise<void> {
    taps = taps.then(tap, tap)
    return taps
  }

  const findGuest = (id: string | null) => state.model.server?.guests.find(({ _id }) => _id === id) ?? null

  function isDoubleTap(guest: DoorGuest): boolean {
    const { lastTap } = state
    return (
      lastTap?.kind === 'recorded' &&
      lastTap.guest?._id === guest._id &&
      Date.now() - Date.parse(lastTap.entry.at) < DOUBLE_TAP_MS
    )
  }

  const isOwner = await database.ownsSession()
  const isExpired = door.expiresAt !== null && getTime() >= door.expiresAt
  state = { ...state, stage: door.expiresAt !== null ? 'open' : 'pin' }
  if (isExpired) await end('expired')
  else if (door.expiresAt !== null && !isOwner) await end('ended')
  setInterval(checkEnd, CHECK_MS)
  document.addEventListener('visibilitychange', checkEnd)
  if (state.stage === 'open' || listQueued(state.model).length > 0) startExchange()

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getTime,

    async signIn(pin, device) {
      await sendQueueOfOther().catch((error: unknown) => console.error(error))
      const answer = await api.openSession({ token, pin, device })
      if (!answer.ok) return answer.problem.detail ?? answer.problem.title
      try {
        await database.claimSession()
      } catch (error) {
        console.error(error)
        return NOT_STORED
      }
      const { expiresAt, device: deviceName } = answer.value
      session++
      await saveDoor({ server: null, expiresAt: Date.parse(expiresAt), deviceName })
      set({ stage: 'open', end: null, deviceName, isOnline: true })
      await updateModel(sendAgain(state.model))
      // Without this request a browser may delete the stored entries when its disk is full.
      void navigator.storage?.persist?.().catch(() => false)
      startExchange()
      return null
    },

    admit: (guest, people, isForced = false) =>
      inTurn(async () => {
        const latest = findGuest(guest._id) ?? guest
        const left = latest.companions + 1 - getArrived(latest, computeTotals(state.model))
        if (!isForced && left <= 0) {
          // Without this check, a double tap would replace "Entró Ana" with the warning that Ana had entered before.
          if (isDoubleTap(guest)) return
          set({ lastTap: { kind: 'complete', guest } })
          return
        }
        const entry = await record({
          kind: 'guest',
          guest: guest._id,
          people: isForced ? people : Math.min(people, left),
          undoes: null,
          target: null,
        })
        if (entry) set({ lastTap: { kind: 'recorded', entry, guest } })
      }),

    async count(kind) {
      const entry = await record({ kind, guest: null, people: 1, undoes: null, target: null })
      if (entry) set({ lastTap: { kind: 'recorded', entry, guest: null } })
    },

    async undo({ _id, kind, guest, people, undoes }) {
      const target: EntryFact = { _id, kind, guest, people, undoes }
      const entry = await record({ kind: 'undo', guest: null, people: 0, undoes: _id, target })
      if (entry) set({ lastTap: { kind: 'undone', target, guest: findGuest(guest) } })
    },
  }
}
