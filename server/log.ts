/** One JSON line an event on standard error, so that standard output stays for people. Never a secret or a message's text. */
import type { Env } from './env.ts'

const LEVELS: Env['logLevel'][] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** As pino takes them, details first. */
type Write = (details: Record<string, unknown>, message: string) => void
export type Log = Record<'debug' | 'info' | 'warn' | 'error', Write>

export function createLog(
  level: Env['logLevel'],
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const least = LEVELS.indexOf(level)
  const at =
    (name: keyof Log): Write =>
    ({ error, ...details }, message) => {
      if (LEVELS.indexOf(name) < least) return
      const time = new Date().toISOString()
      write(
        `${JSON.stringify({ time, level: name, message, ...details, ...(error !== undefined && { error: describe(error) }) })}\n`,
      )
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const describe = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : String(error)
