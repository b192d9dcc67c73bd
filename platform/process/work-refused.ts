/** Value of the Retry-After header. s */
const RETRY_SECONDS = 2

/** Thrown when work was not started. `closed`: the connection has closed, so nobody reads the answer. */
export class WorkRefused extends Error {
  readonly reason: 'network' | 'all' | 'closed'
  readonly retryAfter = RETRY_SECONDS

  constructor(reason: WorkRefused['reason']) {
    super(`work refused: ${reason}`)
    this.reason = reason
  }

  get status(): 429 | 503 {
    return this.reason === 'network' ? 429 : 503
  }
}
