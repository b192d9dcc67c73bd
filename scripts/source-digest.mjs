/** Computes digests of the sources of a build, to detect changes. Has no dependencies, because it runs before npm. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Files and folders on which the result of a build depends. */
export const SOURCES = [
  'club',
  'features',
  'ops',
  'platform',
  'docs/guia-del-club.md',
  'docs/screens',
  'vite.config.ts',
  'scripts/build-site.mjs',
  'tsconfig.json',
  'package-lock.json',
]

const isTest = (path) => /\.(test|spec)\.tsx?$/.test(path)
/** True for screenshots that the build does not contain. It contains only those of the guide. */
const isOtherScreen = (path) => /[\\/]docs[\\/]screens[\\/](?!guia-)/.test(path)

const filesUnder = (path) =>
  readdirSync(path, { withFileTypes: true })
    .map((entry) => [entry, join(path, entry.name)])
    .filter(([, path]) => !isTest(path) && !isOtherScreen(path))
    .flatMap(([entry, path]) => (entry.isDirectory() ? filesUnder(path) : path))

const listSourceFiles = (folder) =>
  SOURCES.map((source) => join(folder, source))
    .flatMap((path) => (statSync(path).isDirectory() ? filesUnder(path) : path))
    .sort()

/** Returns the VITE_* variables, because Vite passes them to the pages. An empty variable counts as unset. */
const readViteVariables = (env) =>
  JSON.stringify(
    Object.entries(env)
      .filter(([name, value]) => name.startsWith('VITE_') && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

export const digest = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Returns a digest of all sources. It changes when the result of a build would change. */
export const computeSourcesDigest = (folder = root, env = process.env) =>
  digest(
    readViteVariables(env),
    ...listSourceFiles(folder).flatMap((path) => [relative(folder, path), readFileSync(path)]),
  )

/**
 * Returns a digest of paths and file status, without reading the files, as git does. It changes when the contents change, but
 * also when files were only touched. It takes a few milliseconds, and `computeSourcesDigest` takes twenty. Callers compute the
 * fingerprint first, so that the next start detects a change between the two calls.
 */
export const computeSourcesFingerprint = (folder = root, env = process.env) =>
  digest(
    readViteVariables(env),
    ...listSourceFiles(folder).map((path) => {
      const { size, mtimeMs, ctimeMs, ino } = statSync(path)
      return `${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`
    }),
  )
