/**
 * The handover from one release to the next on one port. systemd holds the socket (sd_listen_fds(3)) and passes it to every
 * run, so that both take connections from one queue, and no connection is lost when one ends
 * (docs/decisions/0038-run-two-releases-on-one-socket-during-an-upgrade.md).
 */
import cluster from 'node:cluster'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The first passed socket: SD_LISTEN_FDS_START. */
const PASSED_FD = 3

/** Files in the folder that systemd makes for a run (RuntimeDirectory=) and removes after it; deploy/club.sh looks for them. */
const OPEN_FILE = 'open'
const WAITS_FILE = 'waits'

const POLL_MS = 100

/**
 * Returns the socket that was passed to this process or to its parent. null: the process opens its own. Ends the process with
 * one line when it is not one socket.
 */
export function findPassedSocket({ LISTEN_PID, LISTEN_FDS } = process.env as Record<string, string>) {
  // Child processes inherit these variables, but not the socket.
  if (LISTEN_PID !== String(cluster.isWorker ? process.ppid : process.pid)) return null
  if (LISTEN_FDS === '1') return PASSED_FD
  console.error(`LISTEN_FDS: tiene que ser 1 (recibí ${Number(LISTEN_FDS)})`)
  process.exit(1)
}

/** The folder of this run, inside the folder of all runs. null without systemd, where no handover is possible */
const folder = process.env.RUNTIME_DIRECTORY ?? null

/** True while another run serves, or has not ended yet. */
export function isOtherRunOpen(): boolean {
  if (folder === null) return false
  const all = dirname(folder)
  return readdirSync(all).some((run) => run !== basename(folder) && existsSync(join(all, run, OPEN_FILE)))
}

/** Announces that this run waits, and resolves once all other runs have ended. */
export async function waitForOtherRuns(): Promise<void> {
  if (folder === null || !isOtherRunOpen()) return
  writeFileSync(join(folder, WAITS_FILE), '')
  while (isOtherRunOpen()) await sleep(POLL_MS)
}

/** Announces that this run takes connections, so that the one before can end. */
export function announceOpen(): void {
  if (folder !== null) writeFileSync(join(folder, OPEN_FILE), '')
}
