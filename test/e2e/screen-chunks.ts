/** Finds the built files of the screens that React runs in the browser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** Vite's manifest: it maps source files to their chunks. https://vite.dev/guide/backend-integration */
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../build/client/.vite/screens.json'), 'utf8'),
)

export const screenSources = Object.keys(manifest)

/**
 * Finds the script of a source file.
 * @param source relative to the root of the checkout
 * @returns the path of the script that the browser loads
 */
export function findScript(source: string): string {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is not a chunk of the build`)
  return `/${chunk.file}`
}

/** Returns the paths of all scripts and style sheets that load together with these sources. */
export function findFiles(names: string[]): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const path = findScript(name)
    if (files.has(path)) return
    files.add(path)
    for (const sheet of manifest[name]?.css ?? []) files.add(`/${sheet}`)
    for (const each of manifest[name]?.imports ?? []) add(each)
  }
  for (const name of names) add(name)
  return files
}
