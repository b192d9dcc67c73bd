/** The calls of the door, with a time limit. Each answer also gives the server's time. */
import {
  type Answer,
  API_BASE,
  call,
  getPayload,
  type RawAnswer,
  requestHeaders,
  type Send,
} from '../../../platform/api/client/call.ts'
import type { DoorChanges, DoorSnapshot, EntriesAnswer } from '../shared/guests.ts'
import type { OwnEntry } from './door-store.ts'

/** Time limit of a call. The snapshot of a large night takes a few seconds on a bad network. ms */
const TIMEOUT_MS = 15_000
/** Answers that took longer do not set the clock, because the server's time is then too inexact. ms */
const CLOCK_ROUND_TRIP_MAX_MS = 4_000
/** The header `Date` drops the milliseconds. ms */
const HALF_SECOND = 500

export interface DoorApi {
  openSession(body: {
    token: string
    /** Missing for a signed-in administrator. */
    pin?: string
    /** Missing: the server chooses the name. */
    device?: string
  }): Promise<Answer<{ device: string; expiresAt: string }>>
  readDoor(): Promise<Answer<DoorSnapshot>>
  readChanges(after: number): Promise<Answer<DoorChanges>>
  /** Sends entries of one night. @param unsent number of entries that the phone has still to send after them */
  sendEntries(entries: readonly OwnEntry[], unsent: number): Promise<Answer<EntriesAnswer>>
}

/** The server's time, as the phone knows it. ms since 1970 */
export interface ServerTime {
  read(): number
  /** Receives the server's time of an answer. */
  set(time: number): void
}

export function createDoorApi(time: ServerTime): DoorApi {
  const send: Send = async (method, path, options): Promise<RawAnswer> => {
    const from = performance.now()
    const response = await fetch(API_BASE + path, {
      method,
      headers: requestHeaders(options),
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(options.body !== undefined && { body: getPayload(options.body) }),
    })
    const took = performance.now() - from
    const serverTime = Date.parse(response.headers.get('Date') ?? '')
    if (!Number.isNaN(serverTime) && took < CLOCK_ROUND_TRIP_MAX_MS)
      time.set(serverTime + HALF_SECOND + took / 2)
    return {
      status: response.status,
      text: await response.text(),
      header: (name) => response.headers.get(name),
    }
  }
  return {
    openSession: (body) => call('POST', '/door/sessions', { body }, send),
    readDoor: () => call('GET', '/door', {}, send),
    readChanges: (after) => call('GET', `/door/entries?after=${after}`, {}, send),
    sendEntries: (entries, unsent) =>
      call(
        'POST',
        '/door/entries',
        {
          body: {
            sentAt: new Date(time.read()).toISOString(),
            unsent,
            ...(entries[0]?.event && { event: entries[0].event }),
            entries: entries.map(({ _id, kind, guest, people, undoes, price, at }) => ({
              _id,
              kind,
              guest,
              people,
              undoes,
              ...(price && { price }),
              at,
            })),
          },
        },
        send,
      ),
  }
}
