/** What commands may run into without anybody's fault of programming, in words and with how the command ends then. */
import { NoClub, UnknownSchema } from '../../../db/schema.ts'
import { EnvError } from '../../env.ts'
import { StorageFull, StoreUnavailable } from '../../media/store.ts'
import { NoSuchPlace } from '../backup/archive-target.ts'
import { WrongKey } from '../backup/encryption.ts'
import { NoKey } from '../backup/key.ts'
import { RestoreError } from '../backup/restore.ts'
import { BrokenArchive } from '../backup/tar.ts'
import { reasonOf } from '../doctor/finding.ts'
import { EXIT, type Failure } from './exit.ts'

/** Their messages say enough. */
const EXPECTED = [EnvError, RestoreError, NoKey, WrongKey, NoSuchPlace, BrokenArchive, StorageFull]

export function failureOf(error: unknown): Pick<Failure, 'message' | 'exit'> {
  if (error instanceof NoClub)
    return { message: 'Todavía no hay un club: la base de datos está vacía.', exit: EXIT.noClub }
  if (error instanceof UnknownSchema)
    return {
      message: 'La base de datos es de una versión más nueva: actualizá el programa y repetí.',
      exit: EXIT.otherVersion,
    }
  const isKnown = EXPECTED.some((kind) => error instanceof kind)
  if (isKnown) return { message: (error as Error).message, exit: EXIT.failed }
  // The system, a database or a store said no.
  const isTheirs = error instanceof StoreUnavailable || (error instanceof Error && 'code' in error)
  const message = isTheirs ? `No se pudo: ${reasonOf(error)}` : stackOf(error)
  return { message, exit: EXIT.failed }
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
