/**
 * Hands the port over from one release to the next. systemd holds the socket (sd_listen_fds(3)) and passes it to every run.
 * All runs accept connections from one queue, so no connection is lost when one of them ends
 * (docs/decisions/0038-run-two-releases-on-one-socket-during-an-upgrade.md).
 */
import cluster from 'node:cluster'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** File descriptor of the first passed socket, SD_LISTEN_FDS_START. */
const PASSED_FD = 3

/**
 * Names of files in the folder of a run (RuntimeDirectory=), which systemd creates and deletes. deploy/club.sh waits for
 * them.
 */
const OPEN_FILE = 'open'
const WAITS_FILE = 'waits'

const POLL_MS = 100

/**
 * Finds the socket that was passed to this process or its parent. null: the process opens its own. If more than one socket
 * was passed, the process ends with a message.
 */
export function findPassedSocket({ LISTEN_PID, LISTEN_FDS } = process.env as Record<string, string>) {
  // Child processes inherit these variables but not the socket, so the id shows for which process they were set.
  if (LISTEN_PID !== String(cluster.isWorker ? process.ppid : process.pid)) return null
  if (LISTEN_FDS === '1') return PASSED_FD
  console.error(`LISTEN_FDS: tiene que ser 1 (recibí ${Number(LISTEN_FDS)})`)
  process.exit(1)
}

/** Folder of this run, inside the folder of all runs. null without systemd, where no handover is possible */
const folder = process.env.RUNTIME_DIRECTORY ?? null

/** True while another run serves, or has not ended. */
export function isOtherRunOpen(): boolean {
  if (folder === null) return false
  const all = dirname(folder)
  return readdirSync(all).some((run) => run !== basename(folder) && existsSync(join(all, run, OPEN_FILE)))
}

/** Writes the file that shows that this run waits. Resolves when all other runs have ended. */
export async function waitForOtherRuns(): Promise<void> {
  if (folder === null || !isOtherRunOpen()) return
  writeFileSync(join(folder, WAITS_FILE), '')
  while (isOtherRunOpen()) await sleep(POLL_MS)
}

/** Writes the file that shows that this run accepts connections, so that the earlier run can end. */
export function announceOpen(): void {
  if (folder !== null) writeFileSync(join(folder, OPEN_FILE), '')
}
