/** Distinguishes failures of the disk, the database and the media store from bugs. */
import { StorageFull, StoreUnavailable } from '../media/server/store.ts'

const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined

/** True when the media store, SQLite (SQLITE_FULL) or PostgreSQL (disk_full) has no room. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof StorageFull ||
  property(error, 'errcode') === 13 ||
  ['ENOSPC', 'EDQUOT', '53100'].includes(String(property(error, 'code')))

/**
 * Error codes of a database or store that cannot be reached: of the network, SQLSTATE values of PostgreSQL, and PgBouncer's
 * 08P01.
 */
const UNAVAILABLE_CODES = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'EPIPE',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
  ],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['08000', '08001', '08003', '08004', '08006', '08P01'],
  ...['53000', '53200', '53300'],
  ...['57P01', '57P02', '57P03', '57P05'],
  // read_only_sql_transaction: after a failover, this server has become a standby.
  '25006',
])

/**
 * True when the database or the media store is unreachable, or locked for longer than its time limit. A later try may
 * succeed.
 */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable) return true
  const errcode = property(error, 'errcode')
  if (typeof errcode === 'number') return [5, 6, 10, 14].includes(errcode & 0xff)
  if (UNAVAILABLE_CODES.has(String(property(error, 'code')))) return true
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/.test(
      error.message,
    )
  )
}
