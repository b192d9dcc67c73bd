/** The protocol between a process of the club and the processes that it starts: workers.ts, serve.ts and the image worker. */
import module from 'node:module'
import { dirname } from 'node:path'

/** Time in which a process ends after its stop signal. `npm start` promises 5 s. ms */
export const STOP_MS = 4_800
/** Part of STOP_MS that remains after the last connection is closed. ms */
export const LAST_STEPS_MS = 1_800
/**
 * Time limit for running requests, such as uploads, when systemd holds the port. It is longer than STOP_MS, because another
 * run can accept new requests meanwhile. ms
 */
export const HANDOVER_DRAIN_MS = 120_000

/** Message that a worker sends when it accepts requests. */
export const OPEN_MESSAGE = 'open'

/**
 * Environment variables of a worker, '1' or '0'. CLUB_BACKGROUND: the worker does the background work. CLUB_PRINTS_STARTUP: it
 * prints the startup message.
 */
export const BACKGROUND_VARIABLE = 'CLUB_BACKGROUND'
export const PRINTS_STARTUP_VARIABLE = 'CLUB_PRINTS_STARTUP'

/** Variables with which a child process uses the same compile cache. */
export function getCompileCacheEnv(): { NODE_COMPILE_CACHE?: string } {
  const folder = module.getCompileCacheDir()
  // Node adds a folder named after its version to the requested folder, so the parent of the folder is passed on.
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}

/**
 * Sends a message to the parent process, if there is one. Without a callback Node throws an uncaught EPIPE when the parent
 * has ended and the `disconnect` event has not arrived yet.
 */
export function sendToParent(message: object | string): void {
  process.send?.(message, undefined, undefined, () => {})
}
