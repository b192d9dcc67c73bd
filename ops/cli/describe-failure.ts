/** The messages and exit statuses of errors that are not bugs of ours. */
import { NoClub, UnknownSchema } from '../../platform/db/schema.ts'
import { StorageFull, StoreUnavailable } from '../../platform/media/server/store.ts'
import { EnvError } from '../../platform/process/env.ts'
import { explainError, explanationLine, knownExplanation } from '../../platform/process/explain-error.ts'
import { NoSuchPlace, TargetUnavailable } from '../backup/archive-target.ts'
import { NoKey, WrongKey } from '../backup/encryption.ts'
import { RestoreError } from '../backup/restore-backup.ts'
import { BrokenArchive } from '../backup/tar.ts'
import { EXIT, type Failure } from './output.ts'

/** Errors whose messages are fit to show. */
const EXPECTED = [EnvError, RestoreError, NoKey, WrongKey, NoSuchPlace, BrokenArchive]

export function failureOf(error: unknown): Pick<Failure, 'message' | 'exit'> {
  if (error instanceof NoClub)
    return { message: 'Todavía no hay un club: la base de datos está vacía.', exit: EXIT.noClub }
  if (error instanceof UnknownSchema)
    return {
      message: 'La base de datos es de una versión más nueva: actualizá el programa y repetí.',
      exit: EXIT.otherVersion,
    }
  // A full disk is explained by its cause. The reserve that a backup keeps free has a message of its own.
  const isExpected =
    EXPECTED.some((kind) => error instanceof kind) ||
    (error instanceof StorageFull && error.cause === undefined)
  if (isExpected) return { message: (error as Error).message, exit: EXIT.failed }
  return { message: lineOf(error) ?? stackOf(error), exit: EXIT.failed }
}

/** One line about an error of the system, a database or a store. null for a bug of ours. */
function lineOf(error: unknown): string | null {
  if (error instanceof TargetUnavailable) return `No se pudo usar ${error.where}: ${describe(error.cause)}`
  if (error instanceof StoreUnavailable)
    return `No se pudo usar MEDIA_URL: ${describe(error.cause, 'MEDIA_URL')}`
  const explanation = knownExplanation(error)
  if (explanation !== null) return `No se pudo: ${explanationLine(explanation)}`
  return error instanceof Error && 'code' in error ? `No se pudo: ${describe(error)}` : null
}

const describe = (error: unknown, where?: string): string => explanationLine(explainError(error, where))

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
