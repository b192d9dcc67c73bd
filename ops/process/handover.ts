/**
 * How one release takes over from another on a port that is neither's: systemd holds the socket (sd_listen_fds(3)) and
 * gives the same one to whoever runs, so that both take connections from one queue and nothing in it is lost when one
 * goes (docs/decisions/0038-two-releases-on-one-socket.md).
 */
import cluster from 'node:cluster'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The first that is passed: SD_LISTEN_FDS_START. */
const PASSED_FD = 3

/** Files in the folder that systemd makes for a run (RuntimeDirectory=) and removes after it; deploy/club.sh looks for them. */
const OPEN_FILE = 'open'
const WAITS_FILE = 'waits'

const LOOK_MS = 100

/**
 * The socket that was passed to this process, or to the one that looks after it; null: it opens its own. Ends the process
 * with one line when it is not one socket.
 */
export function passedSocket({ LISTEN_PID, LISTEN_FDS } = process.env as Record<string, string>) {
  // Variables are handed down to children, which they are not meant for.
  if (LISTEN_PID !== String(cluster.isWorker ? process.ppid : process.pid)) return null
  if (LISTEN_FDS === '1') return PASSED_FD
  console.error(`LISTEN_FDS: tiene que ser 1 (recibí ${Number(LISTEN_FDS)})`)
  process.exit(1)
}

/** Of this run, below the one of all runs; null where nobody takes over from anybody. */
const folder = process.env.RUNTIME_DIRECTORY ?? null

/** Whether another run serves, or has not ended yet. */
export function othersServe(): boolean {
  if (folder === null) return false
  const all = dirname(folder)
  return readdirSync(all).some((run) => run !== basename(folder) && existsSync(join(all, run, OPEN_FILE)))
}

/** Resolves once no other run is left, having said that this one waits for it. */
export async function alone(): Promise<void> {
  if (folder === null || !othersServe()) return
  writeFileSync(join(folder, WAITS_FILE), '')
  while (othersServe()) await sleep(LOOK_MS)
}

/** Says that this run takes connections: the one before may go. */
export function sayOpen(): void {
  if (folder !== null) writeFileSync(join(folder, OPEN_FILE), '')
}
