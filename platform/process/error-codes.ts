/** The problem with which the API answers each error code of PostgreSQL and SQLite. */

export type DatabaseProblem = 'unavailable' | 'storage-full' | 'unexpected'

/**
 * By class of SQLSTATE, its first two characters, and by code for those that differ from their class. PostgreSQL, Appendix A.
 * `unavailable`: a later try can succeed without a change of the program
 */
export const POSTGRES_PROBLEMS: Readonly<Record<string, DatabaseProblem>> = {
  '00': 'unexpected', // Successful completion
  '01': 'unexpected', // Warning
  '02': 'unexpected', // No data
  '03': 'unexpected', // SQL statement not yet complete
  '08': 'unavailable', // Connection exception. 08P01: PgBouncer has no server
  '09': 'unexpected', // Triggered action exception
  '0A': 'unexpected', // Feature not supported
  '0B': 'unexpected', // Invalid transaction initiation
  '0F': 'unexpected', // Locator exception
  '0L': 'unexpected', // Invalid grantor
  '0P': 'unexpected', // Invalid role specification
  '0Z': 'unexpected', // Diagnostics exception
  '10': 'unexpected', // XQuery error
  '20': 'unexpected', // Case not found
  '21': 'unexpected', // Cardinality violation
  '22': 'unexpected', // Data exception
  '23': 'unexpected', // Integrity constraint violation
  '24': 'unexpected', // Invalid cursor state
  '25': 'unexpected', // Invalid transaction state
  '25006': 'unavailable', // Read-only transaction: after a failover, this server has become a standby
  '25P03': 'unavailable', // Idle-in-transaction session timeout
  '25P04': 'unavailable', // Transaction timeout
  '26': 'unexpected', // Invalid SQL statement name
  '27': 'unexpected', // Triggered data change violation
  '28': 'unavailable', // Invalid authorization: a password or pg_hba.conf was changed
  '2B': 'unexpected', // Dependent privilege descriptors still exist
  '2D': 'unexpected', // Invalid transaction termination
  '2F': 'unexpected', // SQL routine exception
  '34': 'unexpected', // Invalid cursor name
  '38': 'unexpected', // External routine exception
  '39': 'unexpected', // External routine invocation exception
  '3B': 'unexpected', // Savepoint exception
  '3D': 'unavailable', // Invalid catalog name: the database was renamed or is being restored
  '3F': 'unexpected', // Invalid schema name
  '40': 'unavailable', // Transaction rollback, such as deadlocks that outlasted all retries
  '42': 'unexpected', // Syntax error or access rule violation
  '44': 'unexpected', // WITH CHECK OPTION violation
  '53': 'unavailable', // Insufficient resources, such as connections
  '53100': 'storage-full', // Disk full
  '54': 'unexpected', // Program limit exceeded
  '55': 'unexpected', // Object not in prerequisite state
  '55006': 'unavailable', // Object in use
  '55P03': 'unavailable', // Lock not available: lock_timeout
  '57': 'unavailable', // Operator intervention, such as a restart. 57014: statement_timeout
  '58': 'unavailable', // System error, such as an I/O error of its disk
  '72': 'unexpected', // Snapshot too old
  F0: 'unexpected', // Configuration file error
  HV: 'unexpected', // Foreign data wrapper error
  P0: 'unexpected', // PL/pgSQL error
  XX: 'unexpected', // Internal error, such as damaged data
}

/** By primary result code, the low byte of `errcode`. sqlite.org/rescode.html */
export const SQLITE_PROBLEMS: Readonly<Record<number, DatabaseProblem>> = {
  1: 'unexpected', // ERROR
  2: 'unexpected', // INTERNAL
  3: 'unexpected', // PERM
  4: 'unexpected', // ABORT
  5: 'unavailable', // BUSY
  6: 'unavailable', // LOCKED
  7: 'unavailable', // NOMEM
  8: 'unavailable', // READONLY: a failing disk is mounted read-only
  9: 'unavailable', // INTERRUPT
  10: 'unavailable', // IOERR
  11: 'unexpected', // CORRUPT
  12: 'unexpected', // NOTFOUND
  13: 'storage-full', // FULL
  14: 'unavailable', // CANTOPEN
  15: 'unavailable', // PROTOCOL: the locks of the write-ahead log were contended for too long
  16: 'unexpected', // EMPTY
  17: 'unexpected', // SCHEMA
  18: 'unexpected', // TOOBIG
  19: 'unexpected', // CONSTRAINT
  20: 'unexpected', // MISMATCH
  21: 'unexpected', // MISUSE
  22: 'unexpected', // NOLFS
  23: 'unexpected', // AUTH
  24: 'unexpected', // FORMAT
  25: 'unexpected', // RANGE
  26: 'unexpected', // NOTADB
  27: 'unexpected', // NOTICE
  28: 'unexpected', // WARNING
}
