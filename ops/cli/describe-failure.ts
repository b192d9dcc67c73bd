/** Messages and exit statuses of expected errors, which are no bugs of the program. */
import { NoClub, UnknownSchema } from '../../platform/db/schema.ts'
import { EnvError } from '../../platform/process/env.ts'
import {
  type Explanation,
  explainError,
  explainKnownError,
  formatExplanation,
} from '../../platform/process/explain-error.ts'
import { StorageFull, StoreUnavailable } from '../../platform/process/storage-errors.ts'
import { ArchivePlaceError, TargetUnavailable } from '../backup/archive-target.ts'
import { KeyFileError, WrongKeyError } from '../backup/encryption.ts'
import { RestoreError } from '../backup/restore-backup.ts'
import { BrokenArchive } from '../backup/tar.ts'
import { EXIT, type Failure } from './output.ts'

/** Errors whose messages were written for operators. */
const PRESENTABLE_ERRORS = [
  EnvError,
  RestoreError,
  KeyFileError,
  WrongKeyError,
  ArchivePlaceError,
  BrokenArchive,
]

export function describeFailure(error: unknown): Pick<Failure, 'message' | 'exit'> {
  if (error instanceof NoClub)
    return { message: 'Todavía no hay un club: la base de datos está vacía.', exit: EXIT.noClub }
  if (error instanceof UnknownSchema)
    return {
      message: 'La base de datos es de una versión más nueva: actualizá el programa y repetí.',
      exit: EXIT.otherVersion,
    }
  // A backup throws StorageFull without a cause when it would use the reserved free space. That message is printed as it
  // is. With a cause, the disk itself is full, and the cause is explained.
  const isExpected =
    PRESENTABLE_ERRORS.some((kind) => error instanceof kind) ||
    (error instanceof StorageFull && error.cause === undefined)
  if (isExpected) return { message: (error as Error).message, exit: EXIT.failed }
  return { message: describeKnownError(error) ?? formatStack(error), exit: EXIT.failed }
}

/** Describes an error of the system, a database or a store in one line. null for a bug of the program */
function describeKnownError(error: unknown): string | null {
  if (error instanceof TargetUnavailable)
    return `No se pudo usar ${error.where}: ${formatExplanation(explainTarget(error))}`
  if (error instanceof StoreUnavailable)
    return `No se pudo usar MEDIA_URL: ${explainInOneLine(error.cause, 'MEDIA_URL')}`
  if (isAmazonAddress(error))
    return `No se pudo: ${formatExplanation({ ...explainError(error), fix: ADD_ENDPOINT })}`
  const explanation = explainKnownError(error)
  if (explanation !== null) return `No se pudo: ${formatExplanation(explanation)}`
  return error instanceof Error && 'code' in error ? `No se pudo: ${explainInOneLine(error)}` : null
}

/** Explains why an archive cannot be stored. The folder may be any of the system, so its owner must not be changed. */
function explainTarget({ cause }: TargetUnavailable): Explanation {
  const explanation = explainError(cause)
  const isForbidden = ['EACCES', 'EPERM'].includes(String((cause as NodeJS.ErrnoException).code))
  return isForbidden ? { ...explanation, fix: CHOOSE_FOLDER } : explanation
}

/** True when the name of a server of Amazon does not exist: without an endpoint the bucket is searched there. */
const isAmazonAddress = (error: unknown): boolean =>
  error instanceof Error && 'hostname' in error && /\.amazonaws\.com$/.test(String(error.hostname))

const ADD_ENDPOINT =
  'Sin ?endpoint= el balde se busca en Amazon. Agregalo a la dirección, como en BACKUP_TO: s3://balde/archivo.tar?endpoint=https://s3.servidor.example'

const CHOOSE_FOLDER =
  'Elegí otra carpeta con --to, o creá una para el usuario del club: install -d -m 0700 -o club -g club /var/backups/club'

const explainInOneLine = (error: unknown, where?: string): string =>
  formatExplanation(explainError(error, where))

const formatStack = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
