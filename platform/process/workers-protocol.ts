/** What processes of ours that start each other agree on: workers.ts, serve.ts and the image worker. */
import module from 'node:module'
import { dirname } from 'node:path'

/** After being told to stop, a process is gone by then; npm start promises 5 s. ms */
export const STOP_MS = 4_800
/** Of that, for what is left to do once nobody is connected any more. ms */
export const LAST_STEPS_MS = 1_800
/** Where systemd holds the port, requests under way may take so long: an upload, above all. ms */
export const HANDOVER_DRAIN_MS = 120_000

/** A worker says this when it serves. */
export const OPEN = 'open'

/** Variables that tell a worker whether the work in the background is its own, and whether it prints the startup message: '1' or '0'. */
export const BACKGROUND = 'CLUB_BACKGROUND'
export const PRINTS_STARTUP = 'CLUB_PRINTS_STARTUP'

/** Lets a process that we start use the compiled code that we use. */
export function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = module.getCompileCacheDir()
  // Node's own folder, named after its version, within the one that was asked for.
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}
