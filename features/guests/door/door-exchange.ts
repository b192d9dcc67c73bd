/** Exchanges data with the server: sends the queued entries of the phone, then reads the state of the door. */
import type { Answer } from '../../../platform/api/client/call.ts'
import { ENTRIES_MAX } from '../shared/guest-limits.ts'
import type { DoorChanges } from '../shared/guests.ts'
import type { DoorApi } from './door-api.ts'
import type { DoorDatabase } from './door-database.ts'
import type { DoorPhone } from './door-phone.ts'
import {
  applyAnswer,
  applyChanges,
  listQueued,
  type ServerState,
  takeBatch,
  takeSnapshot,
} from './door-store.ts'
import type { ExchangeResult } from './door-sync.ts'

type Failure = Answer<unknown> & { ok: false }

const SESSION_OVER = 401
const PHONE_ENDED = '/problems/door-phone-ended'

const succeeded: ExchangeResult = { ok: true, retryAfter: null }

export function createExchange(
  phone: DoorPhone,
  database: DoorDatabase,
  api: DoorApi,
): () => Promise<ExchangeResult> {
  const { getState } = phone

  /** Ends the door when the server no longer has the session. @returns whether it is over */
  async function endIfOver({ problem }: Failure, session: number): Promise<boolean> {
    if (problem.status !== SESSION_OVER) return false
    await phone.end(problem.type === PHONE_ENDED ? 'revoked' : 'ended', session)
    return true
  }

  function fail({ retryAfter }: Failure): ExchangeResult {
    phone.show({ isOnline: false })
    return { ok: false, retryAfter }
  }

  /** Sends all queued entries. @returns null when all were sent */
  async function sendQueue(): Promise<ExchangeResult | null> {
    const { session } = getState()
    for (;;) {
      const queued = listQueued(getState().model)
      const batch = takeBatch(queued, ENTRIES_MAX)
      if (batch.length === 0) return null
      const answer = await api.sendEntries(batch, queued.length - batch.length)
      if (!answer.ok) {
        await endIfOver(answer, session)
        return fail(answer)
      }
      const { accepted, refused, cursor, isPhoneEnded } = answer.value
      phone.show({ isOnline: true })
      await phone.updateModel(applyAnswer(getState().model, answer.value))
      if (cursor === null) await phone.end(isPhoneEnded ? 'revoked' : 'ended', session)
      // Without this pause, a batch of which the server confirms no entry would be sent again at once.
      if (accepted.length + refused.length === 0) return { ok: false, retryAfter: null }
    }
  }

  async function readServer(): Promise<ExchangeResult> {
    const { session, model } = getState()
    if (model.server !== null) {
      const answer = await api.readChanges(model.server.cursor)
      if (!answer.ok) return (await endIfOver(answer, session)) ? succeeded : fail(answer)
      if (continues(model.server, answer.value)) {
        phone.show({ isOnline: true })
        if (!isSame(model.server, answer.value))
          await phone.updateModel(applyChanges(getState().model, answer.value))
        return succeeded
      }
    }
    const answer = await api.readDoor()
    if (!answer.ok) return (await endIfOver(answer, session)) ? succeeded : fail(answer)
    // The session may have ended during the request.
    if (getState().stage !== 'open') return succeeded
    phone.show({ isOnline: true })
    await phone.updateModel(takeSnapshot(getState().model, answer.value))
    return succeeded
  }

  return async () => {
    // The cookie belongs to the door whose PIN was typed last. Entries of this door must not reach another night.
    // Where the storage fails, the entries are still sent.
    if (!(await database.ownsSession().catch(() => true))) {
      // The page of the other door has sent the entries of this one before it took the cookie.
      await phone.reloadOwn().catch((error: unknown) => console.error(error))
      await phone.end('ended')
      return succeeded
    }
    const sent = await sendQueue()
    if (sent !== null) return sent
    return getState().stage === 'open' ? readServer() : succeeded
  }
}

/** Sends the queued entries of another door on this phone. The next PIN replaces the cookie that they need. */
export async function sendQueueOfOther(database: DoorDatabase, api: DoorApi): Promise<void> {
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

/**
 * Whether changes follow the known state. Otherwise the phone reads the whole state again: a server that was restored from a
 * backup has an older cursor, and the cookie follows a changed date with the snapshot only.
 */
const continues = (server: ServerState, { cursor, night }: DoorChanges): boolean =>
  cursor >= server.cursor && night.expiresAt === server.night.expiresAt

const isSame = (server: ServerState, changes: DoorChanges): boolean =>
  changes.cursor === server.cursor &&
  changes.entries.length + changes.guests.length + changes.deleted.length === 0 &&
  JSON.stringify([changes.night, changes.capacity, changes.walkInPrices, changes.lists]) ===
    JSON.stringify([server.night, server.capacity, server.walkInPrices, server.lists])
