/**
 * Paths of the checkout. The server runs from its sources (development, tests, the operator's programs) or as the one file
 * of a build in another folder, so no path is relative to a module.
 */
import { findPackageJSON } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const manifest = pathToFileURL(findPackageJSON(import.meta.url) as string)

/** @param path relative to the root of the checkout. The path of a folder ends with a slash */
export const inCheckout = (path: string): URL => new URL(path, manifest)

/** The programs that run in a process of their own, and the source of each. The build reads this list too. */
export const PROGRAMS = {
  index: 'ops/main.ts',
  pulso: 'ops/cli/main.ts',
  'picture-worker': 'platform/media/worker/process.ts',
  'share-images': 'features/share-images/server/process.ts',
} as const

export type Program = keyof typeof PROGRAMS

/** The built server. scripts/runtime.mjs repeats this path, because it cannot import TypeScript. */
export const BUILT_SERVER = fileURLToPath(inCheckout('build/server/index.js'))

/** The source of a program if this process runs from its sources, otherwise the built program. */
export const programFile = (name: Program): URL =>
  inCheckout(import.meta.url.endsWith('.ts') ? PROGRAMS[name] : `build/server/${name}.js`)
