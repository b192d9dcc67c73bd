/** Ctrl-C in the middle of what must not stay half done. */
import { constants } from 'node:os'
import { Failure } from './output.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** npm and the shell each pass on what the terminal has sent: this is still the same Ctrl-C. ms */
const SAME_MS = 1_000

/**
 * Runs what puts everything back as it was when its signal says so. A second Ctrl-C waits for nothing.
 * @throws what `work` throws
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let first = 0
  const stop = (name: (typeof SIGNALS)[number]) => {
    const exit = 128 + constants.signals[name]
    if (first !== 0 && performance.now() - first > SAME_MS) process.exit(exit)
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

/** The same chunks, until the signal: then at once, whatever the next one is waiting for. */
export async function* until<T>(signal: AbortSignal, chunks: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = chunks[Symbol.asyncIterator]()
  for (;;) {
    signal.throwIfAborted()
    const next = await orAbort(signal, iterator.next())
    if (next.done) return
    yield next.value
  }
}

/** Not Promise.race() with a promise of the signal: that would keep every chunk until the end. */
function orAbort<T>(signal: AbortSignal, waited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
