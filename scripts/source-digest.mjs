/** The sources of a build, and a digest that detects changes of them. Has no dependencies, as scripts/runtime.mjs. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Files and folders that the result of a build depends on. */
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

const isTest = (path) => /\.test\.tsx?$/.test(path)
/** The build contains only the screenshots of the guide. */
const isOtherScreen = (path) => /[\\/]docs[\\/]screens[\\/](?!guia-)/.test(path)

const filesUnder = (path) =>
  readdirSync(path, { withFileTypes: true })
    .map((entry) => [entry, join(path, entry.name)])
    .filter(([, path]) => !isTest(path) && !isOtherScreen(path))
    .flatMap(([entry, path]) => (entry.isDirectory() ? filesUnder(path) : path))

const filesIn = (folder) =>
  SOURCES.map((source) => join(folder, source))
    .flatMap((path) => (statSync(path).isDirectory() ? filesUnder(path) : path))
    .sort()

/** Vite passes every VITE_* variable to the pages. An empty one counts as unset. */
const variablesIn = (env) =>
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

/** Changes when the result of a build would change. */
export const computeSourcesDigest = (folder = root, env = process.env) =>
  digest(variablesIn(env), ...filesIn(folder).flatMap((path) => [relative(folder, path), readFileSync(path)]))

/**
 * Changes when the digest changes, and also when files were only touched: it contains the path and the file status, as in git.
 * It takes a few milliseconds, reading all files takes twenty. Compute it before the digest, so that a change in between is
 * detected the next time.
 */
export const computeSourcesFingerprint = (folder = root, env = process.env) =>
  digest(
    variablesIn(env),
    ...filesIn(folder).map((path) => {
      const { size, mtimeMs, ctimeMs, ino } = statSync(path)
      return `${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`
    }),
  )
