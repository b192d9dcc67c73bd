/** `./pulso --version`. */
import { existsSync, readFileSync } from 'node:fs'
import { inCheckout } from '../../platform/process/paths.ts'
import { asksFor, JSON_OPTION } from './command-line.ts'
import { createSay, EXIT } from './output.ts'

/** The content of the file VERSION in a release, and the version of the package in a checkout. */
export function version(): string {
  const released = inCheckout('VERSION')
  if (existsSync(released)) return readFileSync(released, 'utf8').trim()
  return (JSON.parse(readFileSync(inCheckout('package.json'), 'utf8')) as { version: string }).version
}

export function printVersion(args: string[]): number {
  const isForPrograms = asksFor(args, JSON_OPTION)
  const say = createSay(isForPrograms)
  const told = { version: version(), node: process.version.slice(1) }
  if (!isForPrograms) say.line(`pulso ${told.version} (Node ${told.node})`)
  say.document(told)
  return EXIT.good
}
