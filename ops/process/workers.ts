/**
 * The parent of several processes on one port (WORKERS). It accepts connections, passes them to the workers (serve.ts) in
 * turn, and replaces workers that die. It handles no requests, so no request can crash it.
 */
import cluster, { type Worker } from 'node:cluster'
import { relayThrottle } from '../../features/analytics/server/shared-throttle.ts'
import {
  BACKGROUND_VARIABLE,
  getCompileCacheEnv,
  HANDOVER_DRAIN_MS,
  LAST_STEPS_MS,
  OPEN_MESSAGE,
  PRINTS_STARTUP_VARIABLE,
  STOP_MS,
} from '../../platform/process/child-processes.ts'
import { requireEnv } from '../../platform/process/env.ts'
import { relayMetrics } from '../metrics/worker-metrics.ts'
import { announceOpen, findPassedSocket } from './handover.ts'

/**
 * Delay before a worker that died before it served is replaced. Otherwise a fault at start would keep the machine busy. ms
 */
const RESTART_DELAY_MS = 1_000

const env = requireEnv()
const passed = findPassedSocket()
// Workers accept connections from the passed socket themselves. A connection from this process could reach a worker that
// has just closed.
if (passed !== null) cluster.schedulingPolicy = cluster.SCHED_NONE

let stopping = false
let background: Worker | null = null

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
process.on('disconnect', stop)

/** The workers that accept requests. */
const opened = new Set<Worker>()
const replacing = new Set<Worker>()
let everOpen = false
let everComplete = false

relayMetrics(() => opened)
relayThrottle()

// The first worker migrates and fills the database, and prints the startup message. The others start after it.
fork()

cluster.on('message', (worker, message) => {
  if (message !== OPEN_MESSAGE || stopping) return
  opened.add(worker)
  if (replacing.delete(worker)) console.error(`El proceso ${worker.process.pid} ya atiende en su lugar.`)
  if (opened.size === env.workers && !everComplete) {
    everComplete = true
    announceOpen()
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
  // A worker that cannot start, for example because the port is in use, has printed the reason. This process ends too.
  if (!everOpen) process.exit(code || 1)
  // The last worker has closed this process's copy of the socket. The process ends, so that systemd starts it again with a
  // new copy.
  if (passed !== null && opened.size === 0) process.exit(1)
  console.error(`El proceso ${worker.process.pid} terminó (${signal || code}); arranca otro.`)
  if (wasOpen) replacing.add(fork())
  else setTimeout(() => stopping || replacing.add(fork()), RESTART_DELAY_MS)
})

/** Starts a worker. Exactly one worker does the background work. */
function fork(): Worker {
  const worker = cluster.fork({
    ...getCompileCacheEnv(),
    [BACKGROUND_VARIABLE]: background === null ? '1' : '0',
    [PRINTS_STARTUP_VARIABLE]: everOpen ? '0' : '1',
  })
  background ??= worker
  return worker
}

/** Stops the workers. A second signal is passed on too, because it shortens a handover. */
function stop() {
  if (stopping && passed === null) return
  stopping = true
  setTimeout(() => process.exit(1), passed === null ? STOP_MS : HANDOVER_DRAIN_MS + LAST_STEPS_MS).unref()
  const workers = Object.values(cluster.workers ?? {})
  if (workers.length === 0) process.exit(0)
  for (const worker of workers) worker?.process.kill('SIGTERM')
}
