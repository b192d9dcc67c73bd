/**
 * Limits the rendering of pages with an unlimited number of URLs: pages with a parameter or a query, previews and forms.
 * Pages at a fixed path and cached responses are not limited. One limit is the rate of renderings per network address. The
 * other one is the number of parallel renderings.
 */
import { createAddressRate, type Rate } from '../http/address-rate.ts'
import { createSemaphore } from '../http/semaphore.ts'

/**
 * Limit of parallel renderings. More would not be faster, because they share one thread and only their queries run in
 * parallel.
 */
const PARALLEL_MAX = 2
/** Limit of waiting renderings. They are about half a second of work. */
const QUEUE_MAX = 64
/**
 * Number of renderings that an address may request at once. Visitors in the club share one address, and reload pages after
 * an edit.
 */
const BURST = 40
/** Number of renderings per second and address after the burst. They use a tenth of a processor. */
const PER_SECOND = 10
/** Value of the Retry-After header. s */
const RETRY_SECONDS = 2

/** Thrown when a limit was reached. The rendering was not started. */
export class RenderingRefused extends Error {
  readonly status: 429 | 503
  readonly retryAfter = RETRY_SECONDS

  constructor(status: 429 | 503) {
    super(status === 429 ? 'too many renderings for this address' : 'too many renderings')
    this.status = status
  }
}

export interface RenderingLimit {
  /**
   * Calls `render`, after waiting for other renderings.
   * @throws RenderingRefused
   */
  run<T>(address: string, render: () => Promise<T>): Promise<T>
}

interface RenderingLimits extends Partial<Rate> {
  atOnce?: number
  waitingMax?: number
}

export function createRenderingLimit({
  atOnce = PARALLEL_MAX,
  waitingMax = QUEUE_MAX,
  ...rate
}: RenderingLimits = {}): RenderingLimit {
  const semaphore = createSemaphore(atOnce, waitingMax)
  const takeOne = createAddressRate({ burst: BURST, perSecond: PER_SECOND, ...rate })
  return {
    async run(address, render) {
      if (!takeOne(address)) throw new RenderingRefused(429)
      if (!semaphore.hasRoom(1)) throw new RenderingRefused(503)
      return semaphore.run(1, render)
    },
  }
}
