/** The protocol between a process of the club and the processes that it starts: workers.ts, serve.ts and the image worker. */
import module from 'node:module'
import { dirname } from 'node:path'

/** A process ends within this time after its stop signal. npm start promises 5 s. ms */
export const STOP_MS = 4_800
/** The part of STOP_MS after the last connection was closed. ms */
export const LAST_STEPS_MS = 1_800
/** Time limit of requests under way, such as uploads, when systemd holds the port. ms */
export const HANDOVER_DRAIN_MS = 120_000

/** The message of a worker that serves. */
export const OPEN = 'open'

/** Variables of a worker, '1' or '0': it does the background work, and it prints the startup message. */
export const BACKGROUND = 'CLUB_BACKGROUND'
export const PRINTS_STARTUP = 'CLUB_PRINTS_STARTUP'

/** Variables with which a child process uses the same compile cache. */
export function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = module.getCompileCacheDir()
  // Node creates a folder named after its version in the requested folder.
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}

/**
 * Sends a message to the parent process, if there is one. Without a callback Node throws an uncaught EPIPE when the parent
 * has ended and the `disconnect` event has not arrived yet.
 */
export function sendToParent(message: object | string): void {
  process.send?.(message, undefined, undefined, () => {})
}
