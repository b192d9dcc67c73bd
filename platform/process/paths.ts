/**
 * Paths within the checkout. The server runs from its sources (development, tests, operator's programs) or from one built
 * file in another folder. Paths relative to a module would therefore differ, so all paths start at package.json.
 */
import { findPackageJSON } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const manifest = pathToFileURL(findPackageJSON(import.meta.url) as string)

/** Returns the URL of a file. @param path relative to the root of the checkout. The path of a folder ends with a slash */
export const resolveInCheckout = (path: string): URL => new URL(path, manifest)

/** Source files of the programs that run in processes of their own. The build reads this list too. */
export const PROGRAMS = {
  index: 'ops/main.ts',
  pulso: 'ops/cli/main.ts',
  'picture-worker': 'platform/media/worker/process.ts',
  'share-images': 'features/share-images/server/process.ts',
} as const

export type Program = keyof typeof PROGRAMS

/** The built server. scripts/runtime.mjs repeats this path, because it cannot import TypeScript. */
export const BUILT_SERVER = fileURLToPath(resolveInCheckout('build/server/index.js'))

/** Returns the source file of a program if this process runs from sources, otherwise its built file. */
export const getProgramFile = (name: Program): URL =>
  resolveInCheckout(import.meta.url.endsWith('.ts') ? PROGRAMS[name] : `build/server/${name}.js`)
