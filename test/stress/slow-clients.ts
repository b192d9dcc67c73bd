/**
 * Attacks the server with silent and slow clients: thousands of idle connections, headers sent letter by letter, endless
 * headers, bodies that stall, and dozens of pictures at once. The server must answer visitors meanwhile, and close the
 * connections of the attack afterwards.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Agent, get, Agent as HttpAgent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUILT_SERVER } from '../../platform/process/paths.ts'
import { createPicture } from '../support/club.ts'
import { readPeakMemory } from '../support/peak-memory.ts'
import { freePort } from '../support/ports.ts'
import { sendRaw } from '../support/raw-http.ts'
import type { Section } from './stress-section.ts'

export interface Siege {
  /** Number of connections without any data. */
  idle: number
  /** Number of connections that send a request letter by letter. */
  slow: number
  /** Number of requests with headers above the limit. */
  oversized: number
  /** Number of pictures that are sent at the same moment. The same number of further bodies stop halfway. */
  uploads: number
  /** The cookie of an administrator, for the uploads. */
  cookie: string
  /** Minimum duration of the attack after all clients have connected. ms */
  minimumMs: number
}

export interface Outcome {
  /** Number of visitors' requests that the server answered with 200 during the attack. */
  served: number
  failed: number
  /** Number of connections that the server accepted. */
  accepted: number
  /** Number of pictures that the server stored. */
  stored: number
  /** Number of oversized requests that the server refused. */
  refused: number
  /** Number of slow, silent or stalled connections that the server had closed at the end. */
  closed: number
}

const requestStatus = (port: number, path: string, agent: Agent): Promise<number> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path, agent, timeout: 30_000 }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('timeout', function (this: { destroy(): void }) {
        this.destroy()
      })
      .on('error', () => resolve(0))
  })

/** @param until resolves when the server should have closed the slow connections */
export async function runSiege(port: number, siege: Siege, until: () => Promise<void>): Promise<Outcome> {
  const outcome: Outcome = { served: 0, failed: 0, accepted: 0, stored: 0, refused: 0, closed: 0 }
  const sockets: Socket[] = []
  const open = (first: string) =>
    new Promise<Socket | null>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        if (first) socket.write(first)
        outcome.accepted++
        resolve(socket)
      })
      socket.on('error', () => resolve(null))
      socket.on('close', () => outcome.closed++)
      socket.resume()
      sockets.push(socket)
    })
  let isOver = false
  const visitor = async () => {
    const agent = new HttpAgent({ keepAlive: false })
    while (!isOver) {
      if ((await requestStatus(port, '/api/news', agent)) === 200) outcome.served++
      else outcome.failed++
      await sleep(20)
    }
  }
  const visitors = [visitor(), visitor()]

  // Opens connections in batches, because all at once would only fill the kernel's queue.
  for (let done = 0; done < siege.idle; done += 200)
    await Promise.all(Array.from({ length: Math.min(200, siege.idle - done) }, () => open('')))
  const slow = await Promise.all(
    Array.from({ length: siege.slow }, () => open('GET / HTTP/1.1\r\nHost: club.test\r\nX: ')),
  )
  const trickle = setInterval(() => {
    for (const socket of slow) if (socket?.writable) socket.write('a')
  }, 200)
  const cookie = `Cookie: ${siege.cookie}\r\n`
  for (let body = 0; body < siege.uploads; body++)
    await open(
      `POST /api/media HTTP/1.1\r\nHost: club.test\r\n${cookie}Content-Type: application/json\r\nContent-Length: 500000\r\n\r\n{"image":"`,
    )
  const picture = await createPicture('#246', 1_500, 1_000)
  const upload = () =>
    new Promise<void>((resolve) => {
      const body = JSON.stringify({ image: picture })
      const headers = {
        Cookie: siege.cookie,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }
      request({ port, host: '127.0.0.1', path: '/api/media', method: 'POST', headers }, (response) => {
        response.resume()
        if (response.statusCode === 201) outcome.stored++
        response.on('end', resolve)
      })
        .on('error', () => resolve())
        .end(body)
    })
  const oversized = async () => {
    const [answer] = await sendRaw(
      port,
      `GET / HTTP/1.1\r\nHost: club.test\r\n${'X: y\r\n'.repeat(20_000)}\r\n`,
    )
    // The server closes the connection while the client still sends. The kernel may report the closed connection before it
    // delivers the answer, so a missing answer counts as a refusal.
    if (!answer || answer.status === 431) outcome.refused++
  }
  await Promise.all([
    ...Array.from({ length: siege.uploads }, upload),
    ...Array.from({ length: siege.oversized }, oversized),
    sleep(siege.minimumMs),
  ])
  await until()
  isOver = true
  await Promise.all(visitors)
  clearInterval(trickle)
  for (const socket of sockets) socket.destroy()
  return outcome
}

const ADMINISTRATOR = { email: 'vos@club.example', password: 'una clave bien larga' }
/**
 * The server closes a connection whose headers do not arrive within 20 s. It checks every 5 s (platform/http/server.ts), so
 * this wait is longer than both together. ms
 */
const CLOSING_MS = 30_000

const section: Section = async (scale) => {
  const long = scale === 'long'
  const dataDir = await mkdtemp(join(tmpdir(), 'club-slow-'))
  const port = await freePort()
  const club = spawn(process.execPath, [BUILT_SERVER], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const agent = new HttpAgent({ keepAlive: false })
    while ((await requestStatus(port, '/api/health', agent)) !== 200) {
      if (club.exitCode !== null) throw new Error('The club did not start. npm start builds it')
      await sleep(100)
    }
    const login = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMINISTRATOR),
    })
    const cookie = (login.headers.getSetCookie()[0] ?? '').split(';')[0] as string
    const siege = {
      idle: long ? 10_000 : 500,
      slow: long ? 1_000 : 50,
      oversized: long ? 100 : 10,
      uploads: long ? 40 : 8,
      cookie,
      minimumMs: 5_000,
    }
    const outcome = await runSiege(port, siege, () => sleep(CLOSING_MS))
    const { served, failed, accepted, stored, refused, closed } = outcome
    const all = siege.idle + siege.slow + siege.uploads
    const bad =
      failed +
      (all - accepted) +
      (siege.uploads - stored) +
      (siege.oversized - refused) +
      Math.max(0, siege.idle + siege.slow - closed)
    const notes = `${accepted} connections open at once, ${closed} closed by the server, ${stored} pictures stored, ${refused} oversized refused; peak ${Math.round(readPeakMemory(club.pid as number) / 1e6)} MB`
    return [{ what: 'Requests of visitors during an attack of slow clients', done: served, bad, notes }]
  } finally {
    const ended = once(club, 'exit')
    club.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}
export default section
