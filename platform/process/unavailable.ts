/** Distinguishes failures of the disk, the database and the media store from bugs. */

import { type DatabaseProblem, POSTGRES_PROBLEMS, SQLITE_PROBLEMS } from './error-codes.ts'
import { StorageFull, StoreUnavailable } from './storage-errors.ts'

/** Error codes of the system: the network, its resolver, and full disks. */
const SYSTEM_PROBLEMS: Readonly<Record<string, DatabaseProblem>> = {
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  ETIMEDOUT: 'unavailable',
  EPIPE: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  EHOSTDOWN: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENETDOWN: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  ENOSPC: 'storage-full',
  EDQUOT: 'storage-full',
}

/** Errors of the driver `pg` have no code: a pool without a free connection, a silent server, a lost connection. */
const DRIVER_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|timeout expired|Connection terminated|is not queryable/

/**
 * Returns the problem with which a failed request is answered. `unavailable`: the database or the media store is
 * unreachable, or locked for longer than a time limit, and a later try may succeed
 */
export function classifyError(error: unknown): DatabaseProblem {
  if (error instanceof StorageFull) return 'storage-full'
  if (error instanceof StoreUnavailable) return 'unavailable'
  if (typeof error !== 'object' || error === null) return 'unexpected'
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return SQLITE_PROBLEMS[errcode & 0xff] ?? 'unexpected'
  if (typeof code === 'string') {
    const known = SYSTEM_PROBLEMS[code] ?? POSTGRES_PROBLEMS[code]
    if (known) return known
    if (SQLSTATE.test(code)) return POSTGRES_PROBLEMS[code.slice(0, 2)] ?? 'unexpected'
  }
  return error instanceof Error && DRIVER_MESSAGES.test(error.message) ? 'unavailable' : 'unexpected'
}

const SQLSTATE = /^[0-9A-Z]{5}$/

export const isDiskFull = (error: unknown): boolean => classifyError(error) === 'storage-full'
export const isUnavailable = (error: unknown): boolean => classifyError(error) === 'unavailable'
