/** The state of one phone at the door: the values that its page shows, and those that its database keeps. */

import type { EntryFact } from '../shared/door-state.ts'
import type { DoorGuest } from '../shared/guests.ts'
import { DoorClock } from './door-clock.ts'
import type { DoorDatabase, StoredDoor } from './door-database.ts'
import { addOwn, type DoorModel, forgetNames, type OwnEntry, sendAgain } from './door-store.ts'
import type { DoorEnd } from './door-words.ts'
import type { ScannedCode } from './scanned-codes.ts'

/** Result of the last tap. */
export type LastTap =
  | {
      kind: 'recorded'
      entry: OwnEntry
      guest: DoorGuest | null
      /** True after a second tap so soon that it was a double tap, which is not counted. */
      isDoubled?: boolean
    }
  | { kind: 'undone'; target: EntryFact; guest: DoorGuest | null }
  /** The tap recorded nothing, because all people of the guest had entered before. */
  | { kind: 'complete'; guest: DoorGuest }
  /** The ticket is not valid, so the tap recorded no entry. */
  | { kind: 'refused'; guest: DoorGuest }
  /** A scanned code without a guest, or with several guests. It recorded no entry. */
  | { kind: 'unknown'; code: ScannedCode; guests: number }
  /** The phone could not store the entry, so it does not count. */
  | { kind: 'not-stored' }

export interface DoorState extends Omit<StoredDoor, 'server'> {
  stage: 'pin' | 'open'
  model: DoorModel
  /** Number of sessions that this page has opened. */
  session: number
  /** Why an open door has ended. */
  end: DoorEnd | null
  /** Whether the last exchange with the server succeeded. null before the first one */
  isOnline: boolean | null
  /** Time of the first of the failed exchanges, by the server's clock. ms since 1970. null with network */
  offlineSince: number | null
  /** True when the phone could not store the list of guests, so it would be lost on a reload. */
  isListUnsaved: boolean
  lastTap: LastTap | null
}

/** Smaller differences of the clocks are not stored. ms */
const CLOCK_TOLERANCE_MS = 2_000

export class DoorPhone {
  readonly #database: DoorDatabase
  readonly #listeners = new Set<() => void>()
  readonly #clock: DoorClock
  #state: DoorState

  constructor(database: DoorDatabase, { door, own }: Awaited<ReturnType<DoorDatabase['load']>>) {
    const expiresAt = door?.expiresAt ?? null
    this.#database = database
    this.#clock = new DoorClock(door?.clockOffset ?? 0)
    this.#state = {
      stage: expiresAt === null ? 'pin' : 'open',
      model: { server: door?.server ?? null, own: own.map((entry) => toServerTime(entry, door)) },
      session: 0,
      expiresAt,
      clockOffset: door?.clockOffset ?? 0,
      deviceName: door?.deviceName ?? '',
      end: null,
      isOnline: null,
      offlineSince: null,
      isListUnsaved: false,
      lastTap: null,
    }
  }

  getState = (): DoorState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the time by the server's clock. ms since 1970 */
  getTime = (): number => this.#clock.now()

  /** Called when the page becomes hidden or visible. */
  setHidden(isHidden: boolean): void {
    this.#clock.setHidden(isHidden)
  }

  /** Shows a change that is not stored. */
  show(change: Partial<Pick<DoorState, 'isOnline' | 'lastTap'>>): void {
    const { isOnline } = change
    const offlineSince = isOnline ? null : (this.#state.offlineSince ?? this.getTime())
    this.#set({ ...change, ...(isOnline !== undefined && { offlineSince }) })
  }

  /** @param time the server's time now. ms since 1970 */
  async setClock(time: number): Promise<void> {
    if (Math.abs(time - this.getTime()) > CLOCK_TOLERANCE_MS) this.#clock.set(time)
    const offset = this.getTime() - Date.now()
    if (Math.abs(offset - this.#state.clockOffset) <= CLOCK_TOLERANCE_MS) return
    this.#set({ clockOffset: offset })
    await this.#saveDoor()
  }

  /** Reads the own entries again, which the page of another door on this phone may have sent. */
  async reloadOwn(): Promise<void> {
    const { door, own } = await this.#database.load()
    this.#set({ model: { ...this.#state.model, own: own.map((entry) => toServerTime(entry, door)) } })
  }

  /**
   * Stores entries, and then shows them together with the tap that made them.
   * @throws when the phone cannot store one. Those before it are kept
   */
  async addEntries(entries: readonly OwnEntry[], lastTap: LastTap): Promise<void> {
    const stored: OwnEntry[] = []
    try {
      for (const entry of entries) {
        await this.#database.addEntry(entry)
        stored.push(entry)
      }
    } catch (error) {
      this.#set({ model: stored.reduce(addOwn, this.#state.model) })
      throw error
    }
    this.#set({ model: stored.reduce(addOwn, this.#state.model), lastTap })
  }

  /** Shows a new model, and stores it. */
  async updateModel(model: DoorModel): Promise<void> {
    const { model: before } = this.#state
    const { server } = model
    this.#set({ model, ...(server && { expiresAt: Date.parse(server.night.expiresAt) }) })
    await this.#saveEntries(before)
    if (server !== before.server) await this.#saveDoor()
  }

  /** Begins a session. */
  async open(session: { expiresAt: string; device: string }): Promise<void> {
    const { model: before } = this.#state
    this.#set({
      stage: 'open',
      end: null,
      isOnline: true,
      offlineSince: null,
      session: this.#state.session + 1,
      expiresAt: Date.parse(session.expiresAt),
      deviceName: session.device,
      model: sendAgain(before),
    })
    await this.#saveDoor()
    await this.#saveEntries(before)
  }

  /**
   * Ends a session, and removes all names from the page and from the phone.
   * @param session the one that is over. A late answer to an earlier session does not end the last one.
   */
  async end(reason: DoorEnd, session = this.#state.session): Promise<void> {
    const { stage, model: before } = this.#state
    if (stage === 'pin' || session !== this.#state.session) return
    this.#set({ stage: 'pin', end: reason, expiresAt: null, model: forgetNames(before), lastTap: null })
    await this.#saveDoor()
    await this.#saveEntries(before)
  }

  /** Ends the session at its time, also without network. */
  async endIfExpired(): Promise<void> {
    const { expiresAt } = this.#state
    if (expiresAt !== null && this.getTime() >= expiresAt) await this.end('expired')
  }

  #set(change: Partial<DoorState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  async #saveDoor(): Promise<void> {
    const { model, clockOffset, expiresAt, deviceName, isListUnsaved } = this.#state
    try {
      await this.#database.saveDoor({ server: model.server, clockOffset, expiresAt, deviceName })
      if (isListUnsaved) this.#set({ isListUnsaved: false })
    } catch (error) {
      console.error(error)
      this.#set({ isListUnsaved: model.server !== null })
    }
  }

  /** Stores the entries of the model. After a failed write the phone sends entries again, which has no effect. */
  #saveEntries(before: DoorModel): Promise<void> {
    return this.#database
      .replaceEntries(before.own, this.#state.model.own)
      .catch((error: unknown) => console.error(error))
  }
}

/** Converts an entry that an earlier version stored with the time of the phone. */
const toServerTime = (entry: OwnEntry, door: StoredDoor | null): OwnEntry =>
  entry.isServerTime
    ? entry
    : {
        ...entry,
        at: new Date(Date.parse(entry.at) + (door?.clockOffset ?? 0)).toISOString(),
        isServerTime: true,
      }
