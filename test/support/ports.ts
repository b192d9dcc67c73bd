import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Browsers refuse some ports; 10080 is the highest of them (Fetch standard, "bad port"). */
const FIRST = 10_081

/**
 * Linux uses the ports from 32768 for outgoing connections (ip_local_port_range). Below that no connection of another
 * test can take a port between this call and its use.
 */
const BEYOND = 32_768

const TRIES = 50

/** Finds a TCP port of 127.0.0.1 without a listener. */
export async function freePort(): Promise<number> {
  for (let left = TRIES; ; left--) {
    const port = randomInt(FIRST, BEYOND)
    const server = createServer()
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return port
    } catch (error) {
      if (left <= 1) throw error
    } finally {
      server.close()
      if (server.listening) await once(server, 'close')
    }
  }
}
