/**
 * Where the files of the checkout lie. The server runs as its sources (development, tests, the operator's programs) and
 * as the one file that a build makes of them, which lies somewhere else: no path starts from a module's own place.
 */
import { findPackageJSON } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PROGRAMS, type Program } from './programs.ts'

const manifest = pathToFileURL(findPackageJSON(import.meta.url) as string)

/** @param path from the checkout's root; a folder's ends with a slash */
export const inCheckout = (path: string): URL => new URL(path, manifest)

/** The server as a build leaves it; scripts/runtime.mjs, which has nothing of ours to import, names it too. */
export const BUILT_SERVER = fileURLToPath(inCheckout('build/server/index.js'))

/** Where a program lies: where we run as our source, its source too, and else what the build made of it. */
export const programFile = (name: Program): URL =>
  inCheckout(import.meta.url.endsWith('.ts') ? PROGRAMS[name] : `build/server/${name}.js`)
