/**
 * Writes one JSON line per event (pino) to standard error, without secrets and texts of messages. Standard output is for
 * messages to the operator.
 */
import { createRequire } from 'node:module'
import type { DestinationStream, Logger, LoggerOptions, pino as Pino } from 'pino'
import type { Env } from './env.ts'
import { createOutageLimit, isOutage } from './outage-lines.ts'

const LEVELS: Env['logLevel'][] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Arguments in the order of pino: fields first. */
type LogFunction = (details: Record<string, unknown>, message: string) => void
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type Log = Record<LogLevel, LogFunction>

/** True if lines of this level are written. Callers check it before they compute an expensive line. */
export const isLogged = (level: LogLevel, least: Env['logLevel']): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(least)

/** Fields that no caller should log. The log removes them if a caller does. */
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
  // pino's own serializer copies all fields of an error. Errors of PostgreSQL have fields with values of rows, so this one
  // copies fewer.
  serializers: { error: serializeError },
  redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '…' },
}

/** Creates a log. @param destination receives the lines. By default they are written synchronously to standard error */
export function createLog(level: Env['logLevel'], destination?: DestinationStream): Log {
  let logger: Logger | undefined
  const limit = createOutageLimit()
  // pino is loaded with the first line, because most starts write none. Loading takes 3 % of a start.
  const createLogger = () => {
    const pino: typeof Pino = createRequire(import.meta.url)('pino')
    return pino({ ...options, level }, destination ?? pino.destination({ fd: 2, sync: true }))
  }
  const at = (name: LogLevel): LogFunction => {
    if (!isLogged(name, level)) return () => {}
    const write: LogFunction = (details, message) => {
      logger ??= createLogger()
      logger[name](details, message)
    }
    if (name !== 'warn' && name !== 'error') return write
    return (details, message) => limit(details, message, (limited) => write(limited, message))
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    // `code` of the outer error is redacted, because a field of this name may be a code of the second factor.
    ...('code' in error && { code: String(error.code), errorCode: String(error.code) }),
    ...(!isOutage(error) && { stack }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}
