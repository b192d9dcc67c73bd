/**
 * Several processes on one port (WORKERS): this one accepts connections, hands them out in turns and looks after the
 * workers, which are serve.ts. It opens nothing itself, so nothing that a request does can bring it down.
 */
import cluster, { type Worker } from 'node:cluster'
import { relayThrottle } from '../../features/analytics/server/shared-throttle.ts'
import {
  BACKGROUND,
  compiledCode,
  HANDOVER_DRAIN_MS,
  LAST_STEPS_MS,
  OPEN,
  PRINTS_STARTUP,
  STOP_MS,
} from '../../platform/process/child-processes.ts'
import { requireEnv } from '../../platform/process/env.ts'
import { relayMetrics } from '../metrics/fleet.ts'
import { passedSocket, sayOpen } from './handover.ts'

/** One that dies young is replaced no sooner than this, or a fault at start would keep the machine busy. */
const PAUSE_MS = 1_000

const env = requireEnv()
const passed = passedSocket()
// Handed out by us, a connection could be on its way to a worker that has just closed: each takes its own from the socket.
if (passed !== null) cluster.schedulingPolicy = cluster.SCHED_NONE

let stopping = false
let background: Worker | null = null

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
process.on('disconnect', stop)

/** Those that serve. */
const opened = new Set<Worker>()
const replacing = new Set<Worker>()
let everOpen = false
let everComplete = false

relayMetrics(() => opened)
relayThrottle()

// The first one migrates, fills and prints the startup message: the others find everything in its place.
fork()

cluster.on('message', (worker, message) => {
  if (message !== OPEN || stopping) return
  opened.add(worker)
  if (replacing.delete(worker)) console.error(`El proceso ${worker.process.pid} ya atiende en su lugar.`)
  if (opened.size === env.workers && !everComplete) {
    everComplete = true
    sayOpen()
    console.log(`Atienden ${env.workers} procesos.`)
  }
  if (everOpen) return
  everOpen = true
  for (let count = 1; count < env.workers; count++) fork()
})

cluster.on('exit', (worker, code, signal) => {
  const wasOpen = opened.delete(worker)
  replacing.delete(worker)
  if (worker === background) background = null
  if (stopping) {
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
    return
  }
  // What cannot start even once (a taken port) ends us; it has said why.
  if (!everOpen) process.exit(code || 1)
  // The socket went with the last one that took from it: systemd still has it, and passes it to our next start.
  if (passed !== null && opened.size === 0) process.exit(1)
  console.error(`El proceso ${worker.process.pid} terminó (${signal || code}); arranca otro.`)
  if (wasOpen) replacing.add(fork())
  else setTimeout(() => stopping || replacing.add(fork()), PAUSE_MS)
})

/** One of them, whoever is left, makes AVIF, sweeps and tidies: twice the same work would only cost twice as much. */
function fork(): Worker {
  const worker = cluster.fork({
    ...compiledCode(),
    [BACKGROUND]: background === null ? '1' : '0',
    [PRINTS_STARTUP]: everOpen ? '0' : '1',
  })
  background ??= worker
  return worker
}

/** Told again, a handover hurries: the workers are told again too. */
function stop() {
  if (stopping && passed === null) return
  stopping = true
  setTimeout(() => process.exit(1), passed === null ? STOP_MS : HANDOVER_DRAIN_MS + LAST_STEPS_MS).unref()
  const workers = Object.values(cluster.workers ?? {})
  if (workers.length === 0) process.exit(0)
  for (const worker of workers) worker?.process.kill('SIGTERM')
}
