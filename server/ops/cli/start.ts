/** `./pulso start`: the club itself, as it was built. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { BUILT_SERVER } from '../../process/paths.ts'
import { EXIT, Failure } from './exit.ts'

/** The server goes on by itself. @throws Failure where it was not built */
export async function start(): Promise<number> {
  if (!existsSync(BUILT_SERVER)) throw new Failure('El sitio todavía no está armado: npm run build')
  process.env.NODE_ENV = 'production'
  await import(pathToFileURL(BUILT_SERVER).href)
  return EXIT.good
}
