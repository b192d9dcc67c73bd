/** Backs up the rows before a newer version changes the database, so that the operator can return to the older version. */
import type { Database } from '../../platform/db/connect.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { listAppliedMigrations } from '../../platform/db/schema.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { explainFolderError, formatExplanation } from '../../platform/process/explain-error.ts'
import type { Log } from '../../platform/process/log.ts'
import { openFolderTarget, TargetUnavailable } from './archive-target.ts'
import { type ClubPlace, createBackup } from './create-backup.ts'
import { backupsFolder } from './daily-backup.ts'

/**
 * Makes the backup. An empty database, or one of this version, needs none. Pictures are left out, because no migration
 * changes them.
 * @throws when the backup fails; the database is then unchanged
 */
export async function backUpBeforeUpgrade(
  place: ClubPlace,
  database: Database,
  log: Pick<Log, 'info'>,
  now: () => number,
): Promise<void> {
  const ran = await listAppliedMigrations(database.read)
  if (ran.length === 0 || ran.length === migrationNames.length) return
  const day = new Date(now()).toISOString().slice(0, 10)
  const folder = backupsFolder(place)
  const { where } = await createBackup({
    club: place,
    store: await openMedia(place.mediaUrl),
    target: openFolderTarget(folder),
    name: (migration) => `upgrade-${migration}-${day}.tar`,
    withoutPictures: true,
    now,
  }).catch(async (error: unknown) => {
    const reason = error instanceof TargetUnavailable ? error.cause : error
    const line = formatExplanation(await explainFolderError(reason, folder))
    throw new Error(`Antes de actualizar la base hay que poder guardar una copia, y no se pudo: ${line}`, {
      cause: error,
    })
  })
  log.info({ where }, 'rows backed up before the upgrade')
}
