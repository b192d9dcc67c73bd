/** What a build is made of, and how it is told whether that changed. Needs no dependencies, as scripts/runtime.mjs. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Everything that ends up in what is built, or decides how. */
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
/** The guide's pictures are built in with it, the others are looked at in the repository. */
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

/** Vite gives the pages every VITE_* variable; empty is unset. */
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

/** Changes whenever a build would come out differently. */
export const sourcesDigest = (folder = root, env = process.env) =>
  digest(variablesIn(env), ...filesIn(folder).flatMap((path) => [relative(folder, path), readFileSync(path)]))

/**
 * Changes with the digest, and without it when files were only touched: where they lie and what the disk says of each, as
 * git tells changes. It takes a few milliseconds where reading everything takes twenty. Take it before the digest:
 * what is written in between then shows the next time.
 */
export const sourcesLook = (folder = root, env = process.env) =>
  digest(
    variablesIn(env),
    ...filesIn(folder).map((path) => {
      const { size, mtimeMs, ctimeMs, ino } = statSync(path)
      return `${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`
    }),
  )
