/** The data of a club that tests back up and restore, as `./pulso backup` and `./pulso restore` do. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive, openFolderTarget } from '../../ops/backup/archive-target.ts'
import { createBackup } from '../../ops/backup/create-backup.ts'
import { countByKey, type RepeatedErasures } from '../../ops/backup/repeat-erasures.ts'
import { type RestoreOptions, restore } from '../../ops/backup/restore-backup.ts'
import { connect } from '../../platform/db/connect.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { examineAndJoin } from '../../platform/media/server/store-owner.ts'
import type { TestDatabase } from './databases.ts'

export type RestoredClub = Awaited<ReturnType<typeof createRestoredClub>>

export async function createRestoredClub(place: TestDatabase) {
  const folder = await mkdtemp(join(tmpdir(), 'club-restored-'))
  const mediaUrl = join(folder, 'media')
  const openStore = () => openMedia(mediaUrl)
  let database = connect(place)
  await examineAndJoin({ database, store: await openStore() })

  return {
    folder,
    openStore,
    /** Another connection after each restore. */
    get database() {
      return database
    },
    /** @returns the path of the archive */
    async backUp(name: string): Promise<string> {
      const target = openFolderTarget(folder)
      return (await createBackup({ club: { ...place, mediaUrl }, store: await openStore(), target, name }))
        .where
    },
    /** Stops the club, restores the archive, and opens the club again. @param to another database than before */
    async restoreFrom(
      archive: string,
      { to = place, ...options }: Partial<RestoreOptions> & { to?: TestDatabase } = {},
    ): Promise<ReturnType<typeof countByKey> | null> {
      await database.close()
      let repeated: ReturnType<typeof countByKey> | null = null
      const onErased = (erased: RepeatedErasures) => {
        repeated = countByKey(erased)
      }
      await restore({
        archive: await openArchive(archive),
        club: { ...to, mediaUrl },
        store: await openStore(),
        replace: true,
        onErased,
        ...options,
      })
      database = connect(to)
      return repeated
    },
    async dispose() {
      await database.close()
      await place.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
