/** Tells errors of the disk, the database and the media store from our own bugs. */
import { StorageFull, StoreUnavailable } from '../media/store.ts'

const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined

/** The media store, SQLite (SQLITE_FULL) or PostgreSQL (disk_full) has no room. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof StorageFull ||
  property(error, 'errcode') === 13 ||
  ['ENOSPC', 'EDQUOT', '53100'].includes(String(property(error, 'code')))

const UNAVAILABLE_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '08003',
]

/** The database or the media store is away, or locked for longer than we wait: it may be back in a moment. */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable) return true
  const errcode = property(error, 'errcode')
  if (typeof errcode === 'number') return [5, 6, 10, 14].includes(errcode & 0xff)
  if (UNAVAILABLE_CODES.includes(String(property(error, 'code')))) return true
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
  )
}
