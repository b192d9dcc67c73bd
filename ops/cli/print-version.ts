/** `./pulso --version`. */
import { existsSync, readFileSync } from 'node:fs'
import { resolveInCheckout } from '../../platform/process/paths.ts'
import { hasFlag, JSON_OPTION } from './command-line.ts'
import { createOutput, EXIT } from './output.ts'

/** Returns the content of the file VERSION in a release, or the version of the package in a checkout. */
export function readVersion(): string {
  const released = resolveInCheckout('VERSION')
  if (existsSync(released)) return readFileSync(released, 'utf8').trim()
  return (JSON.parse(readFileSync(resolveInCheckout('package.json'), 'utf8')) as { version: string }).version
}

export function printVersion(args: string[]): number {
  const isForPrograms = hasFlag(args, JSON_OPTION)
  const output = createOutput(isForPrograms)
  const versions = { version: readVersion(), node: process.version.slice(1) }
  if (!isForPrograms) output.line(`pulso ${versions.version} (Node ${versions.node})`)
  output.document(versions)
  return EXIT.good
}
