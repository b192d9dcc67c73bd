/** Connects the page of the door with the phone's storage, the network and the clock. */
import type { DoorApi, ServerTime } from './door-api.ts'
import type { DoorDatabase } from './door-database.ts'
import { createExchange, sendQueueOfOther } from './door-exchange.ts'
import { DoorPhone } from './door-phone.ts'
import { listQueued } from './door-store.ts'
import { type Sync, startSync } from './door-sync.ts'
import { createTaps, type DoorTaps } from './door-taps.ts'
import { NOT_STORED } from './door-words.ts'

export interface DoorController extends DoorTaps, Pick<DoorPhone, 'getState' | 'subscribe' | 'getTime'> {
  /**
   * @param pin null for a signed-in administrator
   * @param device name of the phone. '': the server chooses the next free one
   * @returns the reason in words when no session was opened
   */
  signIn(pin: string | null, device: string): Promise<string | null>
}

interface DoorOptions {
  token: string
  database: DoorDatabase
  createApi(time: ServerTime): DoorApi
}

/** Interval at which the end of the session is checked. ms */
const CHECK_MS = 1_000

export async function startDoor({ token, database, createApi }: DoorOptions): Promise<DoorController> {
  const phone = new DoorPhone(database, await database.load())
  const api = createApi({ read: phone.getTime, set: (time) => void phone.setClock(time) })
  const exchange = createExchange(phone, database, api)
  const { getState, subscribe, getTime } = phone
  let sync: Sync | undefined

  function startExchange(): void {
    sync?.stop()
    sync = startSync(exchange)
  }

  const isOwner = await database.ownsSession()
  await phone.endIfExpired()
  if (!isOwner) await phone.end('ended')
  // Each check also advances the clock.
  const checkEnd = () => void phone.endIfExpired()
  setInterval(checkEnd, CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    phone.setHidden(document.visibilityState === 'hidden')
    checkEnd()
  })
  if (getState().stage === 'open' || listQueued(getState().model).length > 0) startExchange()

  return {
    getState,
    subscribe,
    getTime,
    ...createTaps(phone, () => sync?.request()),

    async signIn(pin, device) {
      await sendQueueOfOther(database, api).catch((error: unknown) => console.error(error))
      const answer = await api.openSession({
        token,
        ...(pin !== null && { pin }),
        ...(device !== '' && { device }),
      })
      if (!answer.ok) return answer.problem.detail ?? answer.problem.title
      try {
        await database.claimSession()
      } catch (error) {
        console.error(error)
        return NOT_STORED
      }
      await phone.open(answer.value)
      // Without this request a browser may delete the stored entries when its disk is full.
      void navigator.storage?.persist?.().catch(() => false)
      startExchange()
      return null
    },
  }
}
