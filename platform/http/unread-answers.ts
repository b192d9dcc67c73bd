/**
 * Limits the memory of answers that wait because clients do not read them. Node holds the rest of each answer until the client
 * reads it or the connection closes.
 */

import { isLoopback } from './address-limit.ts'
import { addressScopes } from './rate-limit.ts'

/** Limit for one network. Above it the gate refuses large work. A page has 25 kB, so a school reads 300 at once. Bytes */
const PER_NETWORK_BYTES = 8_000_000
/** Above this multiple of its limit, the oldest connections of a network are closed. */
const CLOSED_FROM_TIMES = 2
/** Limit for all networks. Above it the oldest connections of the network with the most bytes are closed. Bytes */
const IN_ALL_BYTES = 64_000_000

/** The parts of an answer of node:http that are needed here. */
export interface SentAnswer {
  /** Bytes that neither the client nor its operating system has. */
  readonly writableLength: number
  once(event: 'finish' | 'close', listener: () => void): unknown
  /** Closes the connection. */
  destroy(): unknown
}

export interface UnreadAnswers {
  /**
   * Counts an answer that has been passed to Node completely, until the client has read it.
   * @param body several answers with the same bytes of a cache count once, because they share the memory
   */
  add(address: string, answer: SentAnswer, body?: Uint8Array): void
  /** True while a network has more unread answers than its limit. */
  isOverLimit(address: string): boolean
}

interface UnreadAnswersOptions {
  perNetworkBytes?: number
  inAllBytes?: number
}

/** Counts bytes. The same object counts once, however often it is added. */
function createSum() {
  const held = new Map<object, { times: number; bytes: number }>()
  let total = 0
  return {
    get total() {
      return total
    },
    add(what: object, bytes: number) {
      const known = held.get(what)
      if (known) known.times++
      else {
        held.set(what, { times: 1, bytes })
        total += bytes
      }
    },
    remove(what: object) {
      const known = held.get(what)
      if (!known || --known.times > 0) return
      held.delete(what)
      total -= known.bytes
    },
  }
}

interface Waiting {
  keys: string[]
  answer: SentAnswer
  /** Stops counting the answer. */
  leave(): void
}

export function createUnreadAnswers({
  perNetworkBytes = PER_NETWORK_BYTES,
  inAllBytes = IN_ALL_BYTES,
}: UnreadAnswersOptions = {}): UnreadAnswers {
  const all = createSum()
  const networks = new Map<string, ReturnType<typeof createSum>>()
  /** In the order in which the answers were added. */
  const waiting = new Set<Waiting>()

  function closeOldest(key: string, isOver: () => boolean) {
    for (const each of waiting) {
      if (!isOver()) return
      if (!each.keys.includes(key)) continue
      each.leave()
      each.answer.destroy()
    }
  }

  const getTotal = (key: string): number => networks.get(key)?.total ?? 0

  return {
    add(address, answer, body) {
      const bytes = answer.writableLength
      if (bytes === 0) return
      const scopes = addressScopes(address)
      const what = body ?? answer
      const entry: Waiting = {
        keys: scopes.map(({ key }) => key),
        answer,
        leave() {
          if (!waiting.delete(entry)) return
          all.remove(what)
          for (const key of entry.keys) {
            const sum = networks.get(key)
            sum?.remove(what)
            if (sum?.total === 0) networks.delete(key)
          }
        },
      }
      waiting.add(entry)
      all.add(what, bytes)
      for (const key of entry.keys) {
        const sum = networks.get(key) ?? createSum()
        networks.set(key, sum)
        sum.add(what, bytes)
      }
      answer.once('finish', entry.leave)
      answer.once('close', entry.leave)
      if (!isLoopback(scopes[0].key))
        for (const { key, times } of scopes)
          closeOldest(key, () => getTotal(key) > CLOSED_FROM_TIMES * perNetworkBytes * times)
      while (all.total > inAllBytes) {
        const [key, { total }] = [...networks].reduce((one, other) =>
          other[1].total > one[1].total ? other : one,
        )
        closeOldest(key, () => getTotal(key) === total)
      }
    },

    isOverLimit(address) {
      const scopes = addressScopes(address)
      if (isLoopback(scopes[0].key)) return false
      return scopes.some(({ key, times }) => getTotal(key) > perNetworkBytes * times)
    },
  }
}
