/** Handles Ctrl-C during work that must not stay half done. */
import { constants } from 'node:os'
import { Failure } from './output.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** npm and the shell both forward a Ctrl-C of the terminal. Signals within this time count as one. ms */
const DUPLICATE_SIGNAL_MS = 1_000

/**
 * Runs work that undoes its changes when the signal is aborted. A second Ctrl-C ends the process at once.
 * @throws the error of `work`
 */
export async function runInterruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let first = 0
  const stop = (name: (typeof SIGNALS)[number]) => {
    const exit = 128 + constants.signals[name]
    if (first !== 0 && performance.now() - first > DUPLICATE_SIGNAL_MS) process.exit(exit)
    if (first !== 0) return
    first = performance.now()
    controller.abort(new Failure('Interrumpido: no quedó nada a medias.', exit))
  }
  for (const name of SIGNALS) process.on(name, stop)
  try {
    return await work(controller.signal)
  } finally {
    for (const name of SIGNALS) process.off(name, stop)
  }
}

/** Yields chunks, and throws as soon as the signal is aborted, even while it waits for the next chunk. */
export async function* readUntilAborted<T>(signal: AbortSignal, chunks: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = chunks[Symbol.asyncIterator]()
  for (;;) {
    signal.throwIfAborted()
    const next = await rejectOnAbort(signal, iterator.next())
    if (next.done) return
    yield next.value
  }
}

/**
 * Waits for a promise, but rejects as soon as the signal is aborted. Promise.race() with a promise of the signal would keep
 * every chunk in memory until the end.
 */
function rejectOnAbort<T>(signal: AbortSignal, waited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
