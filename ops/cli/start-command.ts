/** `./pulso start`: starts the built server. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { BUILT_SERVER } from '../../platform/process/paths.ts'
import { Failure } from './output.ts'

/** Starts the server. @throws Failure when it has not been built */
export async function start(): Promise<null> {
  if (!existsSync(BUILT_SERVER)) throw new Failure('El sitio todavía no está armado: npm run build')
  process.env.NODE_ENV = 'production'
  await import(pathToFileURL(BUILT_SERVER).href)
  return null
}
