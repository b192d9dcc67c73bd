/** One JSON line an event (pino) on standard error, so that standard output stays for people. Never a secret or a message's text. */
import { createRequire } from 'node:module'
import type { DestinationStream, Logger, LoggerOptions, pino as Pino } from 'pino'
import type { Env } from './env.ts'

const LEVELS: Env['logLevel'][] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** As pino takes them, details first. */
type Write = (details: Record<string, unknown>, message: string) => void
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type Log = Record<LogLevel, Write>

/** Whether lines of this level are written at all: for whoever would have to work for one. */
export const isLogged = (level: LogLevel, least: Env['logLevel']): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(least)

/** Nobody writes these; should somebody one day, the line goes without them. */
const SECRETS = [
  'password',
  'currentPassword',
  'token',
  'code',
  'secret',
  'cookie',
  'authorization',
  'body',
  'text',
]

const options: LoggerOptions = {
  base: null,
  messageKey: 'message',
  errorKey: 'error',
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (level) => ({ level }) },
  // Not pino's own, which takes along whatever hangs on an error: PostgreSQL puts values of rows there.
  serializers: { error: describe },
  redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '…' },
}

/** @param destination takes the lines; standard error when there is none, each written before we go on */
export function createLog(level: Env['logLevel'], destination?: DestinationStream): Log {
  let logger: Logger | undefined
  // Loaded with the first line: most starts write none, and it would be a thirtieth of the time until we answer.
  const opened = () => {
    const pino: typeof Pino = createRequire(import.meta.url)('pino')
    return pino({ ...options, level }, destination ?? pino.destination({ fd: 2, sync: true }))
  }
  const at = (name: LogLevel): Write => {
    if (!isLogged(name, level)) return () => {}
    return (details, message) => {
      logger ??= opened()
      logger[name](details, message)
    }
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack,
    ...(cause !== undefined && { cause: describe(cause) }),
  }
}
