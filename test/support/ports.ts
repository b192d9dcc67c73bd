import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The first port of the search. Browsers refuse some lower ports, the highest of which is 10080 (Fetch standard, "bad
 * port").
 */
const FIRST = 10_081

/**
 * The end of the search. Linux uses the ports from 32768 for outgoing connections (ip_local_port_range). Below that, no
 * connection of another test can take a port between the search and the use of the port.
 */
const BEYOND = 32_768

const TRIES = 50

/** Finds a TCP port of 127.0.0.1 that has no listener. */
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
