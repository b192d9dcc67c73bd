/**
 * A backup or a restore as a process of its own, so that a test can ask for the peak of its memory.
 * Argument: `{place, to, from, passphrase}` as JSON; `place` as ClubPlace, and either `to`, where a backup goes, or `from`, the
 * archive to restore. Tells its parent `{where, peakBytes, told}`: the archive, and how often it told how far it was.
 */

import { openArchive, openTarget } from '../../ops/backup/archive-target.ts'
import { createBackup } from '../../ops/backup/create-backup.ts'
import { restore } from '../../ops/backup/restore-backup.ts'
import { openMedia } from '../../platform/media/server/open.ts'
import { readPeakMemory } from './peak-memory.ts'

const { place, to, from, passphrase } = JSON.parse(process.argv[2] as string)
const store = await openMedia(place.mediaUrl)
let told = 0
const common = { club: place, store, passphrase, onProgress: () => told++ }
let where = from
if (from) await restore({ ...common, archive: await openArchive(from) })
else ({ where } = await createBackup({ ...common, target: await openTarget(to), name: 'club.tar' }))
process.send?.({ where, peakBytes: readPeakMemory(process.pid), told })
process.disconnect()
